// SPDX-License-Identifier: Apache-2.0
// Samples that differ from the plate's replace them.
#include "io/exr/exr_drawn_plate.h"

#include <ImfChannelList.h>

#include <bit>
#include <span>

namespace overlace {
namespace {

using Imath::Box2i;

bool is_inside(const Box2i& box, int x, int y) {
  return x >= box.min.x && x <= box.max.x && y >= box.min.y && y <= box.max.y;
}

/// The data window, extended by what is no longer empty around it.
Box2i painted_window(const ExrPlate& plate, std::span<const PicturePlane> planes) {
  const Box2i& display = plate.header.displayWindow();
  const Box2i& data = plate.header.dataWindow();
  Box2i window = data;
  for (const PicturePlane& plane : planes) {
    for (int y = display.min.y; y <= display.max.y; ++y) {
      const float* row = plane.row(y);
      for (int x = display.min.x; x <= display.max.x; ++x) {
        if (row[x] != 0 && !is_inside(data, x, y)) window.extendBy(Imath::V2i(x, y));
      }
    }
  }
  return window;
}

// Samples are compared as bits: an unchanged one stays, whatever kind of NaN it is.
void put_changes(const PicturePlane& plane, ExrChannel& channel, const Box2i& window,
                 const Box2i& display) {
  const ExrSamples<std::byte> samples{channel.samples.data(), window, channel.type};
  const Box2i common = intersection(window, display);
  for (int y = common.min.y; y <= common.max.y; ++y) {
    const float* row = plane.row(y);
    for (int x = common.min.x; x <= common.max.x; ++x) {
      std::byte* sample = samples.at(x, y);
      const auto before = std::bit_cast<std::uint32_t>(load(sample, channel.type));
      if (std::bit_cast<std::uint32_t>(row[x]) != before) store(sample, channel.type, row[x]);
    }
  }
}

std::vector<PicturePlane> planes_of(const ExrPlate& plate, const ImageView& picture) {
  std::vector<PicturePlane> planes;
  for (std::size_t i = 0; i < (plate.has_alpha ? 4U : 3U); ++i)
    planes.push_back({picture.planes[i], plate.header.displayWindow().min});
  return planes;
}

}  // namespace

DrawnPlate::DrawnPlate(const ExrPlate& plate, const ImageView& picture)
    : plate_(plate), planes_(planes_of(plate, picture)) {}

Box2i DrawnPlate::window() const {
  return painted_window(plate_, planes_);
}

void DrawnPlate::add_to(ExrPart& part) {
  const Box2i& window = part.header.dataWindow();
  channels_.reserve(plate_.channels.size());
  for (const ExrChannel& kept : plate_.channels) {
    ExrChannel& channel =
        channels_.emplace_back(in_window(kept, plate_.header.dataWindow(), window));
    const auto plane = std::ranges::find(plane_channels, channel.name);
    if (plane != plane_channels.end())
      put_changes(planes_[static_cast<std::size_t>(plane - plane_channels.begin())], channel,
                  window, plate_.header.displayWindow());
    part.header.channels().insert(channel.name, plate_.header.channels()[channel.name]);
    part.buffer.insert(channel.name,
                       Imf::Slice::Make(channel.type, channel.samples.data(), window));
  }
}

}  // namespace overlace
