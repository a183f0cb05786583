// SPDX-License-Identifier: Apache-2.0
// The offsets of all members of the records that the host writes and a device reads. Compiled for
// both: a compiler that lays a record out differently fails here. A deliberate change of a record
// changes its line here.
#pragma once

#include <cstddef>

#include "gpu/device/records.h"
#include "gpu/kernels/blur.h"

namespace overlace {

template <class Record, std::size_t bytes, std::size_t alignment>
inline constexpr bool is_laid_out = sizeof(Record) == bytes && alignof(Record) == alignment;

static_assert(is_laid_out<Item, 176, 16>);
static_assert(offsetof(Item, kind) == 0);
static_assert(offsetof(Item, stroke) == 16);
static_assert(offsetof(Item, stroke_end) == 32);
static_assert(offsetof(Item, fill) == 48);
static_assert(offsetof(Item, first_segment) == 8);
static_assert(offsetof(Item, segment_count) == 12);
static_assert(offsetof(Item, group) == 124);
static_assert(offsetof(Item, layer) == 120);
static_assert(offsetof(Item, glyph) == 144 && offsetof(Item, image) == 144 &&
              offsetof(Item, pattern) == 144);
static_assert(is_laid_out<AreaCells, 24, 8>);
static_assert(is_laid_out<ImagePlace, 32, 8>);
static_assert(is_laid_out<TextureView, 32, 8>);
static_assert(is_laid_out<Segment, 48, 16>);
static_assert(offsetof(Segment, start) == 8);
static_assert(offsetof(Segment, direction) == 16);
static_assert(offsetof(Segment, length) == 24);
static_assert(offsetof(Segment, bend) == 28);
static_assert(offsetof(Segment, along) == 32);
static_assert(is_laid_out<Group, 20, 4>);
static_assert(offsetof(Group, parent) == 0);
static_assert(offsetof(Group, depth) == 4);
static_assert(offsetof(Group, blend) == 8);
static_assert(offsetof(Group, opacity) == 12);
static_assert(offsetof(Group, mask) == 16);
static_assert(is_laid_out<LinkRecord, 144, 8>);
static_assert(offsetof(LinkRecord, op) == 0);
static_assert(offsetof(LinkRecord, tracks) == 48);
static_assert(offsetof(LinkRecord, row_of_rank) == 120);
static_assert(offsetof(LinkRecord, host_count) == 128);
static_assert(offsetof(LinkRecord, host_links) == 136);
static_assert(is_laid_out<DrawRecord, 3744, 8>);
static_assert(offsetof(DrawRecord, first_item) == 0);
static_assert(offsetof(DrawRecord, slots) == 4);
static_assert(offsetof(DrawRecord, items_per_slot) == 8);
static_assert(offsetof(DrawRecord, group) == 12);
static_assert(offsetof(DrawRecord, wide) == 16);
static_assert(offsetof(DrawRecord, host_items) == 24);
static_assert(offsetof(DrawRecord, tracks) == 32);
static_assert(offsetof(DrawRecord, past) == 104);
static_assert(offsetof(DrawRecord, links) == 128);
static_assert(offsetof(DrawRecord, link_count) == 136);
static_assert(offsetof(DrawRecord, curve) == 144);
static_assert(offsetof(DrawRecord, op) == 328);
static_assert(is_laid_out<PassRecord, 1280, 8>);
static_assert(offsetof(PassRecord, target) == 0);
static_assert(offsetof(PassRecord, backdrop) == 464);
static_assert(offsetof(PassRecord, space) == 928);
static_assert(offsetof(PassRecord, stored) == 1208);
static_assert(offsetof(PassRecord, draw_begin) == 1212);
static_assert(offsetof(PassRecord, draw_end) == 1216);
static_assert(offsetof(PassRecord, item_count) == 1220);
static_assert(offsetof(PassRecord, groups) == 1224);
static_assert(offsetof(PassRecord, layers) == 1232);
static_assert(offsetof(PassRecord, textures) == 1240);
static_assert(offsetof(PassRecord, texture_count) == 1248);
static_assert(offsetof(PassRecord, atlas) == 1256);
static_assert(offsetof(PassRecord, host_segments) == 1264);
static_assert(offsetof(PassRecord, host_segment_count) == 1272);
static_assert(is_laid_out<BinGrid, 16, 4>);
static_assert(offsetof(BinGrid, log2_size) == 0);
static_assert(offsetof(BinGrid, columns) == 4);
static_assert(offsetof(BinGrid, rows) == 8);
static_assert(offsetof(BinGrid, words) == 12);
static_assert(is_laid_out<SceneCounters, 32, 4>);
static_assert(offsetof(SceneCounters, segments) == 0);
static_assert(offsetof(SceneCounters, active_bins) == 4);
static_assert(offsetof(SceneCounters, overflow) == 8);
static_assert(offsetof(SceneCounters, primitives) == 12);
static_assert(offsetof(SceneCounters, tasks_dealt) == 16);
static_assert(offsetof(SceneCounters, listed) == 20);
static_assert(is_laid_out<SceneTables, 104, 8>);
static_assert(offsetof(SceneTables, items) == 0);
static_assert(offsetof(SceneTables, item_capacity) == 8);
static_assert(offsetof(SceneTables, segments) == 16);
static_assert(offsetof(SceneTables, segment_capacity) == 24);
static_assert(offsetof(SceneTables, grid) == 28);
static_assert(offsetof(SceneTables, mask) == 48);
static_assert(offsetof(SceneTables, bin_cost) == 56);
static_assert(offsetof(SceneTables, listed) == 64);
static_assert(offsetof(SceneTables, last_listed) == 72);
static_assert(offsetof(SceneTables, counters) == 80);
static_assert(offsetof(SceneTables, report) == 88);
static_assert(offsetof(SceneTables, group_pixels) == 96);
static_assert(is_laid_out<Target, 464, 8>);
static_assert(offsetof(Target, size) == 0);
static_assert(offsetof(Target, max) == 32);
static_assert(offsetof(Target, kind) == 36);
static_assert(offsetof(Target, chroma) == 37);
static_assert(offsetof(Target, siting) == 38);
static_assert(offsetof(Target, straight) == 39);
static_assert(is_laid_out<WorkingSpace, 280, 8>);
static_assert(is_laid_out<TrackView, 72, 8>);
static_assert(is_laid_out<LayerView, 32, 8>);
static_assert(is_laid_out<TiledImage, 24, 8>);
static_assert(is_laid_out<BlurRecord, 80, 4>);
static_assert(is_laid_out<ConvolvePass, 448, 8>);
static_assert(is_laid_out<HalvePass, 72, 8>);
static_assert(is_laid_out<DoublePass, 96, 8>);
static_assert(is_laid_out<Link, 32, 4>);
static_assert(is_laid_out<LinkKnnOp, 44, 4>);
static_assert(is_laid_out<CurveBezierOp, 184, 4>);
static_assert(is_laid_out<DrawLinesOp, 3404, 4>);
static_assert(is_laid_out<DrawBoxesOp, 2576, 4>);
static_assert(is_laid_out<DrawPointsOp, 1144, 4>);
static_assert(is_laid_out<DrawParticlesOp, 1568, 8>);
static_assert(is_laid_out<DrawElectricOp, 1156, 4>);
static_assert(is_laid_out<DeviceDrawOp, 3416, 8>);

}  // namespace overlace
