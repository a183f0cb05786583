// SPDX-License-Identifier: Apache-2.0
// Where messages to the user go.
#pragma once

#include <functional>
#include <string>

namespace overlace {

/// Takes a line of text for the user; more lines are details. May be empty: nobody listens.
using LogSink = std::function<void(const std::string&)>;

}  // namespace overlace
