// SPDX-License-Identifier: Apache-2.0
// Samples over the window of a part, filled with the value for "nothing" where none are known.
#include "io/exr/exr_aovs.h"

#include <algorithm>
#include <utility>

#include "io/exr/exr_header.h"
#include "io/exr/exr_pixels.h"

namespace overlace {
namespace {

std::vector<float> samples_in(const Imath::Box2i& window, const FloatChannels& channels) {
  const std::size_t count = channels.names.size();
  const auto width = static_cast<std::size_t>(width_of_window(window));
  std::vector<float> samples(width * static_cast<std::size_t>(height_of_window(window)) * count);
  for (std::size_t i = 0; !channels.outside.empty() && i < samples.size(); ++i)
    samples[i] = channels.outside[i % count];
  const PixelRect& own = channels.window;
  for (int row = 0; row < own.height; ++row) {
    const auto from = static_cast<std::size_t>(row) * static_cast<std::size_t>(own.width);
    const auto to = static_cast<std::size_t>(own.y + row - window.min.y) * width +
                    static_cast<std::size_t>(own.x - window.min.x);
    std::copy_n(channels.samples.data() + from * count, static_cast<std::size_t>(own.width) * count,
                samples.data() + to * count);
  }
  return samples;
}

Imath::Box2i window_of(const FloatChannels& channels) {
  const PixelRect& own = channels.window;
  return own.is_empty() ? Imath::Box2i()
                        : Imath::Box2i({own.x, own.y}, {own.right() - 1, own.bottom() - 1});
}

}  // namespace

Imath::Box2i ExrAovs::bounds() const {
  Imath::Box2i bounds;
  for (const FloatChannels& channels : channels_) bounds.extendBy(window_of(channels));
  return bounds;
}

void ExrAovs::add(const Imath::Box2i& window, ExrPart& part) {
  for (const FloatChannels& channels : channels_) {
    const bool fits = window == window_of(channels);  // else the part's window is larger
    const std::vector<float>& samples =
        fits ? channels.samples : samples_.emplace_back(samples_in(window, channels));
    for (std::size_t i = 0; i < channels.names.size(); ++i)
      part.add(channels.names[i],
               Imf::Slice::Make(Imf::FLOAT, &samples[i], in_file(window, part.header),
                                channels.names.size() * sizeof(float)));
    add_attributes(part.header, channels.attributes);
  }
}

}  // namespace overlace
