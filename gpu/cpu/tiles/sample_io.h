// SPDX-License-Identifier: Apache-2.0
// Reads and writes the samples of a target's components, one block of pixels at a time.
#pragma once

#include <cstring>

#include "gpu/cpu/lanes/cpu_caches.h"
#include "gpu/cpu/tiles/tile_context.h"
#include "gpu/kernels/sample.h"

namespace overlace {

/// Code values limited to their range, except bytes: these are limited where they are stored.
template <class Sample, class L>
OVL_FN L storable(const Target& target, L value) {
  if constexpr (sizeof(Sample) == 1) return value;
  return limit(value, target.max);
}

template <class L>
OVL_FN L load_rows(const std::uint8_t* row0, const std::uint8_t* row1, int) {
  return L::load_u8(row0, row1);
}
template <class L>
OVL_FN L load_rows(const std::uint16_t* row0, const std::uint16_t* row1, int shift) {
  return L::load_u16(row0, row1, shift);
}
template <class L>
OVL_FN void store_rows(std::uint8_t* row0, std::uint8_t* row1, L value, int) {
  store_u8(row0, row1, value);
}
template <class L>
OVL_FN void store_rows(std::uint16_t* row0, std::uint16_t* row1, L value, int shift) {
  store_u16(row0, row1, value, shift);
}

/// Blends paint into `count` consecutive samples, a multiple of what its vectors hold, which are
/// used in turn. `rest` is the share of the samples that the paint leaves.
template <class L, class Sample, int vectors>
OVL_FN void blend_row(const Target& target, Sample* row, int count, const L (&paint)[vectors],
                      const L (&rest)[vectors]) {
  constexpr unsigned all_bits = sizeof(Sample) == 1 ? 0xFFU : 0xFFFFU;
  const int shift = sizeof(Sample) == 1 ? 0 : target.shift;
  const unsigned mask = all_bits >> static_cast<unsigned>(shift);
  const float most = target.max;  // in a register: stores may alias anything in memory
  for (const Sample* end = row + count; row < end;)
    for (int v = 0; v < vectors; ++v, row += block_lanes) {
      const L value = fma(L::load_bits(row, shift, mask), rest[v], paint[v]);
      store_bits(row, limit(value, most), shift, mask);
    }
}
/// The same with a single vector of paint.
template <class L, class Sample>
OVL_FN void blend_row(const Target& target, Sample* row, int count, L paint, L rest) {
  const L paints[1]{paint}, rests[1]{rest};
  blend_row(target, row, count, paints, rests);
}

/// Writes some samples `count` times, one after the other.
template <class Sample, std::size_t size>
OVL_FN void repeat(const Sample (&some)[size], int count, Sample* row) {
  constexpr int at_once = cache_line / static_cast<int>(sizeof some);
  alignas(cache_line) Sample many[at_once][size];
  for (auto& copy : many) std::memcpy(copy, some, sizeof some);
  for (; count >= at_once; count -= at_once, row += at_once * size)
    std::memcpy(row, many, sizeof many);
  for (; count > 0; --count, row += size) std::memcpy(row, some, sizeof some);
}

/// Whether a component's samples are consecutive integers.
OVL_FN bool is_plain(const Target& target, const TargetPlane& plane) {
  return (target.sample == SampleType::u8 && plane.step == 1) ||
         (target.sample == SampleType::u16 && plane.step == 2);
}
/// Whether the block at (x, y) is two runs of eight integer samples.
OVL_FN bool is_plain_block(const Target& target, const TargetPlane& plane, int x, int y) {
  return is_plain(target, plane) && x >= plane.left && x + block_width <= plane.right &&
         y >= plane.top && y + block_height <= plane.bottom;
}

/// A block that is not plain, sample by sample; lanes without a sample read 0.
template <class L>
[[gnu::noinline]] L load_any_block(const Target& target, const TargetPlane& plane, int x, int y) {
  alignas(64) float value[block_lanes];
  for (int lane = 0; lane < block_lanes; ++lane) {
    const int px = x + column_of(lane), py = y + row_of(lane);
    value[lane] = has_sample(plane, px, py) ? load_sample(target, sample_at(plane, px, py)) : 0.0F;
  }
  return L::load(value);
}

/// A block of samples of a component at full resolution; lanes without a sample read 0.
template <class L>
OVL_FN L load_block(const Target& target, const TargetPlane& plane, int x, int y) {
  if (is_plain_block(target, plane, x, y)) {
    const std::byte* row = sample_at(plane, x, y);
    if (target.sample == SampleType::u8) {
      return load_rows<L>(reinterpret_cast<const std::uint8_t*>(row),
                          reinterpret_cast<const std::uint8_t*>(row + plane.stride), 0);
    }
    return load_rows<L>(reinterpret_cast<const std::uint16_t*>(row),
                        reinterpret_cast<const std::uint16_t*>(row + plane.stride), target.shift);
  }
  return load_any_block<L>(target, plane, x, y);
}

/// Stores the samples of a block that is not plain where `change` is not 0.
template <class L>
[[gnu::noinline]] std::size_t store_any_block(const Target& target, const TargetPlane& plane, int x,
                                              int y, L value, L change) {
  alignas(64) float values[block_lanes], changes[block_lanes];
  store(values, value);
  store(changes, change);
  std::size_t bytes = 0;
  for (int lane = 0; lane < block_lanes; ++lane) {
    const int px = x + column_of(lane), py = y + row_of(lane);
    if (!has_sample(plane, px, py) || changes[lane] == 0) continue;
    bytes += store_sample(target, sample_at(plane, px, py), values[lane]);
  }
  return bytes;
}

/// Stores a block of quantized samples: all of a plain one, else those where `change` is not 0.
/// Returns the bytes written.
template <class L>
OVL_FN std::size_t store_block(const Target& target, const TargetPlane& plane, int x, int y,
                               L value, L change) {
  if (is_plain_block(target, plane, x, y)) {
    std::byte* row = sample_at(plane, x, y);
    if (target.sample == SampleType::u8) {
      store_rows(reinterpret_cast<std::uint8_t*>(row),
                 reinterpret_cast<std::uint8_t*>(row + plane.stride), value, 0);
      return block_lanes;
    }
    store_rows(reinterpret_cast<std::uint16_t*>(row),
               reinterpret_cast<std::uint16_t*>(row + plane.stride), value, target.shift);
    return block_lanes * sizeof(std::uint16_t);
  }
  return store_any_block(target, plane, x, y, value, change);
}

}  // namespace overlace
