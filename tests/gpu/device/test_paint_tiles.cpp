// SPDX-License-Identifier: Apache-2.0
// The painting kernel against the CPU rasteriser: the same bytes, whatever is painted on whatever.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "gpu/device/paint_tiles.h"
#include "gpu/emulation/host_kernels.h"
#include "gpu/host/scene_builder.h"
#include "gpu/host/target.h"
#include "tests/gpu/memory_picture.h"

namespace overlace::test {
namespace {

/// How the kernel is launched, which must not affect the picture.
struct Launch {
  std::uint32_t log2_bin = 4;
  std::uint32_t groups = 7;
  std::uint32_t seed = 0;     ///< shuffles the groups
  bool only_touched = false;  ///< puts items only in bins near them, not in all bins
};

/// A scene's tables, with the simplest possible binning.
class Tables {
 public:
  Tables(const SceneBuilder& scene, Size size, const Launch& launch)
      : items_(scene.items().begin(), scene.items().end()),
        segments_(scene.segments().begin(), scene.segments().end()) {
    const auto side = 1U << launch.log2_bin;
    BinGrid& grid = tables_.grid;
    grid.log2_size = launch.log2_bin;
    grid.columns = (static_cast<std::uint32_t>(size.width) + side - 1) / side;
    grid.rows = (static_cast<std::uint32_t>(size.height) + side - 1) / side;
    grid.words = (static_cast<std::uint32_t>(items_.size()) + 31) / 32;
    mask_.resize(std::size_t{grid.bins()} * grid.words);
    costs_.resize(grid.bins());
    listed_.resize(std::size_t{grid.bins()} * bin_classes);
    group_pixels_.resize(group_scratch_floats(launch.groups, max_group_depth));
    tables_.items = items_.data();
    tables_.segments = segments_.data();
    tables_.mask = mask_.data();
    tables_.bin_cost = costs_.data();
    tables_.listed = listed_.data();
    tables_.last_listed = last_listed_;
    tables_.counters = &counters_;
    tables_.group_pixels = group_pixels_.data();
    for (std::uint32_t slot = 0; slot < items_.size(); ++slot)
      mark(slot, launch.only_touched ? bounds(items_[slot]) : everywhere);
  }

  [[nodiscard]] const SceneTables& view() const { return tables_; }
  [[nodiscard]] bool has_groups() const {
    return std::any_of(items_.begin(), items_.end(),
                       [](const Item& item) { return item.group != no_group; });
  }
  void set_overflow() { counters_.overflow = 1; }

 private:
  static constexpr Rect everywhere{-1e6F, -1e6F, 1e6F, 1e6F};

  [[nodiscard]] Rect bounds(const Item& item) const {
    switch (item.kind) {
      case ItemKind::stroke: {
        Rect all{1e6F, 1e6F, -1e6F, -1e6F};
        for (std::uint32_t i = 0; i < item.segment_count; ++i) {
          const Segment& segment = segments_[item.first_segment + i];
          const Vec2 end = segment.start + segment.direction * segment.length;
          const float around = item.reach + abs(segment.bend) * segment.length * segment.length;
          all = {min(all.left, min(segment.start.x, end.x) - around),
                 min(all.top, min(segment.start.y, end.y) - around),
                 max(all.right, max(segment.start.x, end.x) + around),
                 max(all.bottom, max(segment.start.y, end.y) + around)};
        }
        return all;
      }
      case ItemKind::box:
      case ItemKind::ellipse:
      case ItemKind::diamond:
        return grow(item.rect, item.half_width + item.glow_radius + 1);
      case ItemKind::glyph: {
        const auto x = static_cast<float>(item.glyph.x), y = static_cast<float>(item.glyph.y);
        return {x, y, x + static_cast<float>(item.glyph.width),
                y + static_cast<float>(item.glyph.height)};
      }
      default:
        return everywhere;
    }
  }

  void mark(std::uint32_t slot, const Rect& area) {
    const auto side = static_cast<float>(1U << tables_.grid.log2_size);
    const std::uint32_t cost = items_[slot].kind == ItemKind::stroke ? stroke_cost : other_cost;
    for (std::uint32_t row = 0; row < tables_.grid.rows; ++row) {
      for (std::uint32_t column = 0; column < tables_.grid.columns; ++column) {
        const float x = static_cast<float>(column) * side, y = static_cast<float>(row) * side;
        if (area.right + bin_margin < x || area.bottom + bin_margin < y || area.left > x + side ||
            area.top > y + side)
          continue;
        mark_bin(HostThreadGroup<warp_size>({}), tables_, row * tables_.grid.columns + column, slot,
                 cost);
      }
    }
  }

  std::vector<Item> items_;
  std::vector<Segment> segments_;
  std::vector<std::uint32_t> mask_, costs_, listed_;
  std::uint32_t last_listed_[bin_classes]{};
  std::vector<float> group_pixels_;
  SceneCounters counters_;
  SceneTables tables_;
};

/// A layer as stored on a device: occupied region by region. Unwritten pixels are infinite.
class DeviceLayer {
 public:
  explicit DeviceLayer(Size size, LayerKind kind = LayerKind::colors)
      : size_(size),
        kind_(kind),
        columns_((size.width + region_width - 1) / region_width),
        rows_((size.height + region_height - 1) / region_height),
        pixels_(layer_pixels_bytes(size, kind) / sizeof(std::uint16_t), 0x7C00),
        occupied_(static_cast<std::size_t>(columns_ * rows_)) {}

  [[nodiscard]] LayerMemory memory() { return {pixels_.data(), occupied_.data(), kind_}; }
  /// Precondition: a layer of alpha only.
  [[nodiscard]] RegionImage region() { return {{occupied_.data(), size_}, pixels_.data()}; }
  [[nodiscard]] LayerView view() const {
    return {pixels_.data(), occupied_.data(), size_, columns_, rows_};
  }

 private:
  Size size_;
  LayerKind kind_;
  int columns_, rows_;
  std::vector<std::uint16_t> pixels_;
  std::vector<std::uint8_t> occupied_;
};

/// A layer's pixels, transparent where unoccupied.
std::vector<std::uint16_t> visible_pixels(const LayerView& layer) {
  std::vector<std::uint16_t> out(static_cast<std::size_t>(layer.size.width * layer.size.height) *
                                 4);
  for (int y = 0; y < layer.size.height; ++y) {
    for (int x = 0; x < layer.size.width; ++x) {
      const std::uint8_t mark = mark_at(layer, x, y);
      if (mark == 0) continue;
      const std::uint16_t* texel = is_flat_tile(mark)
                                       ? layer_texel(layer, x & -layer_tile, y & -layer_tile)
                                       : layer_texel(layer, x, y);
      std::copy_n(texel, 4, &out[static_cast<std::size_t>((y * layer.size.width + x) * 4)]);
    }
  }
  return out;
}

/// Paints a list with the device's kernel. Only the number and size of `layers` count.
void paint(const DisplayList& list, std::span<const Layer16> layers,
           std::span<const LayerView> views, const WorkingSpace& space, const Target& target,
           const Target& backdrop, const Launch& launch, bool overflow = false) {
  SceneBuilder scene;
  scene.build(list, layers, space, target.size);
  Tables tables(scene, target.size, launch);
  if (overflow) tables.set_overflow();
  PassRecord pass;
  pass.target = target;
  pass.backdrop = backdrop;
  pass.groups = scene.groups().data();
  pass.layers = views.data();
  pass.textures = scene.textures().data();
  pass.texture_count = static_cast<std::uint32_t>(scene.textures().size());
  pass.atlas = list.atlas != nullptr ? list.atlas->coverage.data() : nullptr;
  with_paint_kernel(target, tables.has_groups(), tables.view(), &pass, [&](const auto& kernel) {
    HostKernels(launch.seed).launch(kernel, launch.groups);
  });
}

void paint(const DisplayList& list, Picture& picture, const Launch& launch,
           std::span<const Layer16> layers = {}, std::span<const LayerView> views = {},
           bool overflow = false) {
  Picture before = picture;
  const ImageView view = picture.view();
  const WorkingSpace space = make_working_space(view.format, view.color);
  paint(list, layers, views, space, picture_target(view, space),
        picture_target(before.view(), space), launch, overflow);
}

/// All formats, the subsampled ones with every siting.
std::vector<NamedFormat> sited_formats() {
  std::vector<NamedFormat> out;
  for (const NamedFormat& kind : all_formats()) {
    if (kind.format.chroma_shift_x == 0) {
      out.push_back(kind);
      continue;
    }
    for (const ChromaSiting siting :
         {ChromaSiting::left, ChromaSiting::center, ChromaSiting::top_left}) {
      out.push_back(kind);
      out.back().color.siting = siting;
      out.back().name += ", siting " + std::to_string(static_cast<int>(siting));
    }
  }
  return out;
}

Launch launch_of(std::uint32_t seed) {
  return {4 + seed % 3, 1 + seed % 9, seed, seed % 4 < 2};
}

class PaintTilesTest : public testing::Test {
 protected:
  PaintTilesTest() { fill_atlas(random_, atlas_); }

  DisplayList scene(std::uint32_t seed, Size size) {
    random_.seed(seed);
    return random_scene(random_, size, atlas_);
  }
  /// Draws a list with the CPU and with the kernel.
  void expect_equal(const DisplayList& list, const NamedFormat& kind, Size size,
                    std::uint32_t seed) {
    expect_equal(list, kind, size, seed, launch_of(seed));
  }
  void expect_equal(const DisplayList& list, const NamedFormat& kind, Size size, std::uint32_t seed,
                    const Launch& launch) {
    Picture expected(size, kind.format, kind.color);
    expected.fill_noise(seed);
    Picture painted = expected;
    rasterizer_.draw(list, {}, expected.view());
    paint(list, painted, launch);
    ASSERT_EQ(difference(expected, painted), "") << kind.name << ", seed " << seed;
  }
  /// Describes the first byte that differs; empty when all bytes are equal.
  static std::string difference(const Picture& a, const Picture& b) {
    const auto [first, second] =
        std::mismatch(a.bytes().begin(), a.bytes().end(), b.bytes().begin());
    if (first == a.bytes().end()) return {};
    return "byte " + std::to_string(first - a.bytes().begin()) + ": " +
           std::to_string(std::to_integer<int>(*first)) + " on the CPU, " +
           std::to_string(std::to_integer<int>(*second)) + " on the device";
  }

  std::mt19937 random_;
  GlyphAtlas atlas_;
  Rasterizer rasterizer_{{.threads = 1}};
};

TEST_F(PaintTilesTest, PaintsWhatTheCpuPaintsOnEveryFormat) {
  const auto formats = sited_formats();
  for (std::uint32_t seed = 0; seed < 10 * formats.size(); ++seed) {
    const Size size = seed % 3 == 0 ? Size{203, 141} : Size{97, 64};
    expect_equal(scene(seed, size), formats[seed % formats.size()], size, seed);
    if (HasFatalFailure()) return;
  }
}

TEST_F(PaintTilesTest, PaintsOnNotANumberAndInfinityAsTheCpu) {
  for (const NamedFormat& kind : all_formats()) {
    if (kind.format.sample != SampleType::f16 && kind.format.sample != SampleType::f32) continue;
    for (std::uint32_t seed = 0; seed < 40; ++seed) {
      const DisplayList list = scene(seed, {97, 64});
      Picture expected({97, 64}, kind.format, kind.color);
      expected.fill_unusual(seed);
      Picture painted = expected;
      rasterizer_.draw(list, {}, expected.view());
      paint(list, painted, launch_of(seed));
      ASSERT_EQ(difference(expected, painted), "") << kind.name << ", seed " << seed;
    }
  }
}

TEST_F(PaintTilesTest, PaintsPicturesOfAnySize) {
  constexpr Size sizes[] = {{1, 1}, {1, 2},  {2, 1},  {1, 53}, {53, 1},
                            {3, 3}, {16, 8}, {17, 9}, {64, 1}, {33, 65}};
  const auto formats = sited_formats();
  std::uint32_t seed = 0;
  for (const NamedFormat& kind : formats) {
    for (const Size size : sizes) {
      ++seed;
      DisplayList list = scene(seed, size);
      list.primitives.insert(list.primitives.begin(),
                             line({-3, -2}, {60, 50}, 9, {1, 0.5F, 0.25F, 0.75F}));
      expect_equal(list, kind, size, seed);
      if (HasFatalFailure()) return;
    }
  }
}

/// Puts the primitives of a scene into randomly nested groups with random blend modes.
DisplayList grouped(const DisplayList& scene, std::mt19937& random) {
  DisplayList out = scene;
  out.primitives.clear();
  std::size_t depth = 0;
  for (const Primitive& primitive : scene.primitives) {
    if (primitive.kind == PrimitiveKind::group_begin || primitive.kind == PrimitiveKind::group_end)
      continue;
    for (std::size_t end = random() % (depth + 1); end > 0; --end, --depth)
      out.primitives.push_back(group_end());
    for (std::size_t begin = random() % 3; begin > 0; --begin, ++depth) {
      out.primitives.push_back(group_begin(static_cast<BlendMode>(random() % 5),
                                           static_cast<float>(random() % 17) / 16));
    }
    out.primitives.push_back(primitive);
  }
  for (; depth > 0; --depth) out.primitives.push_back(group_end());
  return out;
}

TEST_F(PaintTilesTest, BlendsGroupsInAllModes) {
  const auto formats = sited_formats();
  constexpr Size size{93, 71};
  for (std::uint32_t seed = 0; seed < 5 * formats.size(); ++seed) {
    const DisplayList list = grouped(scene(seed + 1000, size), random_);
    expect_equal(list, formats[seed % formats.size()], size, seed);
    if (HasFatalFailure()) return;
  }
}

/// Strokes of many segments, with everything that varies along a line.
TEST_F(PaintTilesTest, PaintsLongLines) {
  const auto formats = sited_formats();
  constexpr Size size{150, 120};
  for (std::uint32_t seed = 0; seed < 4 * formats.size(); ++seed) {
    random_.seed(seed);
    auto unit = [&] { return static_cast<float>(random_() % 1024) / 1024; };
    DisplayList list;
    Vec2 at{unit() * 150, unit() * 120};
    for (int i = 0; i < 40; ++i) {
      const Vec2 control{unit() * 190 - 20, unit() * 160 - 20}, end{unit() * 150, unit() * 120};
      Primitive p = parabola(at, control, end, 1 + unit() * 8, {unit(), unit(), unit(), unit()});
      if (i % 2 == 0) p.stroke_end = {unit(), unit(), unit(), unit()};
      p.width_end = seed % 3 == 0 ? p.width : unit() * 12;
      p.joined = i % 10 != 0;
      if (seed % 2 == 0)
        p.dash = {5 + unit() * 9, unit() * 8, unit() * 20, unit() * 1.5F - 0.5F,
                  seed % 4 == 0 ? unit() * 9 : 0};
      if (seed % 7 < 3) p.middle = {unit(), {unit(), unit(), unit(), unit()}, unit() * 12};
      if (seed % 5 == 0) p.glow = {unit() * 12 + 1, unit()};
      p.cap = seed % 4 < 2 ? CapStyle::butt : CapStyle::round;
      at = end;
      list.primitives.push_back(p);
    }
    expect_equal(list, formats[seed % formats.size()], size, seed);
    if (HasFatalFailure()) return;
  }
}

/// A stroke with more segments near a region than a warp has threads.
TEST_F(PaintTilesTest, PaintsScribbles) {
  const auto formats = sited_formats();
  constexpr Size size{70, 50};
  for (std::uint32_t seed = 0; seed < 12; ++seed) {
    random_.seed(seed);
    auto unit = [&] { return static_cast<float>(random_() % 1024) / 1024; };
    DisplayList list;
    Vec2 at{20, 20};
    for (int i = 0; i < 80; ++i) {
      const Vec2 end{14 + unit() * 20, 12 + unit() * 20};
      Primitive p = line(at, end, 1 + unit() * 2, {unit(), unit(), unit(), 0.75F});
      p.width_end = p.width;
      p.joined = i != 0;
      if (seed % 3 == 1) p.stroke_end = {unit(), unit(), unit(), unit()};
      if (seed % 3 == 2) p.dash = {5, 3, 1};
      at = end;
      list.primitives.push_back(p);
    }
    expect_equal(list, formats[seed % formats.size()], size, seed);
    if (HasFatalFailure()) return;
  }
}

/// Where many lines meet, and elsewhere none are: few regions cost much, and several warps share
/// each of them, if there are enough.
TEST_F(PaintTilesTest, SharesCostlyRegions) {
  constexpr Size size{80, 64};
  std::uint32_t seed = 0;
  for (const NamedFormat& kind : sited_formats()) {
    random_.seed(++seed);
    auto unit = [&] { return static_cast<float>(random_() % 1024) / 1024; };
    DisplayList list;
    for (int i = 0; i < 40; ++i) {
      const Vec2 hub{35 + unit() * 10, 34 + unit() * 10};
      Primitive p =
          line(hub, {unit() * 80, unit() * 64}, 1 + unit() * 4, {unit(), unit(), unit(), unit()});
      p.width_end = p.width;
      if (i % 3 == 0) p.stroke_end = {unit(), unit(), unit(), unit()};
      list.primitives.push_back(p);
    }
    for (const std::uint32_t groups : {1U, 40U}) {
      const Launch launch{4, groups, seed, true};
      const WorkingSpace space = make_working_space(kind.format, kind.color);
      SceneBuilder builder;
      builder.build(list, {}, space, size);
      const Tables tables(builder, size, launch);
      const std::uint32_t costly = tables.view().counters->listed[bin_classes - 1];
      ASSERT_GT(costly, 1U);
      ASSERT_LT(costly, 40U);
      expect_equal(list, kind, size, seed, launch);
      if (HasFatalFailure()) return;
    }
  }
}

TEST_F(PaintTilesTest, PaintsLayersAndOnThem) {
  constexpr ColorSpec specs[] = {
      {}, {.matrix = ColorMatrix::bt2020, .transfer = Transfer::pq, .primaries = bt2020_primaries}};
  const auto formats = sited_formats();
  constexpr Size size{141, 75};
  for (std::uint32_t seed = 0; seed < 2 * formats.size(); ++seed) {
    const DisplayList list = scene(seed, size);
    ColorSpec color = specs[seed % 2];
    std::vector<Layer16> layers;
    layers.emplace_back(size);
    rasterizer_.draw(list, {}, layers[0], color);

    DeviceLayer device(size);
    color.range = ColorRange::full;
    const WorkingSpace space = make_working_space(layer_format(), color);
    const Target target = layer_target(device.memory(), size, space);
    paint(list, {}, {}, space, target, target, launch_of(seed));
    ASSERT_TRUE(visible_pixels(device.view()) == visible_pixels(view_of(layers[0])))
        << "seed " << seed;

    DeviceLayer alone(size, LayerKind::alpha);
    const Target alpha = layer_target(alone.memory(), size, space);
    paint(list, {}, {}, space, alpha, alpha, launch_of(seed));
    for (int y = 0; y < size.height; ++y)
      for (int x = 0; x < size.width; ++x)
        ASSERT_EQ(region_alpha(alone.region(), x, y), region_alpha(layers[0].region(), x, y))
            << "alpha alone, seed " << seed << ": " << x << ", " << y;

    DisplayList onto = scene(seed + 5000, size);
    onto.primitives.push_back(layer_onto(0));
    const NamedFormat& kind = formats[seed % formats.size()];
    Picture expected(size, kind.format, kind.color);
    expected.fill_noise(seed);
    Picture painted = expected;
    rasterizer_.draw(onto, layers, expected.view());
    const LayerView view = device.view();
    paint(onto, painted, launch_of(seed), layers, {&view, 1});
    ASSERT_EQ(difference(expected, painted), "") << kind.name << ", seed " << seed;
  }
}

TEST_F(PaintTilesTest, MarksOnlyRegionsOfALayerThatArePainted) {
  constexpr Size size{100, 60};
  DeviceLayer layer(size);
  const WorkingSpace space = make_working_space(layer_format(), {.range = ColorRange::full});
  DisplayList list;
  list.primitives = {line({20, 12}, {28, 12}, 2, white)};
  const Target target = layer_target(layer.memory(), size, space);
  paint(list, {}, {}, space, target, target, {});
  for (int y = 0; y < size.height; y += region_height) {
    for (int x = 0; x < size.width; x += region_width)
      EXPECT_EQ(is_occupied(layer.view(), x, y), x == 16 && y == 0) << x << ", " << y;
  }
}

TEST_F(PaintTilesTest, PaintsNothingAfterAnOverflow) {
  constexpr Size size{40, 30};
  Picture picture(size, nv12_format(), {});
  picture.fill_noise(1);
  const auto before = picture.bytes();
  DisplayList list;
  list.primitives = {whole_fill(white)};
  paint(list, picture, {}, {}, {}, true);
  EXPECT_TRUE(picture.bytes() == before);
  paint(list, picture, {});
  EXPECT_FALSE(picture.bytes() == before);
}

}  // namespace
}  // namespace overlace::test
