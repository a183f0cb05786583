// SPDX-License-Identifier: Apache-2.0
// The kernel that turns a frame's tracks and links into items, their segments, and marks in bins.
#pragma once

#include "gpu/device/build_items_bins.h"
#include "gpu/device/build_items_segments.h"
#include "gpu/device/records.h"
#include "gpu/device/words.h"
#include "gpu/kernels/item.h"

namespace overlace {

/// One warp per slot of a draw: it emits the slot's primitive, makes its items, and bins them. For
/// host items that may cover the picture, several warps divide the bins among them.
struct BuildItems {
  static constexpr int group_size = warp_size;
  static constexpr bool is_persistent = true;
  const DrawRecord* draws;
  const PassRecord* pass;
  SceneTables scene;

  template <class ThreadGroup>
  OVL_FN void operator()(ThreadGroup& threads) const {
    std::uint32_t place = threads.index(), emitted = 0;
    for (std::uint32_t d = pass->draw_begin; d < pass->draw_end; ++d) {
      const DrawRecord& draw = draws[d];
      const std::uint32_t warps = warps_per_slot(draw, threads.count());
      const std::uint32_t places = draw.slots * warps;
      for (; place < places; place += threads.count()) {
        const RowPartition partition{static_cast<int>(place % warps), static_cast<int>(warps)};
        emitted += build(threads, draw, place / warps, partition);
      }
      place -= places;
    }
    threads.each([&](int lane) {
      if (lane == 0 && emitted != 0) atomic_add(&scene.counters->primitives, emitted);
    });
  }

 private:
  [[nodiscard]] OVL_FN std::uint32_t warps_per_slot(const DrawRecord& draw,
                                                    std::uint32_t warps) const {
    if (!draw.wide || draw.slots == 0) return 1;
    const std::uint32_t spare = warps / draw.slots, useful = 1 + scene.grid.bins() / warp_size;
    return spare < 1 ? 1 : spare < useful ? spare : useful;
  }

  /// Returns how many primitives were emitted.
  template <class ThreadGroup>
  OVL_FN std::uint32_t build(ThreadGroup& threads, const DrawRecord& draw, std::uint32_t slot,
                             const RowPartition& partition) const {
    const std::uint32_t first = draw.first_item + slot * draw.items_per_slot;
    if (first + draw.items_per_slot > scene.item_capacity) return 0;  // BeginPass has reported it
    if (draw.op.is_none()) {
      fetch(threads, draw.host_items + slot, first, partition);
      return 0;
    }
    Primitive primitive;
    if (!emit(draw, slot, primitive)) return 0;
    Item item;
    if (make_paint(primitive, item)) {
      item.group = draw.group;
      pass->turn().apply(item);
      store(threads, item, first);
      bin_item(threads, item, first, {});
    }
    if (primitive.kind != PrimitiveKind::image)
      add_stroke(threads, draw, primitive, first + draw.items_per_slot - 1);
    return 1;
  }

  /// What a primitive paints besides a stroke.
  OVL_FN bool make_paint(const Primitive& primitive, Item& item) const {
    if (primitive.kind == PrimitiveKind::image) {
      if (primitive.image.texture >= pass->texture_count) return false;
      const TextureView* texture = pass->textures + primitive.image.texture;
      return make_image(primitive, pass->space, texture->size, texture, item);
    }
    return primitive.kind == PrimitiveKind::shape && make_area(primitive, pass->space, item);
  }

  /// Copies a host item and its segments to their places, and bins it.
  template <class ThreadGroup>
  OVL_FN void fetch(ThreadGroup& threads, const Item* from, std::uint32_t slot,
                    const RowPartition& partition) const {
    struct alignas(16) Fetched {
      Item item;
    };
    Item& fetched = threads.template shared<Fetched>().item;
    copy_records(threads, from, &fetched, 1);
    const bool first = partition.index == 0;
    if (first) copy_records(threads, &fetched, scene.items + slot, 1);
    const Item item = fetched;
    threads.each([](int) {});  // all must have read it before the next one overwrites it
    if (item.kind != ItemKind::stroke) return bin_item(threads, item, slot, partition);
    if (!first || !has_room(item.first_segment, item.segment_count))
      return;  // BeginPass has reported
    copy_records(threads, pass->host_segments + item.first_segment,
                 scene.segments + item.first_segment, item.segment_count);
    bin_item(threads, item, slot, partition);
  }

  [[nodiscard]] OVL_FN bool has_room(std::uint32_t first_segment, std::uint32_t count) const {
    return count <= scene.segment_capacity && first_segment <= scene.segment_capacity - count;
  }

  OVL_FN bool emit(const DrawRecord& draw, std::uint32_t slot, Primitive& out) const {
    return draw.op.visit([&]<class Op>(const Op& op) {
      if constexpr (DrawDescriptor<Op>::source == DrawSource::curves) {
        Curve curve;
        return slot < *draw.link_count &&
               make_curve(draw.curve, draw.tracks, draw.links[slot], curve) &&
               DrawDescriptor<Op>::emit(op, draw.tracks, curve, out);
      } else if constexpr (DrawDescriptor<Op>::source == DrawSource::curve_parts) {
        const auto parts = static_cast<std::uint32_t>(op.parts);
        Curve curve;
        return slot / parts < *draw.link_count &&
               make_curve(draw.curve, draw.tracks, draw.links[slot / parts], curve) &&
               DrawDescriptor<Op>::emit(op, draw.tracks, curve, slot % parts, out);
      } else if constexpr (DrawDescriptor<Op>::source == DrawSource::history) {
        const auto parts = static_cast<std::uint32_t>(op.parts);
        const std::uint32_t row = draw.past.rows.begin + slot / parts;
        if (row >= draw.past.rows.end) return false;
        return DrawDescriptor<Op>::emit(op, draw.tracks,
                                        {row, draw.past.frames_ago(row), slot % parts}, out);
      } else {
        const std::uint32_t row = draw.tracks.rows.begin + slot;
        return row < draw.tracks.rows.end && DrawDescriptor<Op>::emit(op, draw.tracks, row, out);
      }
    });
  }

  template <class ThreadGroup>
  OVL_FN void store(ThreadGroup& threads, const Item& item, std::uint32_t slot) const {
    threads.each([&](int lane) {
      if (lane == 0) scene.items[slot] = item;
    });
  }

  template <class ThreadGroup>
  OVL_FN void bin_item(ThreadGroup& threads, const Item& item, std::uint32_t slot,
                       const RowPartition& partition) const {
    ItemBinner<ThreadGroup> binner(threads, scene, slot,
                                   item.kind == ItemKind::stroke ? stroke_cost : other_cost);
    if (item.kind == ItemKind::stroke) {
      binner.add_stroke(item);
    } else if (item.kind == ItemKind::layer) {
      binner.add_layer(pass->layers[item.layer], partition);
    } else {
      binner.add_area(item, partition);
    }
  }

  /// Room for segments; null, with the overflow recorded, when the table is full.
  template <class ThreadGroup>
  OVL_FN Segment* reserve_segments(ThreadGroup& threads, std::uint32_t count) const {
    auto begin = threads.template make<std::uint32_t>();
    threads.each([&](int lane) {
      if (lane == 0) begin[lane] = atomic_add(&scene.counters->segments, count);
    });
    const std::uint32_t first = threads.broadcast(begin, 0);
    if (has_room(first, count)) return scene.segments + first;
    threads.each([&](int lane) {
      if (lane == 0) atomic_or(&scene.counters->overflow, 1);
    });
    return nullptr;
  }

  /// Makes, stores and bins the stroke of a line, a bolt or an outline, if there is one.
  template <class ThreadGroup>
  OVL_FN void add_stroke(ThreadGroup& threads, const DrawRecord& draw, const Primitive& primitive,
                         std::uint32_t slot) const {
    Item item;
    StrokePath path;
    path.kind = primitive.kind;
    if (path.kind != PrimitiveKind::shape) {
      if (!make_line(primitive, primitive, pass->space, item)) return;
      if (path.kind == PrimitiveKind::bolt)
        path.bolt = primitive.bolt;
      else
        path.line = primitive.curve;
    } else {
      if (!make_outline(primitive, pass->space, item)) return;
      path.shape = outline_shape(primitive);
      path.size = outline_size(path.shape);
    }
    ChainStyle style = chain_style(item, slot);
    WarpFlattener<ThreadGroup> flattener(threads, path, style.half_width);
    if (flattener.most() == 0) return;
    Segment* const segments = reserve_segments(threads, flattener.most());
    if (segments == nullptr) return;
    const ViewBounds view = stroke_view(item, turned(pass->target.size, pass->stored));
    item.group = draw.group;
    item.first_segment = static_cast<std::uint32_t>(segments - scene.segments);
    store(threads, item, slot);  // now, to free registers for the flattener
    Item& stored = scene.items[slot];
    const std::uint32_t count = flattener.flatten(style, view, pass->turn(), segments);
    if (count == 0) return;
    threads.each([&](int lane) {
      if (lane != 0) return;
      stored.segment_count = count;
      finish_stroke(primitive, style.along, stored);
    });
    bin_item(threads, stored, slot, {});
  }
};

}  // namespace overlace
