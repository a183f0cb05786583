// SPDX-License-Identifier: Apache-2.0
// Sixteen pixels in plain C++: the lane type for machines without a vector unit that we know.
#pragma once

#include <cstdint>

#include "gpu/cpu/block_set.h"
#include "gpu/kernels/half.h"
#include "gpu/kernels/lane.h"

namespace overlace::lanes_scalar {

// A block is 8 x 2 pixels. Lane 4q + j is the pixel in row q / 2 and column 2j + q % 2, so that
// each quarter holds every other pixel of a row: four chroma samples are sums of quarters.

struct Mask {
  bool lane[16];
};

struct Lanes {
  float lane[16];

  Lanes() = default;
  OVL_FN Lanes(float v) {
    for (float& l : lane) l = v;
  }

  static Lanes load(const float* p);
  static Lanes load_if(bool condition, const float* p);
  static Lanes load_u8(const std::uint8_t* row0, const std::uint8_t* row1);
  static Lanes load_u16(const std::uint16_t* row0, const std::uint16_t* row1, int shift);
  static Lanes load_half(const std::uint16_t* p);
  static Lanes load_line(const std::uint8_t* p, int shift);
  static Lanes load_line(const std::uint16_t* p, int shift);
};

// Same operation on every lane.
#define OVL_EACH(expression)                           \
  Result r;                                            \
  for (int i = 0; i < 16; ++i) r.lane[i] = expression; \
  return r

OVL_FN Lanes Lanes::load(const float* p) {
  using Result = Lanes;
  OVL_EACH(p[i]);
}
/// Zero where the condition does not hold.
OVL_FN Lanes Lanes::load_if(bool condition, const float* p) {
  using Result = Lanes;
  OVL_EACH(condition ? p[i] : 0.0F);
}
OVL_FN void store(float* p, const Lanes& v) {
  for (int i = 0; i < 16; ++i) p[i] = v.lane[i];
}
OVL_FN Lanes operator+(const Lanes& a, const Lanes& b) {
  using Result = Lanes;
  OVL_EACH(a.lane[i] + b.lane[i]);
}
OVL_FN Lanes operator-(const Lanes& a, const Lanes& b) {
  using Result = Lanes;
  OVL_EACH(a.lane[i] - b.lane[i]);
}
OVL_FN Lanes operator*(const Lanes& a, const Lanes& b) {
  using Result = Lanes;
  OVL_EACH(a.lane[i] * b.lane[i]);
}
OVL_FN Lanes operator/(const Lanes& a, const Lanes& b) {
  using Result = Lanes;
  OVL_EACH(a.lane[i] / b.lane[i]);
}
OVL_FN Lanes operator-(const Lanes& a) {
  using Result = Lanes;
  OVL_EACH(-a.lane[i]);
}
OVL_FN Lanes fma(const Lanes& a, const Lanes& b, const Lanes& c) {
  using Result = Lanes;
  OVL_EACH(overlace::fma(a.lane[i], b.lane[i], c.lane[i]));
}
OVL_FN Lanes fnma(const Lanes& a, const Lanes& b, const Lanes& c) {
  using Result = Lanes;
  OVL_EACH(overlace::fnma(a.lane[i], b.lane[i], c.lane[i]));
}
OVL_FN Lanes fms(const Lanes& a, const Lanes& b, const Lanes& c) {
  using Result = Lanes;
  OVL_EACH(overlace::fms(a.lane[i], b.lane[i], c.lane[i]));
}
OVL_FN Lanes signed_as(const Lanes& magnitude, const Lanes& sign) {
  using Result = Lanes;
  OVL_EACH(overlace::signed_as(magnitude.lane[i], sign.lane[i]));
}
OVL_FN Lanes sqrt(const Lanes& a) {
  using Result = Lanes;
  OVL_EACH(overlace::sqrt(a.lane[i]));
}
OVL_FN Lanes floor(const Lanes& a) {
  using Result = Lanes;
  OVL_EACH(overlace::floor(a.lane[i]));
}
OVL_FN Lanes abs(const Lanes& a) {
  using Result = Lanes;
  OVL_EACH(overlace::abs(a.lane[i]));
}
OVL_FN Lanes min(const Lanes& a, const Lanes& b) {
  using Result = Lanes;
  OVL_EACH(overlace::min(a.lane[i], b.lane[i]));
}
OVL_FN Lanes max(const Lanes& a, const Lanes& b) {
  using Result = Lanes;
  OVL_EACH(overlace::max(a.lane[i], b.lane[i]));
}
OVL_FN Mask operator<(const Lanes& a, const Lanes& b) {
  using Result = Mask;
  OVL_EACH(a.lane[i] < b.lane[i]);
}
OVL_FN Mask operator>(const Lanes& a, const Lanes& b) {
  using Result = Mask;
  OVL_EACH(a.lane[i] > b.lane[i]);
}
OVL_FN Mask operator!=(const Lanes& a, const Lanes& b) {
  using Result = Mask;
  OVL_EACH(a.lane[i] != b.lane[i]);
}
OVL_FN Mask operator&(const Mask& a, const Mask& b) {
  using Result = Mask;
  OVL_EACH(a.lane[i] && b.lane[i]);
}
OVL_FN Mask operator|(const Mask& a, const Mask& b) {
  using Result = Mask;
  OVL_EACH(a.lane[i] || b.lane[i]);
}
OVL_FN bool any(const Mask& a) {
  for (const bool l : a.lane) {
    if (l) return true;
  }
  return false;
}
OVL_FN Lanes select(const Mask& m, const Lanes& yes, const Lanes& no) {
  using Result = Lanes;
  OVL_EACH(m.lane[i] ? yes.lane[i] : no.lane[i]);
}
#undef OVL_EACH

/// Quarter i of each of four blocks, one after the other, for all i.
OVL_FN void gather_quarters(const Lanes (&block)[4], Lanes (&quarter)[4]) {
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 16; ++j) quarter[i].lane[j] = block[j / 4].lane[4 * i + j % 4];
  }
}

/// Lanes moved on by one, with `first` before them.
OVL_FN Lanes before(const Lanes& line, float first) {
  Lanes r;
  r.lane[0] = first;
  for (int i = 1; i < 16; ++i) r.lane[i] = line.lane[i - 1];
  return r;
}

/// The blocks in columns `first` to `last` of each row, none where last < first. Whole numbers:
/// first is 0..8, last -1..7. Lanes 0 to 7 are a tile's own rows, lane 8 is the one above.
OVL_FN BlockSet row_runs(const Lanes& first, const Lanes& last) {
  BlockSet blocks;
  for (int row = 0; row <= row_above; ++row) {
    blocks.add_to_row(
        row, column_bits(static_cast<int>(first.lane[row]), static_cast<int>(last.lane[row])));
  }
  return blocks;
}

/// Column and row in the block of a lane.
OVL_FN int lane_column(int lane) {
  return 2 * (lane & 3) + ((lane >> 2) & 1);
}
OVL_FN int lane_row(int lane) {
  return lane >> 3;
}

// Eight samples of two rows each, in the order of the lanes. Stored values are in range, and
// rounded to nearest even.
OVL_FN int rounded(float v) {
  return static_cast<int>(round_even(v));
}
OVL_FN Lanes Lanes::load_u8(const std::uint8_t* row0, const std::uint8_t* row1) {
  Lanes r;
  for (int i = 0; i < 16; ++i) {
    r.lane[i] = static_cast<float>((lane_row(i) != 0 ? row1 : row0)[lane_column(i)]);
  }
  return r;
}
OVL_FN void store_u8(std::uint8_t* row0, std::uint8_t* row1, const Lanes& v) {
  for (int i = 0; i < 16; ++i) {
    (lane_row(i) != 0 ? row1 : row0)[lane_column(i)] =
        static_cast<std::uint8_t>(rounded(v.lane[i]));
  }
}

/// Samples hold their value above `shift` bits that are not part of it and are kept.
OVL_FN Lanes Lanes::load_u16(const std::uint16_t* row0, const std::uint16_t* row1, int shift) {
  Lanes r;
  for (int i = 0; i < 16; ++i) {
    r.lane[i] = static_cast<float>((lane_row(i) != 0 ? row1 : row0)[lane_column(i)] >> shift);
  }
  return r;
}
OVL_FN void store_u16(std::uint16_t* row0, std::uint16_t* row1, const Lanes& v, int shift) {
  const int kept = (1 << shift) - 1;
  for (int i = 0; i < 16; ++i) {
    std::uint16_t& sample = (lane_row(i) != 0 ? row1 : row0)[lane_column(i)];
    sample = static_cast<std::uint16_t>((rounded(v.lane[i]) << shift) | (sample & kept));
  }
}

// Sixteen samples of a line, and pairs of them in turn, in memory order. Of the stored ones,
// quarter i is written where bit i of `quarters` is set; shifts as above.
OVL_FN Lanes Lanes::load_line(const std::uint8_t* p, int) {
  Lanes r;
  for (int i = 0; i < 16; ++i) r.lane[i] = static_cast<float>(p[i]);
  return r;
}
OVL_FN Lanes Lanes::load_line(const std::uint16_t* p, int shift) {
  Lanes r;
  for (int i = 0; i < 16; ++i) r.lane[i] = static_cast<float>(p[i] >> shift);
  return r;
}
template <class Sample>
OVL_FN void store_line(Sample* p, const Lanes& v, int shift, unsigned quarters) {
  const int kept = (1 << shift) - 1;
  for (int i = 0; i < 16; ++i) {
    if (((quarters >> (i / 4)) & 1U) == 0) continue;
    p[i] = static_cast<Sample>((rounded(v.lane[i]) << shift) | (p[i] & kept));
  }
}
template <class Sample>
OVL_FN void load_pairs(const Sample* p, int shift, Lanes& first, Lanes& second) {
  for (int i = 0; i < 16; ++i) {
    first.lane[i] = static_cast<float>(p[2 * i] >> shift);
    second.lane[i] = static_cast<float>(p[2 * i + 1] >> shift);
  }
}
template <class Sample>
OVL_FN void store_pairs(Sample* p, const Lanes& first, const Lanes& second, int shift,
                        unsigned quarters) {
  const int kept = (1 << shift) - 1;
  for (int i = 0; i < 32; ++i) {
    if (((quarters >> (i / 8)) & 1U) == 0) continue;
    const Lanes& lanes = i % 2 == 0 ? first : second;
    p[i] = static_cast<Sample>((rounded(lanes.lane[i / 2]) << shift) | (p[i] & kept));
  }
}

/// Sixteen halves to and from memory, in lane order.
OVL_FN Lanes Lanes::load_half(const std::uint16_t* p) {
  Lanes r;
  for (int i = 0; i < 16; ++i) r.lane[i] = half_to_float(p[i]);
  return r;
}
OVL_FN void store_half(std::uint16_t* p, const Lanes& v) {
  for (int i = 0; i < 16; ++i) p[i] = float_to_half(v.lane[i]);
}

}  // namespace overlace::lanes_scalar
