// SPDX-License-Identifier: Apache-2.0
// Sizes and offsets.
#include "gpu/device/frame_memory.h"

#include <algorithm>
#include <variant>

#include "gpu/kernels/draw_ops.h"

namespace overlace {
namespace {

constexpr std::size_t least_segments = 4096;
constexpr std::size_t most_first_segments = std::size_t{4} << 20U;
constexpr std::size_t first_words = std::size_t{1} << 14U;
constexpr std::size_t most_mask_bytes = std::size_t{32} << 20U;

std::size_t ceil_div(std::size_t a, std::size_t b) {
  return (a + b - 1) / b;
}

/// What the host draws in a frame.
struct HostDrawing {
  std::size_t primitives = 0;  ///< at most, as the compiler sized them
  std::size_t segments = 0;    ///< typically
};
HostDrawing host_drawing(const Plan& plan, const DeviceProgram& program) {
  constexpr std::size_t usual = 2;  // of shapes, glyphs and short lines, on average
  HostDrawing all;
  for (const PassWork& pass : program.passes)
    for (const PassEntry& entry : pass.entries) {
      if (!entry.on_host) continue;
      const Step& step = plan.steps[entry.step];
      const auto* draw = std::get_if<DrawStep>(&step.work);
      const std::size_t primitives = std::max<std::size_t>(step.capacity, 1);
      all.primitives += primitives;
      all.segments += primitives * (draw != nullptr ? segments_of(draw->lower({}), usual) : usual);
    }
  return all;
}

/// The same block of memory, as the host and the device see it, and its copy on the device.
struct Sides {
  std::byte* host;
  const std::byte* in_place;
  const std::byte* device;

  template <class T>
  [[nodiscard]] Mirrored<T> mirrored(std::size_t offset, std::size_t capacity) const {
    return {reinterpret_cast<T*>(host + offset), reinterpret_cast<const T*>(device + offset),
            reinterpret_cast<const T*>(in_place + offset), capacity};
  }
};

}  // namespace

bool DeviceCapacity::grow(const DeviceCapacity& wanted) {
  const DeviceCapacity before = *this;
  const auto one = [](std::size_t& have, std::size_t want) {
    if (want > have) have = want + want / 2;
  };
  one(items, wanted.items);
  one(segments, wanted.segments);
  one(groups, wanted.groups);
  one(host_items, wanted.host_items);
  one(host_segments, wanted.host_segments);
  one(host_links, wanted.host_links);
  one(words, wanted.words);
  one(atlas, wanted.atlas);
  return !(*this == before);
}

DeviceCapacity first_capacity(const Plan& plan, const DeviceProgram& program) {
  const HostDrawing from_host = host_drawing(plan, program);
  DeviceCapacity c;
  c.host_items = from_host.primitives + 64;
  c.host_segments = std::min(from_host.segments, most_first_segments) + 256;
  c.words = from_host.primitives > 0 ? first_words : 0;
  c.items = program.device_items + c.host_items;
  c.segments =
      std::clamp(program.device_segments, least_segments, most_first_segments) + c.host_segments;
  for (const PassWork& pass : program.passes) {
    for (const PassEntry& entry : pass.entries)
      c.groups += std::holds_alternative<GroupBeginStep>(plan.steps[entry.step].work) ? 1 : 0;
  }
  for (const LinkWork& link : program.links) c.host_links += link.made_on_host ? link.capacity : 0;
  c.atlas = from_host.primitives > 0 ? std::size_t{1} << 20U : 0;
  return c;
}

BinGrid make_bin_grid(Size picture, std::size_t items) {
  BinGrid grid;
  grid.words = static_cast<std::uint32_t>(std::max<std::size_t>(ceil_div(items, 32), 1));
  for (;; ++grid.log2_size) {
    const std::size_t side = std::size_t{1} << grid.log2_size;
    grid.columns =
        static_cast<std::uint32_t>(ceil_div(static_cast<std::size_t>(picture.width), side));
    grid.rows =
        static_cast<std::uint32_t>(ceil_div(static_cast<std::size_t>(picture.height), side));
    const std::size_t bytes = std::size_t{grid.bins()} * grid.words * sizeof(std::uint32_t);
    if (bytes <= most_mask_bytes || grid.log2_size == 8) return grid;
  }
}

FrameLayout::FrameLayout(const DeviceProgram& program, const DeviceCapacity& capacity)
    : link_count_(program.links.size()),
      pass_count_(program.passes.size()),
      draw_count_(0),
      effect_count_(program.layer_effects),
      picture_effect_count_(program.picture_effects),
      capacity_(capacity) {
  for (const PassWork& pass : program.passes) draw_count_ += pass.entries.size();
  links_ = copied_.add<LinkRecord>(link_count_);
  passes_ = copied_.add<PassRecord>(pass_count_);
  draws_ = copied_.add<DrawRecord>(draw_count_);
  effects_ = copied_.add<EffectRecord>(effect_count_);
  picture_effects_ = copied_.add<PictureEffectRecord>(picture_effect_count_);
  groups_ = copied_.add<Group>(capacity.groups);
  items_ = in_place_.add<Item>(capacity.host_items);
  segments_ = in_place_.add<Segment>(capacity.host_segments);
  host_links_ = in_place_.add<Link>(capacity.host_links);
  words_ = in_place_.add<std::uint32_t>(capacity.words);
}

FrameRecords FrameLayout::records(std::byte* host, const std::byte* host_on_device,
                                  const std::byte* copy) const {
  const Sides copied{host, host_on_device, copy};
  const Sides rest{host + this->copied(), host_on_device + this->copied(),
                   host_on_device + this->copied()};
  return {.links = copied.mirrored<LinkRecord>(links_, link_count_),
          .passes = copied.mirrored<PassRecord>(passes_, pass_count_),
          .draws = copied.mirrored<DrawRecord>(draws_, draw_count_),
          .effects = copied.mirrored<EffectRecord>(effects_, effect_count_),
          .picture_effects =
              copied.mirrored<PictureEffectRecord>(picture_effects_, picture_effect_count_),
          .groups = copied.mirrored<Group>(groups_, capacity_.groups),
          .items = rest.mirrored<Item>(items_, capacity_.host_items),
          .segments = rest.mirrored<Segment>(segments_, capacity_.host_segments),
          .host_links = rest.mirrored<Link>(host_links_, capacity_.host_links),
          .words = rest.mirrored<std::uint32_t>(words_, capacity_.words)};
}

SceneLayout::SceneLayout(Size picture, const DeviceCapacity& capacity, std::size_t group_floats)
    : grid(make_bin_grid(picture, capacity.items)) {
  Layout layout;
  items = layout.add<Item>(capacity.items);
  segments = layout.add<Segment>(capacity.segments);
  mask = layout.add<std::uint32_t>(std::size_t{grid.bins()} * grid.words);
  bin_cost = layout.add<std::uint32_t>(grid.bins());
  listed = layout.add<std::uint32_t>(std::size_t{grid.bins()} * bin_classes);
  last_listed = layout.add<std::uint32_t>(bin_classes);
  group_pixels = layout.add<float>(group_floats);
  bytes = layout.size();
}

SceneTables SceneLayout::tables(std::byte* block, const DeviceCapacity& capacity,
                                SceneCounters* counters) const {
  const auto words = [block](std::size_t offset) {
    return reinterpret_cast<std::uint32_t*>(block + offset);
  };
  return {.items = reinterpret_cast<Item*>(block + items),
          .item_capacity = static_cast<std::uint32_t>(capacity.items),
          .segments = reinterpret_cast<Segment*>(block + segments),
          .segment_capacity = static_cast<std::uint32_t>(capacity.segments),
          .grid = grid,
          .mask = words(mask),
          .bin_cost = words(bin_cost),
          .listed = words(listed),
          .last_listed = words(last_listed),
          .counters = counters,
          .group_pixels = reinterpret_cast<float*>(block + group_pixels)};
}

}  // namespace overlace
