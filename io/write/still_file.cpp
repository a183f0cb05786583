// SPDX-License-Identifier: Apache-2.0
// PNG and TIFF through libav's encoders; RGB through swscale with the picture's own matrix and
// range.
#include "io/write/still_file.h"

#include <optional>
#include <utility>

#include "io/exr/exr.h"
#include "io/frames/frame_converter.h"
#include "io/frames/pixel_format.h"
#include "io/write/png_color.h"

namespace overlace {
namespace {

/// A format of libav's, with the pixels it stores: R'G'B' and R'G'B'A of 8 and 16 bits.
struct LibavFormat {
  const char* name;
  AVCodecID codec;
  AVPixelFormat rgb, rgba, rgb_deep, rgba_deep;
  std::pair<const char*, const char*> option;
};
constexpr LibavFormat png{"PNG",           AV_CODEC_ID_PNG,    AV_PIX_FMT_RGB24,
                          AV_PIX_FMT_RGBA, AV_PIX_FMT_RGB48BE, AV_PIX_FMT_RGBA64BE,
                          {"pred", "up"}};
constexpr LibavFormat tiff{"TIFF",
                           AV_CODEC_ID_TIFF,
                           AV_PIX_FMT_RGB24,
                           AV_PIX_FMT_RGBA,
                           AV_PIX_FMT_RGB48LE,
                           AV_PIX_FMT_RGBA64LE,
                           {"compression_algo", "deflate"}};

AVPixelFormat stored_format(const LibavFormat& still, const PixelFormat& format) {
  const bool deep = format.bits > 8;
  if (format.alpha) return deep ? still.rgba_deep : still.rgba;
  return deep ? still.rgb_deep : still.rgb;
}

CodecPtr open_encoder(const LibavFormat& still, AVPixelFormat format, Size size) {
  const AVCodec* codec = avcodec_find_encoder(still.codec);
  if (codec == nullptr)
    throw Error(ErrorCode::unavailable, std::string("this libav has no encoder for ") + still.name);
  CodecPtr encoder = make_codec(codec);
  encoder->width = size.width;
  encoder->height = size.height;
  encoder->pix_fmt = format;
  encoder->time_base = {1, 1};
  encoder->thread_count = 1;  // a picture comes out as soon as it goes in
  AvOptions options;
  options.set(still.option.first, still.option.second);
  check_av(avcodec_open2(encoder.get(), codec, options.address()), ErrorCode::output,
           std::string(still.name) + " encoder");
  return encoder;
}

ColorSpec full_rgb() {
  ColorSpec color;
  color.range = ColorRange::full;
  return color;
}

class LibavStill final : public StillEncoder {
 public:
  explicit LibavStill(const LibavFormat& still) : still_(still) {}

  std::vector<std::byte> encode(const ImageView& picture, const StillFacts& facts) override;
  PixelFormat overlay_format() const override {
    return pixel_format_from_av(AV_PIX_FMT_RGBA64).value();
  }

 private:
  void prepare(const ImageView& picture);

  const LibavFormat& still_;
  Size size_;
  AVPixelFormat format_ = AV_PIX_FMT_NONE;
  CodecPtr encoder_;
  std::optional<FrameConverter> converter_;
  PacketPtr packet_ = make_packet();
};

void LibavStill::prepare(const ImageView& picture) {
  const AVPixelFormat format = stored_format(still_, picture.format);
  if (encoder_ && format == format_ && picture.size == size_) return;
  encoder_ = open_encoder(still_, format, picture.size);
  converter_.emplace(ConvertTarget{format, full_rgb()});
  format_ = format;
  size_ = picture.size;
}

std::vector<std::byte> LibavStill::encode(const ImageView& picture, const StillFacts& /*facts*/) {
  prepare(picture);
  const FramePtr source = borrow(picture);
  const FramePtr rgb = converter_->convert(*source, picture.color);
  const std::string what = std::string("encoding ") + still_.name;
  check_av(avcodec_send_frame(encoder_.get(), rgb.get()), ErrorCode::output, what);
  check_av(avcodec_receive_packet(encoder_.get(), packet_.get()), ErrorCode::output, what);
  const auto* data = reinterpret_cast<const std::byte*>(packet_->data);
  std::vector<std::byte> bytes(data, data + packet_->size);
  av_packet_unref(packet_.get());
  if (still_.codec == AV_CODEC_ID_PNG) state_color(bytes, picture.color);
  return bytes;
}

}  // namespace

std::unique_ptr<StillEncoder> make_still_encoder(const std::string& path,
                                                 const StillOptions& options) {
  if (path.ends_with(".png")) return std::make_unique<LibavStill>(png);
  if (path.ends_with(".tif") || path.ends_with(".tiff")) return std::make_unique<LibavStill>(tiff);
  if (path.ends_with(".exr")) return make_exr_encoder(options);
  throw Error(ErrorCode::usage, "pictures are PNG, TIFF or OpenEXR",
              "use a name that ends in .png, .tif or .exr", SourceLocation{path});
}

void check_still(const std::string& path, const OutputPolicy& policy) {
  static_cast<void>(make_still_encoder(path, {}));
  check_output(path, policy);
}

void write_still(const std::string& path, const ImageView& picture, const OutputPolicy& policy,
                 const StillFacts& facts) {
  silence_av_log();
  const std::unique_ptr<StillEncoder> encoder = make_still_encoder(path, {});
  AtomicOutput output(path, policy);
  output.write(encoder->encode(picture, facts));
  output.commit();
}

}  // namespace overlace
