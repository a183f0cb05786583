// SPDX-License-Identifier: Apache-2.0
// Noise, and hashes of what was drawn over it.
#include "tools/bench/picture.h"

#include <algorithm>
#include <cstring>
#include <random>

namespace overlace {
namespace {

constexpr std::uint64_t fnv_prime = 0x100000001b3, fnv_start = 0xcbf29ce484222325;

/// Rows of NV12 chroma are as wide as those of luma, rounded up to whole pairs.
std::size_t row_bytes(Size size, int plane) {
  return static_cast<std::size_t>(plane == 0 ? size.width : size.width + size.width % 2);
}

std::uint64_t add_row(std::uint64_t hash, const std::byte* row, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; i += sizeof hash) {
    std::uint64_t word = 0;
    std::memcpy(&word, row + i, std::min(sizeof word, bytes - i));
    hash = (hash ^ word) * fnv_prime;
  }
  return hash;
}

}  // namespace

BenchPicture::BenchPicture(Size size, std::uint32_t seed) : size_(size) {
  const auto rows = static_cast<std::size_t>(size.height);
  samples_.resize(row_bytes(size, 1) * (rows + (rows + 1) / 2));
  std::mt19937 random(seed);
  for (std::byte& sample : samples_) sample = static_cast<std::byte>(random());
}

ImageView BenchPicture::view() {
  ImageView image;
  image.size = size_;
  image.format.layout = PlaneLayout::semi_planar;
  image.format.chroma_shift_x = image.format.chroma_shift_y = 1;
  const auto stride = static_cast<std::ptrdiff_t>(row_bytes(size_, 1));
  image.planes[0] = {samples_.data(), stride};
  image.planes[1] = {samples_.data() + stride * size_.height, stride};
  return image;
}

std::uint64_t picture_hash(const ImageView& picture) {
  std::uint64_t hash = fnv_start;
  for (int plane = 0; plane < 2; ++plane) {
    const int rows = plane == 0 ? picture.size.height : (picture.size.height + 1) / 2;
    for (int y = 0; y < rows; ++y)
      hash = add_row(hash, picture.planes[plane].data + y * picture.planes[plane].stride,
                     row_bytes(picture.size, plane));
  }
  return hash;
}

}  // namespace overlace
