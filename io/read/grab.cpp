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

DecodedFrame read_frame(VideoReader& reader, std::int32_t number) {
  DecodedFrame picture;
  reader.seek(number);
  const std::int32_t first = reader.info().clip.first_frame;
  if (!reader.read(picture))
    throw Error(ErrorCode::usage,
                fmt::format("frame {} does not exist: the video ends before it", first + number),
                fmt::format("frames count from {}", first), SourceLocation{reader.path()});
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

GrabbedFrame grab_frame(VideoReader& reader, std::int32_t number) {
  const DecodedFrame picture = read_frame(reader, number);
  const ColorSpec& color = reader.info().color;
  const auto format = static_cast<AVPixelFormat>(picture.frame->format);
  const AVPixelFormat drawable = drawable_format(format);
  FramePtr frame = drawable == format
                       ? FramePool().copy(*picture.frame)
                       : FrameConverter({drawable, color}).convert(*picture.frame, color);
  return {std::move(frame), color, reader.info().alpha, picture.time};
}

FrameTime time_of_frame(VideoReader& reader, std::int32_t number) {
  return read_frame(reader, number).time;
}

}  // namespace overlace
