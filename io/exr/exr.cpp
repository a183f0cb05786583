// SPDX-License-Identifier: Apache-2.0
// One picture per file, through the OpenEXR library.
#include "io/exr/exr.h"

#include <ImfChannelList.h>
#include <ImfFrameBuffer.h>
#include <ImfOutputFile.h>

#include <utility>

#include "io/exr/exr_aovs.h"
#include "io/exr/exr_header.h"
#include "io/exr/exr_memory.h"
#include "io/exr/exr_pixels.h"
#include "io/exr/exr_plate.h"
#include "io/frames/pixel_format.h"

namespace overlace {
namespace {

template <class Sample>
class ExrEncoder final : public StillEncoder {
 public:
  explicit ExrEncoder(const StillOptions& options) : options_(options), picture_(options) {}

  std::vector<std::byte> encode(const ImageView& picture, const StillFacts& facts) override;
  PixelFormat overlay_format() const override {
    return pixel_format_from_av(AV_PIX_FMT_GBRAPF32).value();
  }

 private:
  [[nodiscard]] std::vector<std::byte> encode_picture(const ImageView& picture,
                                                      const StillFacts& facts,
                                                      const ExrPlate* plate);

  StillOptions options_;
  ExrPixels picture_;
  std::vector<ExrPixel<Sample>> pixels_;
};

template <class Sample>
std::vector<std::byte> ExrEncoder<Sample>::encode_picture(const ImageView& picture,
                                                          const StillFacts& facts,
                                                          const ExrPlate* plate) {
  picture_.take(picture);
  ExrAovs aovs(facts.aovs);
  const Imath::Box2i bounds = window_of(hull(picture_.bounds(), aovs.bounds()));
  picture_.read(bounds, pixels_);
  Imf::Header head = exr_header(picture_.size(), picture.color, options_, facts, plate);
  const Imath::Box2i window = in_file(bounds, head);
  head.dataWindow() = window;
  Imf::FrameBuffer buffer;
  for (std::size_t i = 0; i < (picture_.has_alpha() ? 4U : 3U); ++i) {
    const std::string name(1, "RGBA"[i]);
    head.channels().insert(name, Imf::Channel(exr_type<Sample>));
    buffer.insert(name, Imf::Slice::Make(exr_type<Sample>, &pixels_.front()[i], window,
                                         sizeof(ExrPixel<Sample>)));
  }
  aovs.add(bounds, head, buffer);
  ExrOutput stream;
  {
    Imf::OutputFile file(stream, head);
    file.setFrameBuffer(buffer);
    file.writePixels(height_of_window(window));
  }
  return std::move(stream.bytes);
}

template <class Sample>
std::vector<std::byte> ExrEncoder<Sample>::encode(const ImageView& picture,
                                                  const StillFacts& facts) {
  const auto* plate = dynamic_cast<const ExrPlate*>(facts.plate);
  try {
    if (plate != nullptr && !options_.premultiplied) return write_exr(*plate, picture, options_);
    return encode_picture(picture, facts, plate);
  } catch (const Iex::BaseExc& error) {
    throw Error(ErrorCode::output, std::string("encoding EXR: ") + error.what());
  }
}

}  // namespace

std::unique_ptr<StillEncoder> make_exr_encoder(const StillOptions& options) {
  use_all_cores();
  if (options.whole_floats) return std::make_unique<ExrEncoder<float>>(options);
  return std::make_unique<ExrEncoder<half>>(options);
}

}  // namespace overlace
