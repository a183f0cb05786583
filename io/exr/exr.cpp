// SPDX-License-Identifier: Apache-2.0
// Float R'G'B' planes, made linear and premultiplied, through the OpenEXR library.
#include "io/exr/exr.h"

#include <ImfChannelList.h>
#include <ImfChromaticities.h>
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfIntAttribute.h>
#include <ImfOutputFile.h>
#include <ImfStandardAttributes.h>
#include <half.h>

#include <algorithm>
#include <cstdio>
#include <optional>

#include "gpu/display_light.h"
#include "io/exr/exr_memory.h"
#include "io/exr/exr_plate.h"
#include "io/frames/frame_converter.h"
#include "io/frames/pixel_format.h"

namespace overlace {
namespace {

using HalfPixel = std::array<half, 4>;

/// Float planes of a picture, R, G, B and, or null, A.
struct Planes {
  std::array<PlaneView, 4> of;
  Size size;
  [[nodiscard]] bool has_alpha() const { return of[3].data != nullptr; }
  [[nodiscard]] const float* row(std::size_t plane, int y) const {
    return reinterpret_cast<const float*>(of[plane].data + y * of[plane].stride);
  }
};

Planes planes_of(const AVFrame& frame) {
  const auto plane = [&frame](int i) {
    return PlaneView{reinterpret_cast<std::byte*>(frame.data[i]), frame.linesize[i]};
  };
  const bool alpha = frame.format == AV_PIX_FMT_GBRAPF32;
  return {{plane(2), plane(0), plane(1), alpha ? plane(3) : PlaneView{}},
          {frame.width, frame.height}};
}

bool is_empty(const Planes& planes, int x, int y) {
  for (std::size_t i = 0; i < 4; ++i)
    if (planes.row(i, y)[x] != 0) return false;
  return true;
}

// The smallest window with all that is not empty; one pixel where everything is: a window of EXR
// cannot be empty.
Imath::Box2i bounds_of(const Planes& planes) {
  const Size size = planes.size;
  if (!planes.has_alpha()) return {{0, 0}, {size.width - 1, size.height - 1}};
  Imath::Box2i box;
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x)
      if (!is_empty(planes, x, y)) box.extendBy(Imath::V2i(x, y));
  }
  return box.isEmpty() ? Imath::Box2i({0, 0}, {0, 0}) : box;
}

Imf::Chromaticities chromaticities(const Primaries& p) {
  const auto of = [](const Chromaticity& c) { return Imath::V2f(c.x, c.y); };
  return {of(p.red), of(p.green), of(p.blue), of(p.white)};
}

std::optional<Imf::TimeCode> time_code(const std::string& text) {
  int hours = 0;
  int minutes = 0;
  int seconds = 0;
  int frames = 0;
  char separator = 0;
  const bool read = std::sscanf(text.c_str(), "%d:%d:%d%c%d", &hours, &minutes, &seconds,
                                &separator, &frames) == 5;
  if (!read || hours > 23 || frames > 39) return std::nullopt;  // more has no room in SMPTE 12M
  return Imf::TimeCode(hours, minutes, seconds, frames, separator != ':');
}

class ExrEncoder final : public StillEncoder {
 public:
  explicit ExrEncoder(const StillOptions& options) : options_(options) {}

  std::vector<std::byte> encode(const ImageView& picture, const StillFacts& facts) override;
  PixelFormat overlay_format() const override {
    return pixel_format_from_av(AV_PIX_FMT_GBRAPF32).value();
  }

 private:
  [[nodiscard]] FramePtr to_float(const AVFrame& source, const ColorSpec& color);
  [[nodiscard]] HalfPixel pixel(const Planes& planes, int x, int y, const ColorSpec& color) const;
  [[nodiscard]] Imf::Header header(const Planes& planes, const ColorSpec& color,
                                   const StillFacts& facts, const ExrPlate* plate) const;
  [[nodiscard]] std::vector<std::byte> encode_picture(const ImageView& picture,
                                                      const StillFacts& facts,
                                                      const ExrPlate* plate);

  StillOptions options_;
  std::optional<FrameConverter> converter_;
  AVPixelFormat converted_ = AV_PIX_FMT_NONE;
  std::vector<HalfPixel> pixels_;
};

FramePtr ExrEncoder::to_float(const AVFrame& source, const ColorSpec& color) {
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

// Light is linear in colour as it is, not in colour times alpha. Colour without alpha shines: it is
// light that covers nothing.
HalfPixel ExrEncoder::pixel(const Planes& planes, int x, int y, const ColorSpec& color) const {
  Triple rgb{planes.row(0, y)[x], planes.row(1, y)[x], planes.row(2, y)[x]};
  const double alpha = planes.has_alpha() ? planes.row(3, y)[x] : 1;
  const double held = options_.premultiplied && alpha > 0 ? alpha : 1;
  const double wanted = options_.premultiplied ? held : alpha;
  if (options_.linear) {
    for (double& v : rgb) v /= held;
    rgb = display_light(color, rgb);
    for (double& v : rgb) v *= wanted;
  } else {
    for (double& v : rgb) v *= wanted / held;
  }
  return {half(static_cast<float>(rgb[0])), half(static_cast<float>(rgb[1])),
          half(static_cast<float>(rgb[2])), half(static_cast<float>(alpha))};
}

// An overlay alone lies where its plate does.
Imf::Header ExrEncoder::header(const Planes& planes, const ColorSpec& color,
                               const StillFacts& facts, const ExrPlate* plate) const {
  const Imath::Box2i display({0, 0}, {planes.size.width - 1, planes.size.height - 1});
  Imf::Header header =
      plate != nullptr ? kept_header(*plate)
                       : Imf::Header(display, display, static_cast<float>(options_.pixel_aspect),
                                     {0, 0}, 1, Imf::INCREASING_Y, Imf::ZIPS_COMPRESSION);
  const std::size_t channels = planes.has_alpha() ? 4 : 3;
  for (std::size_t i = 0; i < channels; ++i)
    header.channels().insert(std::string(1, "RGBA"[i]), Imf::Channel(Imf::HALF));
  Imf::addChromaticities(header, chromaticities(color.primaries));
  header.insert("imageCounter", Imf::IntAttribute(facts.number));
  if (options_.frame_rate.num > 0) {
    Imf::addFramesPerSecond(header, Imf::Rational(static_cast<int>(options_.frame_rate.num),
                                                  static_cast<unsigned>(options_.frame_rate.den)));
  }
  if (const auto code = time_code(facts.timecode)) Imf::addTimeCode(header, *code);
  if (!options_.linear) Imf::addComments(header, "R'G'B' as displayed, not linear light");
  return header;
}

std::vector<std::byte> ExrEncoder::encode_picture(const ImageView& picture, const StillFacts& facts,
                                                  const ExrPlate* plate) {
  const FramePtr source = borrow(picture);
  const bool ready = source->format == AV_PIX_FMT_GBRAPF32 || source->format == AV_PIX_FMT_GBRPF32;
  const FramePtr converted = ready ? FramePtr() : to_float(*source, picture.color);
  const Planes planes = planes_of(ready ? *source : *converted);
  Imath::Box2i window = bounds_of(planes);
  const int width = window.max.x - window.min.x + 1;
  const int height = window.max.y - window.min.y + 1;
  pixels_.resize(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  HalfPixel* to = pixels_.data();
  for (int y = window.min.y; y <= window.max.y; ++y) {
    for (int x = window.min.x; x <= window.max.x; ++x) *to++ = pixel(planes, x, y, picture.color);
  }
  Imf::Header head = header(planes, picture.color, facts, plate);
  window.min += head.displayWindow().min;
  window.max += head.displayWindow().min;
  head.dataWindow() = window;
  ExrOutput stream;
  {
    Imf::OutputFile file(stream, head);
    Imf::FrameBuffer buffer;
    for (std::size_t i = 0; i < (planes.has_alpha() ? 4U : 3U); ++i) {
      buffer.insert(std::string(1, "RGBA"[i]),
                    Imf::Slice::Make(Imf::HALF, &pixels_.front()[i], window, sizeof(HalfPixel)));
    }
    file.setFrameBuffer(buffer);
    file.writePixels(height);
  }
  return std::move(stream.bytes);
}

std::vector<std::byte> ExrEncoder::encode(const ImageView& picture, const StillFacts& facts) {
  const auto* plate = dynamic_cast<const ExrPlate*>(facts.plate);
  try {
    if (plate != nullptr && !options_.premultiplied) return write_exr(*plate, picture);
    return encode_picture(picture, facts, plate);
  } catch (const Iex::BaseExc& error) {
    throw Error(ErrorCode::output, std::string("encoding EXR: ") + error.what());
  }
}

}  // namespace

std::unique_ptr<StillEncoder> make_exr_encoder(const StillOptions& options) {
  return std::make_unique<ExrEncoder>(options);
}

}  // namespace overlace
