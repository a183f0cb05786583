// SPDX-License-Identifier: Apache-2.0
// Bytes per pixel, times pixels.
#include "render/beside_memory.h"

#include <fmt/format.h>

#include <cstdint>

#include "io/exr/cryptomatte.h"
#include "render/aov_painter.h"

namespace overlace {
namespace {

/// A layer is drawn as four floats, and stored as four halves or four floats.
std::size_t layer_pixel(const WriterOptions& writer) {
  return 4 * sizeof(float) + 4 * (writer.exr.whole_floats ? sizeof(float) : sizeof(std::uint16_t));
}
/// The matte painter stores about one weight per pixel.
constexpr std::size_t painter_pixel = sizeof(float);

/// The number of 32-bit channels in the files.
std::size_t channels_of(const AovOptions& aovs) {
  std::size_t channels = aovs.mattes.size() * cryptomatte_ranks * 2;  // ids and weights
  for (const Aov aov : aovs.aovs) channels += channel_names(aov).size();
  return channels;
}

}  // namespace

std::vector<MemoryUse> beside_memory(const WriterOptions& writer, Size size, std::size_t layers) {
  const std::size_t pixels =
      static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height);
  std::vector<MemoryUse> uses;
  if (layers > 0)
    uses.push_back({"layers", layers * layer_pixel(writer) * pixels,
                    fmt::format("{}, as drawn and as stored", layers)});
  if (writer.aovs.empty()) return uses;
  const std::size_t channels = channels_of(writer.aovs);
  uses.push_back({"mattes and AOVs", (channels * sizeof(float) + painter_pixel) * pixels,
                  fmt::format("{} channels of floats", channels)});
  return uses;
}

}  // namespace overlace
