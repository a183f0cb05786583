// SPDX-License-Identifier: Apache-2.0
// PNG and TIFF through libav's encoders; RGB through swscale with the picture's own matrix and
// range.
#include "io/write/still_file.h"

#include <optional>
#include <utility>

#include "io/av/picture_part.h"
#include "io/exr/exr.h"
#include "io/frames/frame_converter.h"
#include "io/frames/pixel_format.h"
#include "io/write/part_encoder.h"
#include "io/write/png_color.h"

namespace overlace {
namespace {

/// An option of an encoder, and its value.
using LibavOption = std::pair<const char*, const char*>;

/// A format of libav's, with the pixels it stores: R'G'B' and R'G'B'A of 8 and 16 bits.
struct LibavFormat {
  const char* name;
  AVCodecID codec;
  AVPixelFormat rgb, rgba, rgb_deep, rgba_deep;
  LibavOption compressed, uncompressed;
};
/// A frame of 1080p takes 360 ms to compress, and 7 ms to store.
constexpr LibavFormat png{"PNG",           AV_CODEC_ID_PNG,           AV_PIX_FMT_RGB24,
                          AV_PIX_FMT_RGBA, AV_PIX_FMT_RGB48BE,        AV_PIX_FMT_RGBA64BE,
                          {"pred", "up"},  {"compression_level", "0"}};
constexpr LibavFormat tiff{"TIFF",
                           AV_CODEC_ID_TIFF,
                           AV_PIX_FMT_RGB24,
                           AV_PIX_FMT_RGBA,
                           AV_PIX_FMT_RGB48LE,
                           AV_PIX_FMT_RGBA64LE,
                           {"compression_algo", "deflate"},
                           {"compression_algo", "raw"}};

AVPixelFormat stored_format(const LibavFormat& still, const PixelFormat& format) {
  const bool deep = format.bits > 8;
  if (format.alpha) return deep ? still.rgba_deep : still.rgba;
  return deep ? still.rgb_deep : still.rgb;
}

CodecPtr open_encoder(const LibavFormat& still, const LibavOption& option, AVPixelFormat format,
                      Size size) {
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
  options.set(option.first, option.second);
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
  /// An empty part is all of a picture.
  LibavStill(const LibavFormat& still, const StillOptions& options, const PixelRect& part)
      : still_(still),
        option_(options.uncompressed ? still.uncompressed : still.compressed),
        part_(part) {}

  std::vector<std::byte> encode(const ImageView& picture, const StillFacts& facts) override;
  PixelFormat overlay_format() const override {
    return pixel_format_from_av(AV_PIX_FMT_RGBA64).value();
  }

 private:
  void prepare(const ImageView& picture);

  const LibavFormat& still_;
  const LibavOption& option_;
  PixelRect part_;
  Size size_;
  AVPixelFormat format_ = AV_PIX_FMT_NONE;
  CodecPtr encoder_;
  std::optional<FrameConverter> converter_;
  PacketPtr packet_ = make_packet();
};

void LibavStill::prepare(const ImageView& picture) {
  const AVPixelFormat format = stored_format(still_, picture.format);
  const Size size = part_.is_empty() ? picture.size : Size{part_.width, part_.height};
  if (encoder_ && format == format_ && size == size_) return;
  encoder_ = open_encoder(still_, option_, format, size);
  converter_.emplace(ConvertTarget{format, full_rgb()});
  format_ = format;
  size_ = size;
}

std::vector<std::byte> LibavStill::encode(const ImageView& picture, const StillFacts& /*facts*/) {
  prepare(picture);
  const FramePtr source = borrow(picture);
  // Chroma is interpolated across the part's edges, so all of the picture is converted.
  const FramePtr rgb = part_of(*converter_->convert(*source, picture.color), part_);
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

std::unique_ptr<StillEncoder> make_part_encoder(const std::string& path,
                                                const StillOptions& options,
                                                const PixelRect& part) {
  if (path.ends_with(".png")) return std::make_unique<LibavStill>(png, options, part);
  if (path.ends_with(".tif") || path.ends_with(".tiff"))
    return std::make_unique<LibavStill>(tiff, options, part);
  throw Error(ErrorCode::usage, "pictures are PNG, TIFF or OpenEXR",
              "use a name that ends in .png, .tif or .exr", SourceLocation{path});
}

std::unique_ptr<StillEncoder> make_still_encoder(const std::string& path,
                                                 const StillOptions& options) {
  if (path.ends_with(".exr")) return make_exr_encoder(options);
  return make_part_encoder(path, options, {});
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
