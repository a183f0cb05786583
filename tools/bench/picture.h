// SPDX-License-Identifier: Apache-2.0
// Pictures to draw on in a benchmark.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "graph/data/image.h"

namespace overlace {

/// An NV12 picture of noise.
class BenchPicture {
 public:
  BenchPicture(Size size, std::uint32_t seed);
  [[nodiscard]] ImageView view();
  [[nodiscard]] Size size() const { return size_; }
  [[nodiscard]] std::size_t bytes() const { return samples_.size(); }
  [[nodiscard]] std::span<std::byte> samples() { return samples_; }
  [[nodiscard]] std::span<const std::byte> samples() const { return samples_; }

 private:
  Size size_;
  std::vector<std::byte> samples_;
};

/// A hash of an NV12 picture's samples, whatever its strides: equal for equal pictures, and hardly
/// ever equal for others (FNV-1a over 8 bytes at a time).
[[nodiscard]] std::uint64_t picture_hash(const ImageView& picture);

}  // namespace overlace
