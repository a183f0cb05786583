// SPDX-License-Identifier: Apache-2.0
// Where messages to the user go.
#pragma once

#include <functional>
#include <string>

namespace overlace {

/// Takes one line of text for the user, without a line break. May be empty: nobody listens.
using LogSink = std::function<void(const std::string&)>;

}  // namespace overlace
