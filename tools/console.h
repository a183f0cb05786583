// SPDX-License-Identifier: Apache-2.0
// Messages to people and programs that may have stopped listening.
#pragma once

#include <cstdio>
#include <string_view>

namespace overlace {

/// Prints and flushes. A stream that cannot be written to, as when its reader has gone, is no
/// reason to end the work that the message is about.
inline void tell(std::FILE* stream, std::string_view text) noexcept {
  std::fwrite(text.data(), 1, text.size(), stream);
  std::fflush(stream);
}

}  // namespace overlace
