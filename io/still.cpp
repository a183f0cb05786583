// SPDX-License-Identifier: Apache-2.0
// PNG through libav's encoder, RGB through swscale with the picture's own matrix and range.
#include "io/still.h"

#include <optional>

#include "io/frame_converter.h"
#include "io/pixel_format.h"

namespace overlace {
namespace {

AVPixelFormat png_format(const PixelFormat& format) {
  const bool deep = format.bits > 8;
  if (format.alpha) return deep ? AV_PIX_FMT_RGBA64BE : AV_PIX_FMT_RGBA;
  return deep ? AV_PIX_FMT_RGB48BE : AV_PIX_FMT_RGB24;
}

CodecPtr open_png(AVPixelFormat format, Size size) {
  const AVCodec* codec = avcodec_find_encoder(AV_CODEC_ID_PNG);
  if (codec == nullptr) throw Error(ErrorCode::unavailable, "this libav has no PNG encoder");
  CodecPtr encoder = make_codec(codec);
  encoder->width = size.width;
  encoder->height = size.height;
  encoder->pix_fmt = format;
  encoder->time_base = {1, 1};
  encoder->thread_count = 1;  // a picture comes out as soon as it goes in
  AvOptions options;
  options.set("pred", "up");
  check_av(avcodec_open2(encoder.get(), codec, options.address()), ErrorCode::output,
           "PNG encoder");
  return encoder;
}

ColorSpec full_rgb() {
  ColorSpec color;
  color.range = ColorRange::full;
  return color;
}

}  // namespace

class PngEncoder::State {
 public:
  std::vector<std::byte> encode(const ImageView& picture);

 private:
  void prepare(const ImageView& picture);

  Size size_;
  AVPixelFormat format_ = AV_PIX_FMT_NONE;
  CodecPtr encoder_;
  std::optional<FrameConverter> converter_;
  PacketPtr packet_ = make_packet();
};

void PngEncoder::State::prepare(const ImageView& picture) {
  const AVPixelFormat format = png_format(picture.format);
  if (encoder_ && format == format_ && picture.size == size_) return;
  encoder_ = open_png(format, picture.size);
  converter_.emplace(ConvertTarget{format, full_rgb()});
  format_ = format;
  size_ = picture.size;
}

std::vector<std::byte> PngEncoder::State::encode(const ImageView& picture) {
  prepare(picture);
  const FramePtr source = borrow(picture);
  const FramePtr rgb = converter_->convert(*source, picture.color);
  check_av(avcodec_send_frame(encoder_.get(), rgb.get()), ErrorCode::output, "encoding PNG");
  check_av(avcodec_receive_packet(encoder_.get(), packet_.get()), ErrorCode::output,
           "encoding PNG");
  const auto* data = reinterpret_cast<const std::byte*>(packet_->data);
  std::vector<std::byte> bytes(data, data + packet_->size);
  av_packet_unref(packet_.get());
  return bytes;
}

PngEncoder::PngEncoder() : state_(std::make_unique<State>()) {}
PngEncoder::~PngEncoder() = default;
PngEncoder::PngEncoder(PngEncoder&&) noexcept = default;
std::vector<std::byte> PngEncoder::encode(const ImageView& picture) {
  return state_->encode(picture);
}

void check_still(const std::string& path, const OutputPolicy& policy) {
  if (!path.ends_with(".png"))
    throw Error(ErrorCode::usage, "pictures are PNG", "let the name end in .png", Place{path});
  check_output(path, policy);
}

void write_still(const std::string& path, const ImageView& picture, const OutputPolicy& policy) {
  silence_av_log();
  AtomicOutput output(path, policy);
  PngEncoder encoder;
  output.write(encoder.encode(picture));
  output.commit();
}

}  // namespace overlace
