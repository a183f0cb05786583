// SPDX-License-Identifier: Apache-2.0
// Items, segments and bins made by kernels, against those of the CPU back-end.
#include <gtest/gtest.h>

#include <array>
#include <set>

#include "random_draws.h"
#include "scene_tables.h"
#include "tests/gpu/memory_picture.h"

namespace overlace {
namespace {

using test::Dice;
using test::expect_same_scene;
using test::random_boxes;
using test::random_electric;
using test::random_lines;
using test::Tables;
using test::Work;

struct Case {
  std::uint32_t groups, seed;
};
constexpr std::array<Case, 3> orders = {{{1, 0}, {7, 5}, {300, 9}}};

TEST(BuildItems, MakesWhatTheCpuMakes) {
  const Size size{640, 360};
  std::size_t strokes = 0, areas = 0, chunks = 0, both = 0;
  for (std::uint32_t seed = 1; seed <= 120; ++seed) {
    SCOPED_TRACE(seed);
    Work work(seed, size);
    for (int i = 0; i < 4; ++i) work.add_random();
    DisplayList list;
    list.primitives = work.primitives();
    Tables tables(size, work.items, 200000, 5);
    if (seed % 3 == 0) {
      const ColorSpec hdr{.matrix = ColorMatrix::bt2020,
                          .transfer = seed % 2 == 0 ? Transfer::pq : Transfer::hlg,
                          .primaries = bt2020_primaries};
      tables.record.space = make_working_space(PixelFormat{}, hdr);
    }
    SceneBuilder expected;
    expected.build(list, {}, tables.record.space, size);
    const Case order = orders[seed % orders.size()];
    tables.run(work.draws, order.groups, order.seed);
    EXPECT_EQ(tables.counters.overflow, 0U);
    EXPECT_EQ(tables.counters.primitives, list.primitives.size());
    expect_same_scene(tables, expected);
    for (std::uint32_t slot = 0; slot < work.items; ++slot) {
      if (!tables.painted(slot)) continue;
      const Item& item = tables.items[slot];
      (item.kind == ItemKind::stroke ? strokes : areas) += 1;
      chunks += item.segment_count > 32 ? 1 : 0;
      both += slot > 0 && item.kind == ItemKind::stroke && tables.painted(slot - 1) &&
                      tables.items[slot - 1].kind != ItemKind::stroke
                  ? 1
                  : 0;
    }
  }
  EXPECT_GT(strokes, 2000U);
  EXPECT_GT(areas, 1000U);
  EXPECT_GT(chunks, 200U) << "strokes that take a warp more than one round";
  EXPECT_GT(both, 100U) << "shapes with an area and an outline";
}

/// Arcs that turn sharply in the middle, where one round of a warp ends and the next begins.
TEST(BuildItems, JoinsSegmentsAcrossRounds) {
  const Size size{400, 300};
  std::size_t sharp = 0;
  for (std::int32_t samples = 60; samples < 70; ++samples) {
    Work work(2, size, 12);
    for (Link& link : work.links) {
      link.a = {150, 150};
      link.b = {work.dice.between(140, 160), work.dice.between(140, 160)};
    }
    DrawRecord draw = random_lines(work.dice);
    draw.curve.style = CurveStyle::arc;
    draw.curve.bend = {};
    draw.curve.bend.constant = 12;
    draw.curve.samples = samples;
    DrawLinesOp line;
    line.width.constant = line.width_end.constant = 3;
    line.opacity.constant = 1;
    draw.op = line;
    work.add(draw);
    DisplayList list;
    list.primitives = work.primitives();
    Tables tables(size, work.items, 10000, 5);
    SceneBuilder expected;
    expected.build(list, {}, tables.record.space, size);
    tables.run(work.draws, 3, 1);
    expect_same_scene(tables, expected);
    for (const Item& item : expected.items()) {
      if (item.segment_count == static_cast<std::uint32_t>(samples))
        sharp += expected.segments()[item.first_segment + 31].end_end == round_end ? 1 : 0;
    }
  }
  EXPECT_GT(sharp, 0U);
}

TEST(BuildItems, FlattensMoreThanAThousandSegments) {
  const Size size{400, 300};
  Work work(3, size, 2);
  work.tracks.box = {{-30000, -20000, 60000, 40000}, {-2000, 20, 9000, 6000}};
  DrawRecord ellipses = random_boxes(work.dice);
  DrawBoxesOp op;
  op.style = BoxStyle::ellipse;
  op.stroke_width.constant = 3;
  op.opacity.constant = 1;
  op.color.constant = {1, 1, 1, 1};
  ellipses.op = op;
  work.add(ellipses);
  work.draws[0].tracks.rows = {0, 2};
  DisplayList list;
  list.primitives = work.primitives();
  ASSERT_EQ(list.primitives.size(), 2U);
  Tables tables(size, work.items, 10000, 5);
  SceneBuilder expected;
  expected.build(list, {}, tables.record.space, size);
  ASSERT_EQ(expected.items().size(), 2U);
  tables.run(work.draws, 3, 1);
  expect_same_scene(tables, expected);
  EXPECT_GE(tables.counters.segments, 1024U);
}

TEST(BuildItems, KeepsTheGroupOfADraw) {
  const Size size{300, 200};
  Work work(8, size);
  for (int i = 0; i < 3; ++i) work.add_random();
  work.draws[1].group = 0;
  DisplayList list;
  Primitive group;
  SceneBuilder expected;
  Tables tables(size, work.items, 100000, 5);
  expected.begin(tables.record.space, {{}, size}, {});
  Primitive primitive;
  for (std::size_t d = 0; d < work.draws.size(); ++d) {
    group.kind = PrimitiveKind::group_begin;
    group.group = {BlendMode::screen, 1};
    if (d == 1) expected.add({&group, 1}, {});
    for (std::uint32_t slot = 0; slot < work.draws[d].slots; ++slot)
      if (work.emit(work.draws[d], slot, primitive)) expected.add({&primitive, 1}, {});
    EXPECT_EQ(expected.open_group(), d == 1 ? 0U : no_group);
    group.kind = PrimitiveKind::group_end;
    if (d == 1) expected.add({&group, 1}, {});
  }
  tables.run(work.draws, 5, 2);
  expect_same_scene(tables, expected);
}

/// Pixels that a primitive changes when the CPU back-end draws it alone on white and on black, in
/// the picture and `border` px around it.
std::vector<Vec2> painted_pixels(Rasterizer& rasterizer, Primitive primitive, Size size,
                                 int border) {
  const auto by = static_cast<float>(border);
  if (primitive.kind == PrimitiveKind::curve) {
    Curve& c = primitive.curve;
    for (Vec2* end : {&c.p0, &c.p1}) *end = *end + Vec2{by, by};
    c.hc = c.hc + Vec2{by, by} * c.w;
  } else if (primitive.kind == PrimitiveKind::bolt) {
    BoltGeometry& b = primitive.bolt;
    for (Vec2* end : {&b.p0, &b.p1}) *end = *end + Vec2{by, by};
    b.hc = b.hc + Vec2{by, by} * b.w;
  } else {
    primitive.shape.center = primitive.shape.center + Vec2{by, by};
  }
  DisplayList list;
  list.primitives = {primitive};
  const Size whole{size.width + 2 * border, size.height + 2 * border};
  const auto pixels = static_cast<std::size_t>(whole.width * whole.height);
  std::vector<bool> changed(pixels);
  for (const std::uint8_t level : {std::uint8_t{255}, std::uint8_t{0}}) {
    std::vector<std::uint8_t> rgb(pixels * 3, level);
    rasterizer.draw(list, {}, rgb_view(whole, rgb));
    for (std::size_t i = 0; i < rgb.size(); ++i)
      if (rgb[i] != level) changed[i / 3] = true;
  }
  std::vector<Vec2> places;
  for (std::size_t i = 0; i < pixels; ++i) {
    const auto x = static_cast<int>(i) % whole.width, y = static_cast<int>(i) / whole.width;
    if (changed[i])
      places.push_back({static_cast<float>(x - border), static_cast<float>(y - border)});
  }
  return places;
}

using Bins = std::set<std::pair<int, int>>;  // column, row

/// Bins of `size` px under any of the pixels, each moved by every pair of `offsets` in x and y.
Bins bins_under(const std::vector<Vec2>& pixels, const std::vector<float>& offsets, float size) {
  Bins bins;
  for (const Vec2 pixel : pixels) {
    for (const float dx : offsets) {
      for (const float dy : offsets) {
        bins.insert({static_cast<int>(std::floor((pixel.x + dx) / size)),
                     static_cast<int>(std::floor((pixel.y + dy) / size))});
      }
    }
  }
  return bins;
}

/// Bins in which the items of a draw's slot are marked.
Bins bins_marked(const Tables& tables, const DrawRecord& draw, std::uint32_t slot) {
  Bins bins;
  for (std::uint32_t i = 0; i < draw.items_per_slot; ++i) {
    for (std::uint32_t row = 0; row < tables.scene.grid.rows; ++row) {
      for (std::uint32_t column = 0; column < tables.scene.grid.columns; ++column) {
        if (tables.marked(column, row, draw.first_item + slot * draw.items_per_slot + i))
          bins.insert({column, row});
      }
    }
  }
  return bins;
}

/// Whether more bins than needed may be marked: for shapes marked by their bounding box, for lines
/// painted only in part or narrowed but marked at their full length and width, and for paint whose
/// rim is too faint to change a pixel, as is that of a glow.
bool is_marked_amply(const Primitive& p) {
  constexpr float faint = 0.15F;                        // for objects that appear or vanish
  const bool is_line = p.kind != PrimitiveKind::shape;  // may fade to nothing
  const auto is_faint = [&](const Color& color) {
    return (is_line || color.a > 0) && color.a < faint;
  };
  if (p.trim_end < 1 || p.middle.at > 0 || p.dash.period > 0) return true;
  if (is_faint(p.stroke) || is_faint(p.stroke_end)) return true;
  if (p.kind != PrimitiveKind::shape || p.shape.kind == ShapeKind::rounded_box) return false;
  return p.fill.a > 0 || p.shape.kind == ShapeKind::corner_brackets;
}

TEST(BuildItems, MarksEveryBinThatIsPaintedAndFewOthers) {
  const Size size{150, 100};
  constexpr float bin = 16;
  Rasterizer rasterizer({.threads = 1});
  std::size_t wanted_bins = 0, checked = 0;
  for (std::uint32_t seed = 1; seed <= 700; ++seed) {
    Work work(seed, size, 24);
    work.add_random();
    Tables tables(size, work.items, 100000, 4);
    tables.run(work.draws, 40, seed);
    const DrawRecord& draw = work.draws[0];
    for (std::uint32_t slot = 0; slot < draw.slots; ++slot) {
      SCOPED_TRACE("seed " + std::to_string(seed) + " slot " + std::to_string(slot));
      const Bins marked = bins_marked(tables, draw, slot);
      Primitive primitive;
      if (!work.emit(draw, slot, primitive)) {
        ASSERT_TRUE(marked.empty());
        continue;
      }
      const auto inside = painted_pixels(rasterizer, primitive, size, 0);
      for (const auto& wanted : bins_under(inside, {0, bin_margin}, bin)) {
        if (wanted.first >= static_cast<int>(tables.scene.grid.columns)) continue;
        if (wanted.second >= static_cast<int>(tables.scene.grid.rows)) continue;
        ASSERT_TRUE(marked.contains(wanted)) << "bin " << wanted.first << ", " << wanted.second;
        ++wanted_bins;
      }
      if (primitive.glow.radius > 0 || is_marked_amply(primitive)) continue;
      const auto around = painted_pixels(rasterizer, primitive, size, 48);
      const Bins near = bins_under(around, {-bin, 0, bin}, bin);
      for (const auto& got : marked) {
        ASSERT_TRUE(near.contains(got)) << "bin " << got.first << ", " << got.second;
        ++checked;
      }
    }
  }
  EXPECT_GT(wanted_bins, 5000U);
  EXPECT_GT(checked, 2000U);
}

TEST(BuildItems, GivesTheSameWhateverTheOrderOfGroups) {
  const Size size{320, 240};
  Work work(77, size);
  for (int i = 0; i < 5; ++i) work.add_random();
  Tables first(size, work.items, 100000, 5);
  first.run(work.draws, 1, 0);
  for (const std::uint32_t groups : {3U, 64U, 1000U}) {
    Tables other(size, work.items, 100000, 5);
    other.run(work.draws, groups, groups);
    EXPECT_EQ(other.mask, first.mask);
    EXPECT_EQ(other.costs, first.costs);
    EXPECT_EQ(other.counters.active_bins, first.counters.active_bins);
    EXPECT_EQ(other.counters.segments, first.counters.segments);
    EXPECT_EQ(other.counters.primitives, first.counters.primitives);
  }
  EXPECT_GT(first.counters.active_bins, 20U);
}

void expect_no_segment_beyond_the_table(DrawRecord (*random)(Dice&)) {
  const Size size{640, 360};
  Work work(5, size, 60);
  work.add(random(work.dice));
  Tables whole(size, work.items, 100000, 5);
  whole.run(work.draws, 9, 3);
  ASSERT_GT(whole.counters.segments, 20U);
  for (const std::uint32_t capacity : {0U, 1U, whole.counters.segments / 2,
                                       whole.counters.segments - 1, whole.counters.segments}) {
    SCOPED_TRACE(capacity);
    Tables tables(size, work.items, capacity, 5);
    tables.run(work.draws, 9, 3);
    EXPECT_EQ(tables.counters.overflow, capacity < whole.counters.segments ? 1U : 0U);
    EXPECT_EQ(tables.counters.segments, whole.counters.segments);
    EXPECT_TRUE(tables.guard_is_whole());
    for (std::uint32_t slot = 0; slot < work.items; ++slot) {
      const Item& item = tables.items[slot];
      if (tables.painted(slot) && item.kind == ItemKind::stroke) {
        EXPECT_LE(item.first_segment + item.segment_count, capacity);
      }
    }
  }
}

TEST(BuildItems, CountsButDoesNotWriteBeyondTheSegmentTable) {
  expect_no_segment_beyond_the_table(random_lines);
  expect_no_segment_beyond_the_table(random_electric);
}

/// A scene built on the host with one item of each kind.
struct HostScene {
  HostScene(Size size, const WorkingSpace& space) : layers(1, Layer16(size)) {
    atlas.coverage.assign(64, 200);
    for (std::size_t tile = 0; tile < 4; ++tile) {
      layers[0].occupied[4 + tile] = 1;
      layers[0].occupied[static_cast<std::size_t>(layers[0].tiles_x) * 2 + tile] = 1;
    }
    Dice dice(4);
    std::vector<Primitive> list(5);
    list[0].fill = dice.color();
    list[1].kind = PrimitiveKind::glyph;
    list[1].glyph = {60, 20, 8, 8, 0};
    list[1].fill = dice.color();
    list[2] = test::layer_onto(0);
    list[3].kind = PrimitiveKind::shape;
    list[3].shape = {{150, 80}, {90, 60}, 12, 0, ShapeKind::rounded_box};
    list[3].stroke = list[3].fill = dice.color();
    list[3].width = 3;
    list[3].dash = {9, 5, 0};
    list[4] = list[3];
    list[4].fill.a = 0;
    list[4].dash = {};
    const Layer16& layer = layers[0];
    view = {layer.pixels.data(), layer.occupied.data(), layer.size, layer.tiles_x, layer.tiles_y};
    scene.begin(space, {{}, size}, {.atlas = &atlas, .layers = {&view, 1}});
    scene.add(list, {});
  }
  GlyphAtlas atlas;
  std::vector<Layer16> layers;
  SceneBuilder scene;
  LayerView view;
};

void expect_host_scene(std::uint32_t groups, bool wide) {
  SCOPED_TRACE(std::to_string(groups) + (wide ? " groups, wide" : " groups"));
  const Size size{300, 200};
  Tables tables(size, 40, 500, 5);
  HostScene host(size, tables.record.space);
  const auto items = host.scene.items();
  ASSERT_EQ(items.size(), 6U);
  tables.record.host_segments = host.scene.segments().data();
  tables.record.host_segment_count = static_cast<std::uint32_t>(host.scene.segments().size());
  tables.record.layers = &host.view;
  std::array<DrawRecord, 2> draws;
  draws[0].first_item = 3;
  draws[0].slots = 2;
  draws[0].host_items = items.data();
  draws[1].first_item = 20;
  draws[1].slots = 4;
  draws[1].host_items = items.data() + 2;
  for (DrawRecord& draw : draws) draw.wide = wide;
  tables.run(draws, groups, 6);
  expect_same_scene(tables, host.scene);
  EXPECT_EQ(tables.counters.segments, tables.record.host_segment_count);
  EXPECT_EQ(tables.counters.overflow, 0U);
  EXPECT_EQ(tables.counters.primitives, 0U);

  const BinGrid& grid = tables.scene.grid;
  EXPECT_EQ(tables.counters.active_bins, grid.bins()) << "the fill is everywhere";
  const auto is_marked = [&](int x, int y, std::uint32_t slot) {
    return tables.marked(static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), slot);
  };
  for (int y = 0; y < static_cast<int>(grid.rows); ++y) {
    for (int x = 0; x < static_cast<int>(grid.columns); ++x) {
      EXPECT_TRUE(is_marked(x, y, 3)) << "fill";
      EXPECT_EQ(is_marked(x, y, 4), (x == 1 || x == 2) && y == 0) << "glyph over 60..68, 20..28";
      // Occupied: 64..128 x 0..16, 0..64 x 32..48, and one pixel to the right of and below each.
      const bool layer = (x >= 2 && x <= 4 && y == 0) || (x <= 2 && y == 1);
      EXPECT_EQ(is_marked(x, y, 20), layer) << "layer at " << x << ", " << y;
      // Box 60..240 x 20..140 with a 3 px stroke: hollow where a bin is well inside.
      EXPECT_EQ(is_marked(x, y, 21), x >= 1 && x <= 7 && y <= 4) << "filled box";
      const bool inside = x >= 3 && x <= 6 && y == 2;
      EXPECT_EQ(is_marked(x, y, 23), x >= 1 && x <= 7 && y <= 4 && !inside) << x << ", " << y;
    }
  }
}

TEST(BuildItems, FetchesWhatTheHostMadeAndBinsIt) {
  for (const bool wide : {false, true})
    for (const std::uint32_t groups : {1U, 11U, 500U}) expect_host_scene(groups, wide);
}

/// For bins of all sizes.
TEST(BuildItems, MarksTheBinsUnderALayersTiles) {
  const Size size{700, 300};
  Dice dice(21);
  for (std::uint32_t round = 0; round < 30; ++round) {
    Tables tables(size, 1, 1, 4 + round % 5);
    const int tiles_x = layer_tiles(size.width), tiles_y = layer_tiles(size.height);
    std::vector<std::uint8_t> occupied(static_cast<std::size_t>(tiles_x * tiles_y));
    for (auto& tile : occupied) tile = dice.below(2 + round) == 0 ? 1 : 0;
    const LayerView layer{nullptr, occupied.data(), size, tiles_x, tiles_y};
    Item item;
    item.kind = ItemKind::layer;
    DrawRecord draw;
    draw.slots = 1;
    draw.wide = dice.coin();
    draw.host_items = &item;
    tables.record.layers = &layer;
    tables.run({&draw, 1}, 1 + dice.below(300), round);
    const TileGrid grid = tile_grid(tables.scene.grid);
    for (std::uint32_t row = 0; row < tables.scene.grid.rows; ++row) {
      for (std::uint32_t column = 0; column < tables.scene.grid.columns; ++column) {
        ASSERT_EQ(tables.marked(column, row, 0),
                  layer_touches(grid, layer, static_cast<int>(column), static_cast<int>(row)))
            << "bin " << column << ", " << row << " of round " << round;
      }
    }
  }
}

TEST(BeginPass, EmptiesTheBinsOfTheLastPass) {
  const Size size{320, 240};
  Work first(31, size), second(32, size);
  for (Work* work : {&first, &second}) work->add(random_boxes(work->dice));
  const std::uint32_t slots = std::max(first.items, second.items);
  Tables tables(size, slots, 100000, 5), fresh(size, slots, 100000, 5);
  tables.run(first.draws, 9, 1);
  EXPECT_GT(tables.counters.active_bins, 0U);
  tell_counts(HostThreadGroup<warp_size>({}), tables.scene);
  tables.run(second.draws, 9, 2);
  fresh.run(second.draws, 9, 3);
  EXPECT_EQ(tables.mask, fresh.mask);
  EXPECT_EQ(tables.costs, fresh.costs);
  EXPECT_EQ(tables.counters.active_bins, fresh.counters.active_bins);
}

TEST(BeginPass, FetchesTheRecords) {
  Tables tables({64, 64}, 1, 1, 5);
  std::vector<SentRecords::Bytes> sent(100), fetched(101);
  for (std::size_t i = 0; i < sent.size(); ++i) sent[i].byte[i % 16] = std::byte(i);
  const SentRecords records{sent.data(), fetched.data(), 100};
  HostKernels(1).launch(BeginPass{&tables.record, tables.scene, nullptr, records}, 2);
  EXPECT_EQ(std::memcmp(sent.data(), fetched.data(), 1600), 0);
  EXPECT_EQ(fetched[100].byte[0], std::byte{0});
}

TEST(BeginPass, ReportsWhatDoesNotFit) {
  const Size size{300, 200};
  const auto overflow = [&](std::uint32_t items, std::uint32_t segments, bool before) {
    Tables tables(size, 40, 500, 5);
    HostScene host(size, tables.record.space);
    tables.scene.item_capacity = items;
    tables.scene.segment_capacity = segments;
    tables.record.host_segments = host.scene.segments().data();
    tables.record.host_segment_count = static_cast<std::uint32_t>(host.scene.segments().size());
    const SceneCounters lost{.overflow = 1};
    HostKernels(2).launch(BeginPass{&tables.record, tables.scene, before ? &lost : nullptr}, 4);
    return tables.counters.overflow;
  };
  EXPECT_EQ(overflow(40, 500, false), 0U);
  EXPECT_EQ(overflow(39, 500, false), 1U);
  EXPECT_EQ(overflow(40, 20, false), 1U);
  EXPECT_EQ(overflow(40, 500, true), 1U);
}

}  // namespace
}  // namespace overlace
