// SPDX-License-Identifier: Apache-2.0
// The tables of a pass in host memory, and comparison of its items and segments with the CPU's.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <span>
#include <vector>

#include "color/working_space.h"
#include "gpu/device/begin_pass.h"
#include "gpu/device/build_items.h"
#include "gpu/emulation/host_kernels.h"
#include "gpu/host/scene_builder.h"

namespace overlace::test {

/// Value of Item::layer for items that no kernel has written.
inline constexpr std::uint32_t untouched = 0xABCDABCD;

/// The tables of a pass in host memory, with a guard after the segments.
struct Tables {
  static constexpr std::size_t guard = 64;

  Tables(Size size, std::uint32_t item_slots, std::uint32_t segment_capacity,
         std::uint32_t log2_bin) {
    record.target.size = size;
    record.target.held = whole(size);
    record.space = make_working_space(PixelFormat{}, ColorSpec{});
    record.item_count = item_slots;
    const auto bins_of = [&](int px) {
      return (static_cast<std::uint32_t>(px) + (1U << log2_bin) - 1) >> log2_bin;
    };
    scene.grid = {log2_bin, bins_of(size.width), bins_of(size.height), (item_slots + 31) / 32};
    Item none;
    none.layer = untouched;
    items.assign(item_slots, none);
    segments.resize(segment_capacity + guard);
    std::memset(static_cast<void*>(segments.data()), 0x5A, segments.size() * sizeof(Segment));
    mask.resize(std::size_t{scene.grid.bins()} * scene.grid.words);
    costs.resize(scene.grid.bins());
    listed.resize(std::size_t{scene.grid.bins()} * bin_classes);
    scene.items = items.data();
    scene.item_capacity = item_slots;
    scene.segments = segments.data();
    scene.segment_capacity = segment_capacity;
    scene.mask = mask.data();
    scene.bin_cost = costs.data();
    scene.listed = listed.data();
    scene.last_listed = last_listed;
    scene.counters = &counters;
  }

  void run(std::span<const DrawRecord> draws, std::uint32_t groups, std::uint32_t seed) {
    record.draw_end = static_cast<std::uint32_t>(draws.size());
    HostKernels(seed).launch(BeginPass{&record, scene}, groups);
    HostKernels(seed).launch(BuildItems{draws.data(), &record, scene}, groups);
  }

  [[nodiscard]] bool painted(std::uint32_t slot) const {
    const Item& item = items[slot];
    return item.layer != untouched && (item.kind != ItemKind::stroke || item.segment_count > 0);
  }
  [[nodiscard]] bool marked(std::uint32_t column, std::uint32_t row, std::uint32_t slot) const {
    const std::size_t bin = row * scene.grid.columns + column;
    return (mask[bin * scene.grid.words + slot / 32] >> slot % 32 & 1U) != 0;
  }
  [[nodiscard]] bool guard_is_whole() const {
    const auto* bytes =
        reinterpret_cast<const unsigned char*>(segments.data() + scene.segment_capacity);
    return std::all_of(bytes, bytes + guard * sizeof(Segment), [](auto b) { return b == 0x5A; });
  }

  PassRecord record;
  SceneTables scene;
  SceneCounters counters{7, 7, 7, 7};
  std::uint32_t last_listed[bin_classes]{};
  std::vector<Item> items;
  std::vector<Segment> segments;
  std::vector<std::uint32_t> mask, costs, listed;
};

/// All values of a record as bits, one word per value.
class Words {
 public:
  void add(float v) { words_.push_back(std::bit_cast<std::uint32_t>(v)); }
  void add(std::uint32_t v) { words_.push_back(v); }
  void add(const WorkColor& c) {
    for (const float v : c.c) add(v);
    add(c.a);
  }
  friend bool operator==(const Words&, const Words&) = default;

 private:
  std::vector<std::uint32_t> words_;
};

inline Words words_of(const Item& i) {
  Words w;
  for (const auto v : {static_cast<std::uint8_t>(i.kind), i.gradient, i.taper, i.thin,
                       static_cast<std::uint8_t>(i.detail), i.butt, i.closed, i.brackets})
    w.add(std::uint32_t{v});
  for (const WorkColor* c : {&i.stroke, &i.stroke_end, &i.fill}) w.add(*c);
  for (const float v :
       {i.half_width, i.half_width_end, i.length, i.inverse_length, i.dash.period, i.dash.on,
        i.dash.phase, i.glow_radius, i.glow_inverse, i.glow_gain, i.reach, i.rect.left, i.rect.top,
        i.rect.right, i.rect.bottom, i.radius, i.arm})
    w.add(v);
  if (i.kind == ItemKind::stroke) w.add(i.segment_count);
  return w;
}
inline Words words_of(const Segment& p) {
  Words w;
  for (const float v :
       {p.start.x, p.start.y, p.direction.x, p.direction.y, p.length, p.bend, p.along})
    w.add(v);
  w.add(std::uint32_t{p.start_end});
  w.add(std::uint32_t{p.end_end});
  return w;
}

/// Compares the painted items of all slots with the CPU's, in order.
inline void expect_same_scene(const Tables& tables, const SceneBuilder& expected) {
  std::size_t next = 0;
  for (std::uint32_t slot = 0; slot < tables.items.size(); ++slot) {
    if (!tables.painted(slot)) continue;
    ASSERT_LT(next, expected.items().size());
    const Item &got = tables.items[slot], &want = expected.items()[next++];
    ASSERT_EQ(words_of(got), words_of(want)) << "slot " << slot;
    ASSERT_EQ(got.group, want.group);
    if (got.kind != ItemKind::stroke) continue;
    for (std::uint32_t i = 0; i < got.segment_count; ++i) {
      const Segment& segment = tables.segments[got.first_segment + i];
      ASSERT_EQ(words_of(segment), words_of(expected.segments()[want.first_segment + i]))
          << "slot " << slot << ", segment " << i;
    }
  }
  EXPECT_EQ(next, expected.items().size());
}

}  // namespace overlace::test
