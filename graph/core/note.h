// SPDX-License-Identifier: Apache-2.0
// Notes for those alone who ask for details.
#pragma once

#include <string>
#include <string_view>

namespace overlace {

/// A text for a LogSink that is all detail: its first line is empty.
[[nodiscard]] inline std::string detail_note(std::string_view text) {
  return "\n" + std::string(text);
}

}  // namespace overlace
