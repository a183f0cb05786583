// SPDX-License-Identifier: Apache-2.0
// Files that hold no tracks in pictures: why they are refused.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace overlace {

/// Why a file cannot be drawn, and what to do.
struct Refusal {
  std::string reason;
  std::string advice{};  ///< "" for none
};

/// What a sample is if its signs show that it has no positions in pictures, whatever format it
/// resembles: captions, classes of whole pictures, metres on the ground; nothing if it may have
/// some.
[[nodiscard]] std::optional<Refusal> refusal_of(std::string_view sample);

/// Why a sample that fits no format cannot be read: compressed, no text, or a table or rows of
/// numbers whose columns are unknown, with a --map line to complete.
[[nodiscard]] Refusal describe_unknown(std::string_view sample);

}  // namespace overlace
