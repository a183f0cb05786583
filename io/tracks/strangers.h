// SPDX-License-Identifier: Apache-2.0
// Files that are known, and hold no tracks in pictures: why they are refused.
#pragma once

#include <string>
#include <string_view>

namespace overlace {

/// Why a sample that no format knows cannot be drawn, and what to do.
struct Stranger {
  std::string reason;
  std::string advice{};  ///< "" for none
};

/// What a sample that fits no format is: compressed, another encoding, positions that are not of a
/// picture; or just unknown.
[[nodiscard]] Stranger describe_stranger(std::string_view sample);

}  // namespace overlace
