// SPDX-License-Identifier: Apache-2.0
// Walks over chunks and tags; whatever is cut or malformed states nothing.
#include "io/read/orientation_tag.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <optional>
#include <string_view>

#include "io/av/bytes.h"
#include "io/read/tiff_tags.h"

namespace overlace {
namespace {

ByteSpan from(ByteSpan bytes, std::size_t at, std::size_t size) {
  if (at > bytes.size()) return {};
  return bytes.subspan(at, std::min(size, bytes.size() - at));
}

/// Value of the tag Orientation in the first directory of a TIFF file, which Exif is, too.
std::uint32_t tiff_orientation(ByteSpan file) {
  constexpr std::uint32_t orientation = 274;
  return TiffTags(file).value(orientation);
}

std::uint32_t png_orientation(ByteSpan file) {
  constexpr std::size_t signature = 8, head = 8, checksum = 4;
  const FileNumbers numbers(file, std::endian::big);
  for (std::size_t at = signature; at + head <= file.size();) {
    const std::size_t size = numbers.u32(at);
    if (begins_with(from(file, at + 4, 4), "eXIf"))
      return tiff_orientation(from(file, at + head, size));
    at += head + size + checksum;
  }
  return 0;
}

std::uint32_t webp_orientation(ByteSpan file) {
  constexpr std::size_t riff_head = 12, head = 8;
  const FileNumbers numbers(file, std::endian::little);
  for (std::size_t at = riff_head; at + head <= file.size();) {
    const std::size_t size = numbers.u32(at + 4);
    if (begins_with(from(file, at, 4), "EXIF")) {
      constexpr std::string_view jpeg_head{"Exif\0\0", 6};  // some writers copy it from a JPEG
      const ByteSpan exif = from(file, at + head, size);
      return tiff_orientation(begins_with(exif, jpeg_head) ? exif.subspan(jpeg_head.size()) : exif);
    }
    at += head + size + size % 2;
  }
  return 0;
}

std::uint32_t stated_orientation(ByteSpan file, AVCodecID codec) {
  if (codec == AV_CODEC_ID_PNG) return png_orientation(file);
  if (codec == AV_CODEC_ID_TIFF) return tiff_orientation(file);
  if (codec == AV_CODEC_ID_WEBP) return webp_orientation(file);
  return 0;
}

/// Where the axes of a stored picture point on display.
struct Axes {
  std::array<int, 2> x, y;
};
/// By the value of the tag (Exif 2.32, 4.6.4 A); nothing for an upright picture.
std::optional<Axes> axes_of(std::uint32_t orientation) {
  switch (orientation) {
    case 2:
      return Axes{{-1, 0}, {0, 1}};
    case 3:
      return Axes{{-1, 0}, {0, -1}};
    case 4:
      return Axes{{1, 0}, {0, -1}};
    case 5:
      return Axes{{0, 1}, {1, 0}};
    case 6:
      return Axes{{0, 1}, {-1, 0}};
    case 7:
      return Axes{{0, -1}, {-1, 0}};
    case 8:
      return Axes{{0, -1}, {1, 0}};
    default:
      return std::nullopt;
  }
}

}  // namespace

void attach_orientation(AVPacket& packet, AVCodecID codec) {
  const std::optional<Axes> axes = axes_of(stated_orientation(bytes_of(packet), codec));
  if (!axes) return;
  constexpr std::int32_t one = 1 << 16, one_of_the_last_column = 1 << 30;
  const std::array<std::int32_t, 9> matrix{
      axes->x[0] * one,      axes->x[1] * one, 0, axes->y[0] * one, axes->y[1] * one, 0, 0, 0,
      one_of_the_last_column};
  std::uint8_t* data = av_packet_new_side_data(&packet, AV_PKT_DATA_DISPLAYMATRIX, sizeof matrix);
  if (data == nullptr) throw Error(ErrorCode::out_of_memory, "out of memory");
  std::memcpy(data, matrix.data(), sizeof matrix);
}

}  // namespace overlace
