// SPDX-License-Identifier: Apache-2.0
// Single frames: decoded, converted to a drawable format, owned.
#include "io/read/grab.h"

#include <fmt/format.h>

#include <cstring>
#include <utility>

#include "io/frames/frame_converter.h"
#include "io/frames/frame_pool.h"
#include "io/frames/pixel_format.h"

namespace overlace {

Error no_such_frame(const VideoReader& reader, std::int32_t number) {
  const std::int32_t first = reader.info().clip.first_frame;
  return {ErrorCode::usage,
          fmt::format("frame {} does not exist: the video ends before it", first + number),
          fmt::format("frames count from {}", first), SourceLocation{reader.path()}};
}

DecodedFrame read_frame(VideoReader& reader, std::int32_t number) {
  DecodedFrame picture;
  reader.seek(number);
  if (!reader.read(picture)) throw no_such_frame(reader, number);
  return picture;
}

GrabbedFrame::GrabbedFrame(FramePtr frame, const ColorSpec& color, AlphaKind alpha, FrameTime time)
    : frame_(std::move(frame)), color_(color), alpha_(alpha), time_(time) {}

ImageView GrabbedFrame::view() const {
  ImageView view = view_of(*frame_, color_);
  view.alpha = alpha_;
  return view;
}

GrabbedFrame GrabbedFrame::copy() const {
  return {FramePool().copy(*frame_), color_, alpha_, time_};
}

std::vector<std::uint8_t> GrabbedFrame::rgb() const {
  ColorSpec color = color_;
  color.range = ColorRange::full;
  const FramePtr packed = FrameConverter({AV_PIX_FMT_RGB24, color}).convert(*frame_, color_);
  const std::size_t row = static_cast<std::size_t>(packed->width) * 3;
  std::vector<std::uint8_t> pixels(row * static_cast<std::size_t>(packed->height));
  for (int y = 0; y < packed->height; ++y)
    std::memcpy(pixels.data() + row * static_cast<std::size_t>(y),
                packed->data[0] + static_cast<std::ptrdiff_t>(y) * packed->linesize[0], row);
  return pixels;
}

GrabbedFrame drawable_copy(const DecodedFrame& picture, const VideoInfo& video) {
  const ColorSpec& color = video.color;
  const auto format = static_cast<AVPixelFormat>(picture.frame->format);
  const AVPixelFormat drawable = drawable_format(format);
  FramePtr frame = drawable == format
                       ? FramePool().copy(*picture.frame)
                       : FrameConverter({drawable, color}).convert(*picture.frame, color);
  return {std::move(frame), color, video.alpha, picture.time};
}

GrabbedFrame scaled(const GrabbedFrame& picture, Size size) {
  const auto format = static_cast<AVPixelFormat>(picture.frame().format);
  FrameConverter converter({.format = format, .color = picture.color(), .size = size});
  return {converter.convert(picture.frame(), picture.color()), picture.color(), picture.alpha(),
          picture.time()};
}

GrabbedFrame grab_frame(VideoReader& reader, std::int32_t number) {
  return drawable_copy(read_frame(reader, number), reader.info());
}

FrameTime time_of_frame(VideoReader& reader, std::int32_t number) {
  return read_frame(reader, number).time;
}

}  // namespace overlace
