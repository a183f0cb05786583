// SPDX-License-Identifier: Apache-2.0
// cICP holds code points of ITU-T H.273.
#include "io/write/png_color.h"

#include <array>
#include <cstdint>

#include "io/av/av.h"

namespace overlace {
namespace {

std::uint8_t primaries_code(const ColorSpec& color) {
  return color.primaries == bt2020_primaries ? AVCOL_PRI_BT2020 : AVCOL_PRI_BT709;
}

std::uint8_t transfer_code(Transfer transfer) {
  switch (transfer) {
    case Transfer::pq:
      return AVCOL_TRC_SMPTE2084;
    case Transfer::hlg:
      return AVCOL_TRC_ARIB_STD_B67;
    case Transfer::linear:
      return AVCOL_TRC_LINEAR;
    case Transfer::sdr:
      break;
  }
  return AVCOL_TRC_BT709;
}

std::array<std::uint8_t, 4> big_endian(std::uint32_t value) {
  return {static_cast<std::uint8_t>(value >> 24U), static_cast<std::uint8_t>(value >> 16U),
          static_cast<std::uint8_t>(value >> 8U), static_cast<std::uint8_t>(value)};
}

}  // namespace

bool needs_color_tag(const ColorSpec& color) {
  return color.transfer != Transfer::sdr || color.primaries == bt2020_primaries;
}

void state_color(std::vector<std::byte>& png, const ColorSpec& color) {
  if (!needs_color_tag(color)) return;
  constexpr std::size_t signature = 8, header_chunk = 25;
  constexpr std::uint8_t rgb = 0, full_range = 1;
  const std::array<std::uint8_t, 8> content{
      'c', 'I', 'C', 'P', primaries_code(color), transfer_code(color.transfer), rgb, full_range};
  constexpr std::uint32_t ones = 0xFFFFFFFF;
  const AVCRC* table = av_crc_get_table(AV_CRC_32_IEEE_LE);
  const auto checksum = big_endian(av_crc(table, ones, content.data(), content.size()) ^ ones);
  std::vector<std::uint8_t> chunk{0, 0, 0, 4};  // bytes of data
  chunk.insert(chunk.end(), content.begin(), content.end());
  chunk.insert(chunk.end(), checksum.begin(), checksum.end());
  const auto* bytes = reinterpret_cast<const std::byte*>(chunk.data());
  png.insert(png.begin() + signature + header_chunk, bytes, bytes + chunk.size());
}

}  // namespace overlace
