// SPDX-License-Identifier: Apache-2.0
// Bytes as text (RFC 4648, section 4).
#pragma once

#include <string>
#include <string_view>

namespace overlace {

/// The bytes in base64, padded, in one line.
[[nodiscard]] std::string base64(std::string_view bytes);

}  // namespace overlace
