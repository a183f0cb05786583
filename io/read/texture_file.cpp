// SPDX-License-Identifier: Apache-2.0
// Decodes one frame, the only one, converts, premultiplies.
#include "io/read/texture_file.h"

#include <fmt/format.h>

#include <cstring>
#include <vector>

#include "io/av/av.h"
#include "io/frames/frame_converter.h"
#include "io/read/svg.h"
#include "io/read/video_reader.h"

namespace overlace {
namespace {

void check(const VideoInfo& info, const std::string& path) {
  const Size size = info.clip.size;
  if (size.width > max_texture_side || size.height > max_texture_side)
    throw Error(ErrorCode::limit,
                fmt::format("is {} x {} px; an image to paint with has at most {} on a side",
                            size.width, size.height, max_texture_side),
                "scale it down", SourceLocation{path});
  if (info.color.transfer != Transfer::sdr)
    throw Error(ErrorCode::input, "is an HDR or scene-linear picture; images are painted as sRGB",
                "convert it to an 8-bit or 16-bit sRGB picture", SourceLocation{path});
}

bool has_deep_samples(const AVFrame& frame) {
  const AVPixFmtDescriptor* format = av_pix_fmt_desc_get(static_cast<AVPixelFormat>(frame.format));
  return format != nullptr && format->comp[0].depth > 8;
}

/// The picture's samples, four per pixel, row by row; bytes are scaled to 16 bits: 255 becomes
/// 65535.
std::vector<std::uint16_t> samples_of(const AVFrame& frame, const ColorSpec& color) {
  ColorSpec rgb;
  rgb.range = ColorRange::full;
  const bool deep = has_deep_samples(frame);
  FrameConverter converter({.format = deep ? AV_PIX_FMT_RGBA64 : AV_PIX_FMT_RGBA, .color = rgb});
  const FramePtr converted = converter.convert(frame, color);
  const auto row = static_cast<std::size_t>(frame.width) * 4;
  std::vector<std::uint16_t> samples(row * static_cast<std::size_t>(frame.height));
  for (int y = 0; y < frame.height; ++y) {
    const std::uint8_t* from = converted->data[0] + std::ptrdiff_t{converted->linesize[0]} * y;
    std::uint16_t* to = samples.data() + row * static_cast<std::size_t>(y);
    if (deep)
      std::memcpy(to, from, row * sizeof(std::uint16_t));
    else
      for (std::size_t i = 0; i < row; ++i) to[i] = static_cast<std::uint16_t>(from[i] * 257);
  }
  return samples;
}

}  // namespace

std::shared_ptr<const Texture> read_still(const std::string& path) {
  if (is_svg(path)) return read_svg(path);
  VideoReader reader(path, {.threads = 1, .max_pixels = max_texture_texels, .autorotate = true});
  check(reader.info(), path);
  DecodedFrame picture;
  if (is_canvas(reader.stream()) || !reader.read(picture))
    throw Error(ErrorCode::input, "holds no picture", "", SourceLocation{path});
  const std::vector<std::uint16_t> samples = samples_of(*picture.frame, reader.info().color);
  if (reader.read(picture))
    throw Error(ErrorCode::input, "holds several pictures: a node paints one, which does not move",
                "give a single picture; `overlace frame` makes one of a video",
                SourceLocation{path});
  return std::make_shared<const Texture>(make_texture(reader.info().clip.size, samples));
}

}  // namespace overlace
