// SPDX-License-Identifier: Apache-2.0
// Pictures to draw on in a benchmark.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "graph/data/image.h"

namespace overlace {

/// 8-bit 4:2:0, chroma interleaved.
inline constexpr PixelFormat nv12_format{
    .layout = PlaneLayout::semi_planar, .chroma_shift_x = 1, .chroma_shift_y = 1};
/// 10-bit 4:2:2, planar, as a camera's plate.
inline constexpr PixelFormat plate_format{
    .sample = SampleType::u16, .bits = 10, .chroma_shift_x = 1};
/// 8-bit B, G, R, as OpenCV has pictures.
inline constexpr PixelFormat bgr24_format{
    .model = ColorModel::rgb, .layout = PlaneLayout::packed, .component_offset = {2, 1, 0, 0}};

/// A picture of noise.
class BenchPicture {
 public:
  BenchPicture(Size size, std::uint32_t seed, const PixelFormat& format = nv12_format);
  [[nodiscard]] ImageView view();
  [[nodiscard]] Size size() const { return size_; }
  [[nodiscard]] const PixelFormat& format() const { return format_; }
  [[nodiscard]] std::size_t bytes() const { return samples_.size(); }
  [[nodiscard]] std::span<std::byte> samples() { return samples_; }
  [[nodiscard]] std::span<const std::byte> samples() const { return samples_; }

 private:
  Size size_;
  PixelFormat format_;
  std::vector<std::byte> samples_;
};

/// A hash of a picture's samples, whatever its strides: equal for equal pictures, and hardly ever
/// equal for others (FNV-1a over 8 bytes at a time).
[[nodiscard]] std::uint64_t picture_hash(const ImageView& picture);

}  // namespace overlace
