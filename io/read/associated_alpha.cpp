// SPDX-License-Identifier: Apache-2.0
// The mark is metadata of the frame; rows are divided by alpha component by component.
#include "io/read/associated_alpha.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <span>
#include <vector>

#include "io/read/tiff_tags.h"

namespace overlace {
namespace {

constexpr const char* key = "alpha";
constexpr const char* associated = "associated";

bool is_marked(const AVFrame& frame) {
  const AVDictionaryEntry* entry = av_dict_get(frame.metadata, key, nullptr, AV_DICT_MATCH_CASE);
  return entry != nullptr && std::string_view(entry->value) == associated;
}

/// Divides the samples of one component by alpha, rounded. Where alpha is 0, colour is not known.
void divide(std::span<std::uint16_t> row, std::span<const std::uint16_t> alpha,
            std::uint32_t largest) {
  for (std::size_t i = 0; i < row.size(); ++i)
    if (alpha[i] > 0)
      row[i] = static_cast<std::uint16_t>(
          std::min((row[i] * largest + alpha[i] / 2U) / alpha[i], largest));
}

/// A frame like another one with all samples 0: av_write_image_line adds bits to what is there.
FramePtr zeroed(const AVFrame& like) {
  FramePtr frame = make_frame();
  frame->format = like.format;
  frame->width = like.width;
  frame->height = like.height;
  check_av(av_frame_copy_props(frame.get(), &like), ErrorCode::out_of_memory, "a picture");
  check_av(av_frame_get_buffer(frame.get(), 0), ErrorCode::out_of_memory, "a picture");
  for (const AVBufferRef* buffer : frame->buf)
    if (buffer != nullptr) std::memset(buffer->data, 0, buffer->size);
  return frame;
}

}  // namespace

void mark_associated_alpha(AVPacket& packet, AVCodecID codec) {
  constexpr std::uint32_t extra_samples = 338, associated_alpha = 1;
  if (codec != AV_CODEC_ID_TIFF ||
      TiffTags(bytes_of(packet)).value(extra_samples) != associated_alpha)
    return;
  AVDictionary* mark = nullptr;
  std::size_t size = 0;
  std::uint8_t* packed = nullptr;
  if (av_dict_set(&mark, key, associated, 0) >= 0) packed = av_packet_pack_dictionary(mark, &size);
  av_dict_free(&mark);
  if (packed != nullptr &&
      av_packet_add_side_data(&packet, AV_PKT_DATA_STRINGS_METADATA, packed, size) >= 0)
    return;
  av_free(packed);
  throw Error(ErrorCode::out_of_memory, "out of memory");
}

FramePtr with_straight_alpha(FramePtr frame) {
  if (!is_marked(*frame)) return frame;
  const AVPixFmtDescriptor* format = av_pix_fmt_desc_get(static_cast<AVPixelFormat>(frame->format));
  constexpr int deepest = 16;
  const int colors = format->nb_components - 1, depth = format->comp[0].depth;
  if ((format->flags & AV_PIX_FMT_FLAG_ALPHA) == 0 || depth > deepest) return frame;
  const FramePtr given = std::move(frame);
  frame = zeroed(*given);
  std::vector<std::uint16_t> alpha(static_cast<std::size_t>(frame->width)), row = alpha;
  std::array<const std::uint8_t*, 4> planes{};
  std::copy_n(given->data, planes.size(), planes.begin());
  const auto read = [&](std::vector<std::uint16_t>& samples, int y, int component) {
    av_read_image_line(samples.data(), planes.data(), given->linesize, format, 0, y, component,
                       frame->width, 0);
  };
  for (int y = 0; y < frame->height; ++y) {
    read(alpha, y, colors);
    for (int component = 0; component <= colors; ++component) {
      read(row, y, component);
      if (component < colors) divide(row, alpha, (1U << static_cast<unsigned>(depth)) - 1);
      av_write_image_line(row.data(), frame->data, frame->linesize, format, 0, y, component,
                          frame->width);
    }
  }
  return frame;
}

}  // namespace overlace
