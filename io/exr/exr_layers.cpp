// SPDX-License-Identifier: Apache-2.0
// Pixels of layers, and compositing one layer over another.
#include "io/exr/exr_layers.h"

#include <array>

#include "io/exr/exr_header.h"

namespace overlace {
namespace {

template <class Sample>
const ExrPixel<Sample>* find(const ExrLayer<Sample>& layer, int x, int y) {
  if (!layer.window.intersects(Imath::V2i(x, y))) return nullptr;
  const auto row = static_cast<std::size_t>(y - layer.window.min.y);
  const auto column = static_cast<std::size_t>(x - layer.window.min.x);
  return &layer.pixels[row * static_cast<std::size_t>(width_of_window(layer.window)) + column];
}

template <class Sample>
ExrPixel<Sample> over(std::span<const ExrLayer<Sample>> layers, int x, int y) {
  std::array<float, 4> sum{};
  for (const ExrLayer<Sample>& layer : layers) {
    const ExrPixel<Sample>* pixel = find(layer, x, y);
    if (pixel == nullptr) continue;
    const float rest = 1 - (*pixel)[3];
    for (std::size_t i = 0; i < 4; ++i) sum[i] = (*pixel)[i] + sum[i] * rest;
  }
  return {Sample(sum[0]), Sample(sum[1]), Sample(sum[2]), Sample(sum[3])};
}

/// Layers are painted on transparent pictures, so they are premultiplied, whatever the main picture
/// is.
StillOptions premultiplied(StillOptions options) {
  options.premultiplied = true;
  return options;
}

}  // namespace

template <class Sample>
void ExrLayer<Sample>::add_to(ExrPart& part, bool with_alpha) {
  const std::string prefix = name.empty() ? "" : name + ".";
  for (std::size_t i = 0; i < (with_alpha ? 4U : 3U); ++i)
    part.add(prefix + "RGBA"[i],
             Imf::Slice::Make(exr_type<Sample>, &pixels.front()[i], in_file(window, part.header),
                              sizeof(ExrPixel<Sample>)));
}

template <class Sample>
ExrLayers<Sample>::ExrLayers(const StillOptions& options) {
  for (const std::string& name : options.layers) {
    pictures_.emplace_back(premultiplied(options));
    layers_.push_back({name});
  }
}

template <class Sample>
void ExrLayers<Sample>::take(std::span<const ImageView> pictures) {
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    pictures_[i].take(pictures[i]);
    layers_[i].window = pictures_[i].bounds();
  }
}

template <class Sample>
Imath::Box2i ExrLayers<Sample>::bounds() const {
  Imath::Box2i common;
  for (const ExrLayer<Sample>& layer : layers_) common.extendBy(layer.window);
  return common;
}

template <class Sample>
void ExrLayers<Sample>::read(const Imath::Box2i& window) {
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    layers_[i].window = window;
    pictures_[i].read(window, layers_[i].pixels);
  }
}

template <class Sample>
void ExrLayers<Sample>::read_apart() {
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    layers_[i].window = window_of(layers_[i].window);
    pictures_[i].read(layers_[i].window, layers_[i].pixels);
  }
}

template <class Sample>
void ExrLayers<Sample>::merge(const Imath::Box2i& window, ExrLayer<Sample>& into) const {
  into.window = window;
  into.pixels.clear();
  for (int y = window.min.y; y <= window.max.y; ++y) {
    for (int x = window.min.x; x <= window.max.x; ++x)
      into.pixels.push_back(over<Sample>(layers_, x, y));
  }
}

template <class Sample>
void ExrLayers<Sample>::add_to(ExrPart& part) {
  for (ExrLayer<Sample>& layer : layers_) layer.add_to(part);
}

template <class Sample>
void ExrLayers<Sample>::append_to(std::vector<ExrPart>& parts, const Imf::Header& header) {
  for (ExrLayer<Sample>& layer : layers_) {
    ExrPart& part = parts.emplace_back(ExrPart{header});
    part.header.setName(layer.name);
    part.header.dataWindow() = in_file(layer.window, header);
    layer.add_to(part);
  }
}

template struct ExrLayer<half>;
template struct ExrLayer<float>;
template class ExrLayers<half>;
template class ExrLayers<float>;

}  // namespace overlace
