// SPDX-License-Identifier: Apache-2.0
// Files of text: complete, or absent.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "io/files/atomic_output.h"

namespace overlace {

/// Sends a text in pieces to its argument.
using WriteText = std::function<void(const std::function<void(std::string_view piece)>& sink)>;

/// Writes a text to a file, in pieces of an efficient size. Throws Error(usage), Error(output), and
/// what `write` throws; the file is then as before.
void save_text(const std::string& path, const OutputPolicy& policy, const WriteText& write);

}  // namespace overlace
