// SPDX-License-Identifier: Apache-2.0
#include "plugins/vapoursynth/vs_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>

namespace overlace::vapoursynth {
namespace {

struct FormatPair {
  VSVideoFormat theirs;
  ovl_format ours;
};
constexpr VSVideoFormat integers(int family, int bits, int across = 0, int down = 0) {
  return {family, stInteger, bits, bits > 8 ? 2 : 1, across, down, family == cfGray ? 1 : 3};
}
constexpr VSVideoFormat floats(int family) {
  return {family, stFloat, 32, 4, 0, 0, family == cfGray ? 1 : 3};
}
constexpr std::array pairs{FormatPair{integers(cfGray, 8), OVL_FORMAT_GRAY8},
                           FormatPair{integers(cfGray, 10), OVL_FORMAT_GRAY10},
                           FormatPair{integers(cfGray, 12), OVL_FORMAT_GRAY12},
                           FormatPair{integers(cfGray, 16), OVL_FORMAT_GRAY16},
                           FormatPair{floats(cfGray), OVL_FORMAT_GRAYF32},
                           FormatPair{integers(cfYUV, 8, 1, 1), OVL_FORMAT_YUV420P},
                           FormatPair{integers(cfYUV, 8, 1, 0), OVL_FORMAT_YUV422P},
                           FormatPair{integers(cfYUV, 8), OVL_FORMAT_YUV444P},
                           FormatPair{integers(cfYUV, 10, 1, 1), OVL_FORMAT_YUV420P10},
                           FormatPair{integers(cfYUV, 10, 1, 0), OVL_FORMAT_YUV422P10},
                           FormatPair{integers(cfYUV, 10), OVL_FORMAT_YUV444P10},
                           FormatPair{integers(cfYUV, 12, 1, 1), OVL_FORMAT_YUV420P12},
                           FormatPair{integers(cfYUV, 12, 1, 0), OVL_FORMAT_YUV422P12},
                           FormatPair{integers(cfYUV, 12), OVL_FORMAT_YUV444P12},
                           FormatPair{integers(cfYUV, 16, 1, 1), OVL_FORMAT_YUV420P16},
                           FormatPair{integers(cfYUV, 16, 1, 0), OVL_FORMAT_YUV422P16},
                           FormatPair{integers(cfYUV, 16), OVL_FORMAT_YUV444P16},
                           FormatPair{integers(cfRGB, 8), OVL_FORMAT_GBRP},
                           FormatPair{integers(cfRGB, 10), OVL_FORMAT_GBRP10},
                           FormatPair{integers(cfRGB, 12), OVL_FORMAT_GBRP12},
                           FormatPair{integers(cfRGB, 16), OVL_FORMAT_GBRP16},
                           FormatPair{floats(cfRGB), OVL_FORMAT_GBRPF32}};

constexpr bool is_same(const VSVideoFormat& a, const VSVideoFormat& b) {
  return a.colorFamily == b.colorFamily && a.sampleType == b.sampleType &&
         a.bitsPerSample == b.bitsPerSample && a.subSamplingW == b.subSamplingW &&
         a.subSamplingH == b.subSamplingH;
}

/// A code point, and libovl's name for it.
struct Meaning {
  std::int64_t code;
  std::uint8_t value;
};
constexpr std::int64_t unspecified = 2;
constexpr std::array matrices{Meaning{0, OVL_MATRIX_DEFAULT}, Meaning{1, OVL_MATRIX_BT709},
                              Meaning{2, OVL_MATRIX_DEFAULT}, Meaning{5, OVL_MATRIX_BT601},
                              Meaning{6, OVL_MATRIX_BT601},   Meaning{9, OVL_MATRIX_BT2020}};
constexpr std::array transfers{
    Meaning{1, OVL_TRANSFER_SDR},    Meaning{2, OVL_TRANSFER_SDR},  Meaning{4, OVL_TRANSFER_SDR},
    Meaning{5, OVL_TRANSFER_SDR},    Meaning{6, OVL_TRANSFER_SDR},  Meaning{7, OVL_TRANSFER_SDR},
    Meaning{8, OVL_TRANSFER_LINEAR}, Meaning{11, OVL_TRANSFER_SDR}, Meaning{13, OVL_TRANSFER_SDR},
    Meaning{14, OVL_TRANSFER_SDR},   Meaning{15, OVL_TRANSFER_SDR}, Meaning{16, OVL_TRANSFER_PQ},
    Meaning{18, OVL_TRANSFER_HLG}};
/// Those of standard definition count as BT.709: an overlay does not show the difference.
constexpr std::array primaries{Meaning{1, OVL_PRIMARIES_BT709}, Meaning{2, OVL_PRIMARIES_BT709},
                               Meaning{5, OVL_PRIMARIES_BT709}, Meaning{6, OVL_PRIMARIES_BT709},
                               Meaning{7, OVL_PRIMARIES_BT709}, Meaning{9, OVL_PRIMARIES_BT2020}};
/// VapourSynth's numbers, from 0.
constexpr std::array sitings{Meaning{0, OVL_SITING_LEFT}, Meaning{1, OVL_SITING_CENTER},
                             Meaning{2, OVL_SITING_TOP_LEFT}};

std::optional<std::uint8_t> meaning_of(std::int64_t code, std::span<const Meaning> table) {
  const auto found = std::ranges::find(table, code, &Meaning::code);
  if (found == table.end()) return std::nullopt;
  return found->value;
}

/// `_Range` is 1 for full range; `_ColorRange`, its name before VapourSynth 74, is 0 for it.
std::uint8_t range_of(const Property& property) {
  constexpr std::int64_t unknown = -1;
  std::int64_t full = property("_Range", unknown);
  if (full == unknown) {
    const std::int64_t limited = property("_ColorRange", unknown);
    if (limited == unknown) return OVL_RANGE_DEFAULT;
    full = limited == 0 ? 1 : 0;
  }
  return full == 1 ? OVL_RANGE_FULL : OVL_RANGE_LIMITED;
}

}  // namespace

std::uint32_t format_of(const VSVideoFormat& format) {
  const auto pair =
      std::ranges::find_if(pairs, [&](const FormatPair& p) { return is_same(p.theirs, format); });
  return pair == pairs.end() ? OVL_FORMAT_NONE : pair->ours;
}

std::string read_colors(const Property& property, ovl_image& image) {
  struct Reading {
    const char* name;
    std::int64_t fallback;
    std::span<const Meaning> table;
    std::uint8_t* to;
  };
  const std::array readings{
      Reading{"_Matrix", unspecified, matrices, &image.matrix},
      Reading{"_Transfer", unspecified, transfers, &image.transfer},
      Reading{"_Primaries", unspecified, primaries, &image.primaries},
      Reading{"_ChromaLocation", 0, sitings, &image.siting},
  };
  for (const Reading& reading : readings) {
    const std::int64_t code = property(reading.name, reading.fallback);
    const std::optional<std::uint8_t> value = meaning_of(code, reading.table);
    if (!value) return fmt::format("{}={}", reading.name, code);
    *reading.to = *value;
  }
  image.range = range_of(property);
  return {};
}

}  // namespace overlace::vapoursynth
