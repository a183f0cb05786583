// SPDX-License-Identifier: Apache-2.0
// Float R'G'B' planes, made linear and premultiplied.
#include "io/exr/exr_pixels.h"

#include "gpu/display_light.h"
#include "io/frames/pixel_format.h"

namespace overlace {

void ExrPixels::take(const ImageView& picture) {
  FramePtr source = borrow(picture);
  const bool ready = source->format == AV_PIX_FMT_GBRAPF32 || source->format == AV_PIX_FMT_GBRPF32;
  frame_ = ready ? std::move(source) : to_float(*source, picture.color);
  const auto plane = [this](int i) {
    return PlaneView{reinterpret_cast<std::byte*>(frame_->data[i]), frame_->linesize[i]};
  };
  const bool alpha = frame_->format == AV_PIX_FMT_GBRAPF32;
  planes_ = {plane(2), plane(0), plane(1), alpha ? plane(3) : PlaneView{}};
  size_ = {frame_->width, frame_->height};
  color_ = picture.color;
}

FramePtr ExrPixels::to_float(const AVFrame& source, const ColorSpec& color) {
  const auto from = static_cast<AVPixelFormat>(source.format);
  const bool alpha = (av_pix_fmt_desc_get(from)->flags & AV_PIX_FMT_FLAG_ALPHA) != 0;
  const AVPixelFormat to = alpha ? AV_PIX_FMT_GBRAPF32 : AV_PIX_FMT_GBRPF32;
  if (!converter_ || to != converted_) {
    ColorSpec rgb = color;
    rgb.range = ColorRange::full;
    converter_.emplace(ConvertTarget{to, rgb});
    converted_ = to;
  }
  return converter_->convert(source, color);
}

bool ExrPixels::is_empty(int x, int y) const {
  for (std::size_t i = 0; i < 4; ++i)
    if (row(i, y)[x] != 0) return false;
  return true;
}

Imath::Box2i ExrPixels::bounds() const {
  if (!has_alpha() || options_.exr.whole_window)
    return {{0, 0}, {size_.width - 1, size_.height - 1}};
  Imath::Box2i box;
  for (int y = 0; y < size_.height; ++y) {
    for (int x = 0; x < size_.width; ++x)
      if (!is_empty(x, y)) box.extendBy(Imath::V2i(x, y));
  }
  return box;
}

// Linearisation applies to straight colour, not to colour times alpha. Colour with alpha 0 is
// emission: light that covers nothing. Most pixels of an overlay are empty, and transfer curves are
// slow.
std::array<float, 4> ExrPixels::pixel(int x, int y) const {
  if (has_alpha() && is_empty(x, y)) return {};
  Triple rgb{row(0, y)[x], row(1, y)[x], row(2, y)[x]};
  const double alpha = has_alpha() ? row(3, y)[x] : 1;
  const double held = options_.premultiplied && alpha > 0 ? alpha : 1;
  const double wanted = options_.premultiplied ? held : alpha;
  if (options_.exr.linear) {
    for (double& v : rgb) v /= held;
    rgb = display_light(color_, rgb);
    for (double& v : rgb) v *= wanted;
  } else {
    for (double& v : rgb) v *= wanted / held;
  }
  return {static_cast<float>(rgb[0]), static_cast<float>(rgb[1]), static_cast<float>(rgb[2]),
          static_cast<float>(alpha)};
}

}  // namespace overlace
