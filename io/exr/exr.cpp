// SPDX-License-Identifier: Apache-2.0
// One frame per file, through the OpenEXR library: its picture, layers, mattes and AOVs.
#include "io/exr/exr.h"

#include <ImfChannelList.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <utility>

#include "io/exr/exr_aovs.h"
#include "io/exr/exr_drawn_plate.h"
#include "io/exr/exr_header.h"
#include "io/exr/exr_layers.h"
#include "io/exr/exr_memory.h"
#include "io/exr/exr_part.h"
#include "io/exr/exr_pixels.h"
#include "io/exr/exr_plate.h"
#include "io/frames/pixel_format.h"

namespace overlace {
namespace {

StillOptions with_names_of_layers(StillOptions options) {
  if (!options.layers.empty())
    options.attributes.emplace_back("overlace/layers",
                                    fmt::format("{}", fmt::join(options.layers, ",")));
  return options;
}

/// The header of a plate that has been drawn on.
Imf::Header drawn_header(const ExrPlate& plate, const StillOptions& options) {
  Imf::Header header = kept_header(plate);
  add_attributes(header, options.attributes);
  header.compression() = compression_of(options.exr.compression);
  return header;
}

template <class Sample>
class ExrEncoder final : public StillEncoder {
 public:
  explicit ExrEncoder(const StillOptions& options)
      : options_(with_names_of_layers(options)), picture_(options), layers_(options) {}

  std::vector<std::byte> encode(const ImageView& picture, const StillFacts& facts) override;
  PixelFormat overlay_format() const override {
    return pixel_format_from_av(AV_PIX_FMT_GBRAPF32).value();
  }

 private:
  [[nodiscard]] std::vector<std::byte> encode_drawn(const ExrPlate& plate, const ImageView& picture,
                                                    const StillFacts& facts);
  [[nodiscard]] std::vector<std::byte> encode_picture(const ImageView& picture,
                                                      const StillFacts& facts,
                                                      const ExrPlate* plate);
  /// The file: a part with R, G, B and A in a window of the picture, and everything stored beside
  /// them.
  [[nodiscard]] std::vector<std::byte> finish(ExrPart main, const Imath::Box2i& window,
                                              ExrAovs& aovs);
  void read_layers(const Imath::Box2i& window) {
    options_.parts ? layers_.read_apart() : layers_.read(window);
  }

  StillOptions options_;
  ExrPixels picture_;
  ExrLayers<Sample> layers_;
  ExrLayer<Sample> colors_;
};

template <class Sample>
std::vector<std::byte> ExrEncoder<Sample>::finish(ExrPart main, const Imath::Box2i& window,
                                                  ExrAovs& aovs) {
  Imf::Header of_layers = main.header;
  of_layers.channels() = {};
  aovs.add(window, main);
  if (!options_.parts) {
    layers_.add_to(main);
    return file_of({&main, 1});
  }
  main.header.setName("RGBA");
  std::vector<ExrPart> parts{std::move(main)};
  layers_.append_to(parts, of_layers);
  return file_of(parts);
}

template <class Sample>
std::vector<std::byte> ExrEncoder<Sample>::encode_drawn(const ExrPlate& plate,
                                                        const ImageView& picture,
                                                        const StillFacts& facts) {
  DrawnPlate drawn(plate, picture);
  ExrAovs aovs(facts.aovs);
  ExrPart main{drawn_header(plate, options_)};
  const Imath::Box2i bounds = hull(layers_.bounds(), aovs.bounds());
  const Imath::Box2i window = hull(in_picture(drawn.window(), main.header), bounds);
  read_layers(window);
  main.header.dataWindow() = in_file(window, main.header);
  drawn.add_to(main);
  return finish(std::move(main), window, aovs);
}

// In an overlay made of layers alone, nothing has been drawn on the picture itself.
template <class Sample>
std::vector<std::byte> ExrEncoder<Sample>::encode_picture(const ImageView& picture,
                                                          const StillFacts& facts,
                                                          const ExrPlate* plate) {
  const bool is_sum = options_.premultiplied && !facts.layers.empty();
  ExrAovs aovs(facts.aovs);
  Imath::Box2i bounds = hull(layers_.bounds(), aovs.bounds());
  picture_.take(picture);
  if (!is_sum) bounds.extendBy(picture_.bounds());
  const Imath::Box2i window = window_of(bounds);
  read_layers(window);
  if (is_sum) {
    layers_.merge(window, colors_);
  } else {
    colors_.window = window;
    picture_.read(window, colors_.pixels);
  }
  ExrPart main{exr_header(picture.size, picture.color, options_, facts, plate)};
  main.header.dataWindow() = in_file(window, main.header);
  colors_.add_to(main, picture_.has_alpha());
  return finish(std::move(main), window, aovs);
}

template <class Sample>
std::vector<std::byte> ExrEncoder<Sample>::encode(const ImageView& picture,
                                                  const StillFacts& facts) {
  const auto* plate = dynamic_cast<const ExrPlate*>(facts.plate);
  std::optional<ExrPlate> within;
  try {
    if (plate != nullptr && options_.scope != CopyScope::everything)
      plate = &within.emplace(plate_within(options_.scope, *plate));
    layers_.take(facts.layers);
    if (plate != nullptr && !options_.premultiplied) return encode_drawn(*plate, picture, facts);
    return encode_picture(picture, facts, plate);
  } catch (const Iex::BaseExc& error) {
    throw Error(ErrorCode::output, std::string("encoding EXR: ") + error.what());
  }
}

}  // namespace

std::unique_ptr<StillEncoder> make_exr_encoder(const StillOptions& options) {
  use_all_cores();
  if (options.exr.whole_floats) return std::make_unique<ExrEncoder<float>>(options);
  return std::make_unique<ExrEncoder<half>>(options);
}

}  // namespace overlace
