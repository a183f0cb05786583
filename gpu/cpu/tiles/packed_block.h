// SPDX-License-Identifier: Apache-2.0
// Blocks of packed pixels, whose samples are side by side, as in BGR24 or RGBA: all samples of a
// block are read once and written once.
#pragma once

#include <cstring>
#include <type_traits>
#include <utility>

#include "gpu/cpu/tiles/sample_io.h"

namespace overlace {

/// The bits of a half float.
struct HalfBits {
  std::uint16_t bits;
};

/// How a target's pixels are packed: samples of one type, with only unused ones between pixels.
struct PackedLayout {
  int step = 0;                  ///< samples from a pixel to the next; 0: pixels are not packed
  int used = 0;                  ///< samples from the first used one to the last
  int component[3]{-1, -1, -1};  ///< places in a pixel; -1: there is none
  int alpha = -1;
  std::byte* origin = nullptr;  ///< the first used sample of pixel (0, 0)
};

OVL_FN int bytes_of(SampleType sample) {
  return sample == SampleType::u8 ? 1 : sample == SampleType::f32 ? 4 : 2;
}

OVL_FN PackedLayout packed_layout(const Target& target) {
  const TargetPlane& first = target.component[0];
  const TargetPlane* const planes[] = {&first, &target.component[1], &target.component[2],
                                       &target.alpha};
  const int size = bytes_of(target.sample);
  PackedLayout layout;
  layout.origin = first.data;
  for (const TargetPlane* plane : planes) {
    if (plane->data == nullptr) continue;
    const std::ptrdiff_t apart = plane->data - first.data;
    if (plane->step != first.step || plane->stride != first.stride || apart >= first.step ||
        -apart >= first.step)
      return {};
    if (apart < layout.origin - first.data) layout.origin = plane->data;
  }
  const auto place = [&](const TargetPlane& plane) {
    if (plane.data == nullptr) return -1;
    const int at = static_cast<int>(plane.data - layout.origin) / size;
    layout.used = at >= layout.used ? at + 1 : layout.used;
    return at;
  };
  for (int i = 0; i < 3; ++i) layout.component[i] = place(target.component[i]);
  layout.alpha = place(target.alpha);
  if (!target.is_subsampled() && target.shift == 0) layout.step = first.step / size;
  return layout;
}

// A block's samples of one component as lanes, and back. Integers are in the order of rows, as
// lanes read and write them; floats are in the order of lanes.

template <class Sample>
inline constexpr bool lies_by_lane =
    std::is_same_v<Sample, float> || std::is_same_v<Sample, HalfBits>;

template <class L>
OVL_FN L load_samples(const std::uint8_t (&in)[block_lanes]) {
  return L::load_u8(in, in + block_width);
}
template <class L>
OVL_FN L load_samples(const std::uint16_t (&in)[block_lanes]) {
  return L::load_u16(in, in + block_width, 0);
}
template <class L>
OVL_FN L load_samples(const float (&in)[block_lanes]) {
  return L::load(in);
}
template <class L>
OVL_FN L load_samples(const HalfBits (&in)[block_lanes]) {
  alignas(64) std::uint16_t halves[block_lanes];
  std::memcpy(halves, in, sizeof halves);
  return L::load_half(halves);
}

template <class L>
OVL_FN void store_samples(std::uint8_t (&out)[block_lanes], L value, L) {
  store_u8(out, out + block_width, value);
}
template <class L>
OVL_FN void store_samples(std::uint16_t (&out)[block_lanes], L value, L) {
  store_u16(out, out + block_width, value, 0);
}
/// Floats keep their bits where nothing changes, even if they are NaN.
template <class L>
OVL_FN void store_samples(float (&out)[block_lanes], L value, L change) {
  alignas(64) float values[block_lanes], changes[block_lanes];
  store(values, value);
  store(changes, change);
  for (int lane = 0; lane < block_lanes; ++lane)
    out[lane] = changes[lane] != 0 ? values[lane] : out[lane];
}
template <class L>
OVL_FN void store_samples(HalfBits (&out)[block_lanes], L value, L change) {
  alignas(64) std::uint16_t halves[block_lanes];
  alignas(64) float changes[block_lanes];
  store_half(halves, value);
  store(changes, change);
  for (int lane = 0; lane < block_lanes; ++lane)
    out[lane].bits = changes[lane] != 0 ? halves[lane] : out[lane].bits;
}

/// The pixel, counted row by row, at a place among a component's samples of a block; and back.
template <class Sample>
OVL_FN constexpr int pixel_at(int place) {
  return lies_by_lane<Sample> ? row_of(place) * block_width + column_of(place) : place;
}
template <class Sample>
OVL_FN constexpr int place_of(int pixel) {
  return lies_by_lane<Sample> ? lane_of(pixel % block_width, pixel / block_width) : pixel;
}

// Orders of a block's samples: pixel by pixel, or component by component. Sample i comes from place
// from(i); -1 means from anywhere.

template <class Sample, int step>
struct TakenApart {
  static constexpr int from(int i) {
    const int component = i / block_lanes;
    return component < step ? pixel_at<Sample>(i % block_lanes) * step + component : -1;
  }
};
template <class Sample, int step>
struct PutTogether {
  static constexpr int from(int i) {
    const int pixel = i / step;
    return pixel < block_lanes ? i % step * block_lanes + place_of<Sample>(pixel) : -1;
  }
};

// Vectors of a block's samples, 64 of them.
using ByteVector = std::uint8_t __attribute__((vector_size(64)));
using ShortVector = std::uint16_t __attribute__((vector_size(128)));
using WordVector = std::uint32_t __attribute__((vector_size(256)));

/// Puts the samples of a block in another order. Compilers turn it into few instructions.
template <class Order, class Sample, int... i>
OVL_FN void put_in_order(Sample (&samples)[4 * block_lanes], std::integer_sequence<int, i...>) {
  using Vector =
      std::conditional_t<sizeof(Sample) == 1, ByteVector,
                         std::conditional_t<sizeof(Sample) == 2, ShortVector, WordVector>>;
  Vector vector;
  std::memcpy(&vector, samples, sizeof samples);
  vector = __builtin_shufflevector(vector, vector, Order::from(i)...);
  std::memcpy(samples, &vector, sizeof samples);
}
template <class Order, class Sample>
OVL_FN void put_in_order(Sample (&samples)[4 * block_lanes]) {
  put_in_order<Order>(samples, std::make_integer_sequence<int, 4 * block_lanes>{});
}

/// A block of packed pixels, separated by component.
template <class Sample, int step, int used>
class PackedBlock {
 public:
  /// Samples of each component, by its place in a pixel; unused ones may be anything.
  alignas(64) Sample plane[4][block_lanes];

  /// `at` is the first used sample of the block.
  OVL_FN void load(const std::byte* at, std::ptrdiff_t stride) {
    alignas(64) Sample pixels[4 * block_lanes];
    for (int row = 0; row < block_height; ++row)
      std::memcpy(pixels + row * row_samples, at + row * stride, row_bytes);
    put_in_order<TakenApart<Sample, step>>(pixels);
    std::memcpy(plane, pixels, sizeof pixels);
  }
  OVL_FN void store(std::byte* at, std::ptrdiff_t stride) const {
    alignas(64) Sample pixels[4 * block_lanes];
    std::memcpy(pixels, plane, sizeof pixels);
    put_in_order<PutTogether<Sample, step>>(pixels);
    for (int row = 0; row < block_height; ++row)
      std::memcpy(at + row * stride, pixels + row * row_samples, row_bytes);
  }

 private:
  static constexpr int row_samples = block_width * step;
  static constexpr std::size_t row_bytes = sizeof(Sample) * ((block_width - 1) * step + used);
};

}  // namespace overlace
