// SPDX-License-Identifier: Apache-2.0
// Noise, and hashes of what was drawn over it.
#include "bench/picture.h"

#include <algorithm>
#include <cstring>
#include <random>

#include "gpu/device/picture_memory.h"

namespace overlace {
namespace {

constexpr std::uint64_t fnv_prime = 0x100000001b3, fnv_start = 0xcbf29ce484222325;

/// An even number of bytes, so that all planes of an NV12 picture have the same stride.
std::size_t stride_of(const PlaneExtent& plane) {
  return plane.row_bytes + plane.row_bytes % 2;
}

/// Noise over the whole range of a format's samples, of one or two bytes each.
void fill_with_noise(std::span<std::byte> samples, const PixelFormat& format, std::uint32_t seed) {
  std::mt19937 random(seed);
  const std::size_t step = format.sample == SampleType::u8 ? 1 : 2;
  for (std::size_t i = 0; i < samples.size(); i += step) {
    const auto value = static_cast<std::uint16_t>(random() & ((1U << format.bits) - 1));
    std::memcpy(&samples[i], &value, step);  // of a byte, the low one: the host is little-endian
  }
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

BenchPicture::BenchPicture(Size size, std::uint32_t seed, const PixelFormat& format)
    : size_(size), format_(format) {
  std::size_t bytes = 0;
  for (const PlaneExtent& plane : plane_extents(format, size))
    bytes += stride_of(plane) * plane.rows;
  samples_.resize(bytes);
  fill_with_noise(samples_, format, seed);
}

ImageView BenchPicture::view() {
  ImageView image;
  image.size = size_;
  image.format = format_;
  const auto extents = plane_extents(format_, size_);
  std::byte* at = samples_.data();
  for (std::size_t i = 0; i < extents.size() && extents[i].row_bytes > 0; ++i) {
    image.planes[i] = {at, static_cast<std::ptrdiff_t>(stride_of(extents[i]))};
    at += stride_of(extents[i]) * extents[i].rows;
  }
  return image;
}

std::uint64_t picture_hash(const ImageView& picture) {
  std::uint64_t hash = fnv_start;
  const auto extents = plane_extents(picture.format, picture.size);
  for (std::size_t plane = 0; plane < extents.size(); ++plane)
    for (std::size_t y = 0; y < extents[plane].rows; ++y)
      hash = add_row(hash,
                     picture.planes[plane].data +
                         static_cast<std::ptrdiff_t>(y) * picture.planes[plane].stride,
                     extents[plane].row_bytes);
  return hash;
}

}  // namespace overlace
