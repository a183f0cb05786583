// SPDX-License-Identifier: Apache-2.0
// Layers beside each other as channels of one part, or each as a part of its own.
#include <ImfChannelList.h>
#include <ImfFrameBuffer.h>
#include <ImfMultiPartOutputFile.h>
#include <ImfOutputFile.h>
#include <ImfOutputPart.h>
#include <ImfPartType.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "io/exr/exr.h"
#include "io/exr/exr_aovs.h"
#include "io/exr/exr_header.h"
#include "io/exr/exr_memory.h"
#include "io/exr/exr_pixels.h"

namespace overlace {
namespace {

/// Pixels of a layer, or of all of them, in a window of the picture.
template <class Sample>
struct Layer {
  std::string name;  ///< "" = all
  Imath::Box2i window;
  std::vector<ExrPixel<Sample>> pixels;
};

template <class Sample>
const ExrPixel<Sample>* find(const Layer<Sample>& layer, int x, int y) {
  if (!layer.window.intersects(Imath::V2i(x, y))) return nullptr;
  const auto row = static_cast<std::size_t>(y - layer.window.min.y);
  const auto column = static_cast<std::size_t>(x - layer.window.min.x);
  return &layer.pixels[row * static_cast<std::size_t>(width_of_window(layer.window)) + column];
}

// Porter and Duff's "over" of what the file holds: whoever composites the layers gets the same, but
// for one rounding.
template <class Sample>
ExrPixel<Sample> over(std::span<const Layer<Sample>> layers, int x, int y) {
  std::array<float, 4> sum{};
  for (const Layer<Sample>& layer : layers) {
    const ExrPixel<Sample>* pixel = find(layer, x, y);
    if (pixel == nullptr) continue;
    const float rest = 1 - (*pixel)[3];
    for (std::size_t i = 0; i < 4; ++i) sum[i] = (*pixel)[i] + sum[i] * rest;
  }
  return {Sample(sum[0]), Sample(sum[1]), Sample(sum[2]), Sample(sum[3])};
}

template <class Sample>
class ExrLayerEncoder final : public LayerEncoder {
 public:
  ExrLayerEncoder(const StillOptions& options, const LayerOptions& layers)
      : options_(options), parts_(layers.parts) {
    for (const std::string& name : layers.names) {
      pictures_.emplace_back(options);
      layers_.push_back({name, {}, {}});
    }
    options_.attributes.emplace_back("overlace/layers",
                                     fmt::format("{}", fmt::join(layers.names, ",")));
  }

  std::vector<std::byte> encode(std::span<const ImageView> layers,
                                const StillFacts& facts) override;

 private:
  void read(std::span<const ImageView> layers, const ExrAovs& aovs);
  void merge();
  [[nodiscard]] std::vector<std::byte> write_channels(Imf::Header header, ExrAovs& aovs);
  [[nodiscard]] std::vector<std::byte> write_parts(const Imf::Header& header, ExrAovs& aovs);

  StillOptions options_;
  bool parts_;
  std::vector<ExrPixels> pictures_;
  std::vector<Layer<Sample>> layers_;
  Layer<Sample> all_;
};

// Layers of one part have one window.
template <class Sample>
void ExrLayerEncoder<Sample>::read(std::span<const ImageView> layers, const ExrAovs& aovs) {
  Imath::Box2i common = aovs.bounds();
  for (std::size_t i = 0; i < layers.size(); ++i) {
    pictures_[i].take(layers[i]);
    const Imath::Box2i bounds = pictures_[i].bounds();
    common.extendBy(bounds);
    layers_[i].window = window_of(bounds);
  }
  all_.window = window_of(common);
  for (std::size_t i = 0; i < layers.size(); ++i) {
    if (!parts_) layers_[i].window = all_.window;
    pictures_[i].read(layers_[i].window, layers_[i].pixels);
  }
}

template <class Sample>
void ExrLayerEncoder<Sample>::merge() {
  const Imath::Box2i& window = all_.window;
  all_.pixels.clear();
  for (int y = window.min.y; y <= window.max.y; ++y) {
    for (int x = window.min.x; x <= window.max.x; ++x)
      all_.pixels.push_back(over<Sample>(layers_, x, y));
  }
}

/// Adds the channels of a layer to the header and the buffer of the part that holds it.
template <class Sample>
void add_channels(Layer<Sample>& layer, Imf::Header& header, Imf::FrameBuffer& buffer) {
  const std::string prefix = layer.name.empty() ? "" : layer.name + ".";
  for (std::size_t i = 0; i < 4; ++i) {
    const std::string name = prefix + "RGBA"[i];
    header.channels().insert(name, Imf::Channel(exr_type<Sample>));
    buffer.insert(name, Imf::Slice::Make(exr_type<Sample>, &layer.pixels.front()[i],
                                         in_file(layer.window, header), sizeof(ExrPixel<Sample>)));
  }
}

template <class Sample>
std::vector<std::byte> ExrLayerEncoder<Sample>::write_channels(Imf::Header header, ExrAovs& aovs) {
  header.dataWindow() = in_file(all_.window, header);
  Imf::FrameBuffer buffer;
  add_channels(all_, header, buffer);
  for (Layer<Sample>& layer : layers_) add_channels(layer, header, buffer);
  aovs.add(all_.window, header, buffer);
  ExrOutput stream;
  {
    Imf::OutputFile file(stream, header);
    file.setFrameBuffer(buffer);
    file.writePixels(height_of_window(all_.window));
  }
  return std::move(stream.bytes);
}

template <class Sample>
std::vector<std::byte> ExrLayerEncoder<Sample>::write_parts(const Imf::Header& header,
                                                            ExrAovs& aovs) {
  std::vector<Layer<Sample>*> parts{&all_};
  for (Layer<Sample>& layer : layers_) parts.push_back(&layer);
  std::vector<Imf::Header> headers(parts.size(), header);
  std::vector<Imf::FrameBuffer> buffers(parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    headers[i].setName(parts[i]->name.empty() ? "RGBA" : parts[i]->name);
    headers[i].setType(Imf::SCANLINEIMAGE);
    headers[i].dataWindow() = in_file(parts[i]->window, header);
    add_channels(*parts[i], headers[i], buffers[i]);
  }
  aovs.add(all_.window, headers.front(), buffers.front());
  ExrOutput stream;
  {
    Imf::MultiPartOutputFile file(stream, headers.data(), static_cast<int>(headers.size()));
    for (std::size_t i = 0; i < parts.size(); ++i) {
      Imf::OutputPart part(file, static_cast<int>(i));
      part.setFrameBuffer(buffers[i]);
      part.writePixels(height_of_window(parts[i]->window));
    }
  }
  return std::move(stream.bytes);
}

template <class Sample>
std::vector<std::byte> ExrLayerEncoder<Sample>::encode(std::span<const ImageView> layers,
                                                       const StillFacts& facts) {
  try {
    ExrAovs aovs(facts.aovs);
    read(layers, aovs);
    merge();
    const Imf::Header header = exr_header(layers.front().size, layers.front().color, options_,
                                          facts, dynamic_cast<const ExrPlate*>(facts.plate));
    return parts_ ? write_parts(header, aovs) : write_channels(header, aovs);
  } catch (const Iex::BaseExc& error) {
    throw Error(ErrorCode::output, std::string("encoding EXR: ") + error.what());
  }
}

}  // namespace

std::unique_ptr<LayerEncoder> make_exr_layer_encoder(const StillOptions& options,
                                                     const LayerOptions& layers) {
  use_all_cores();
  if (options.whole_floats) return std::make_unique<ExrLayerEncoder<float>>(options, layers);
  return std::make_unique<ExrLayerEncoder<half>>(options, layers);
}

}  // namespace overlace
