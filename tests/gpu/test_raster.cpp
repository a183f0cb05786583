// SPDX-License-Identifier: Apache-2.0
// What the rasteriser writes: only what paint covers, exact colours, one blend per line, and valid
// pictures from invalid numbers.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "gpu/raster.h"
#include "graph/core/error.h"
#include "tests/gpu/memory_picture.h"

namespace overlace::test {
namespace {

constexpr Size size{150, 90};

Picture draw_float(const DisplayList& list, Size where = size) {
  Picture picture(where, float_format(), {.range = ColorRange::full});
  Rasterizer({.threads = 1}).draw(list, {}, picture.view());
  return picture;
}

TEST(Raster, EmptyListWritesNothing) {
  for (const NamedFormat& kind : all_formats()) {
    Picture picture(size, kind.format, kind.color);
    picture.fill_noise(5);
    const auto before = picture.bytes();
    const ReplayStats stats = Rasterizer({.threads = 2}).draw({}, {}, picture.view());
    EXPECT_EQ(stats.bytes_written, 0U) << kind.name;
    EXPECT_EQ(picture.bytes(), before) << kind.name;
  }
}

TEST(Raster, PaintWithoutAlphaWritesNothing) {
  Picture picture(size, nv12_format(), {});
  picture.fill_noise(5);
  const auto before = picture.bytes();
  DisplayList list;
  list.primitives = {whole_fill({1, 1, 1, 0}), line({5, 5}, {100, 80}, 4, {1, 0, 0, 0}),
                     group_begin(BlendMode::multiply, 0), whole_fill(white), group_end()};
  const ReplayStats stats = Rasterizer({.threads = 1}).draw(list, {}, picture.view());
  EXPECT_EQ(stats.bytes_written, 0U);
  EXPECT_EQ(picture.bytes(), before);
}

// Pixels farther from a stroke than half its width plus a chroma footprint keep their bytes;
// padding always does.
TEST(Raster, UntouchedMeansUntouched) {
  for (const NamedFormat& kind : all_formats()) {
    Picture picture(size, kind.format, kind.color);
    picture.fill_noise(9);
    const Picture before = picture;
    DisplayList list;
    const Vec2 from{20.3F, 15.8F}, to{120.9F, 70.2F};
    list.primitives = {line(from, to, 5, {0.2F, 0.9F, 0.4F, 0.7F})};
    const ReplayStats stats = Rasterizer({.threads = 2}).draw(list, {}, picture.view());
    std::size_t changed = 0;
    for (std::size_t i = 0; i < picture.bytes().size(); ++i) {
      if (picture.bytes()[i] == before.bytes()[i]) continue;
      ++changed;
      EXPECT_FALSE(picture.is_padding(i)) << kind.name << " byte " << i;
    }
    EXPECT_GT(changed, 0U);
    EXPECT_GE(stats.bytes_written, changed) << kind.name;

    const double length = std::hypot(to.x - from.x, to.y - from.y);
    for (int c = 0; c < (kind.format.model == ColorModel::gray ? 1 : 3); ++c) {
      const Size plane = picture.plane_size(c);
      const int sx = plane.width == size.width ? 1 : 2, sy = plane.height == size.height ? 1 : 2;
      for (int y = 0; y < plane.height; ++y) {
        for (int x = 0; x < plane.width; ++x) {
          const double px = (x + 0.5) * sx - from.x, py = (y + 0.5) * sy - from.y;
          const double t = std::clamp(
              (px * (to.x - from.x) + py * (to.y - from.y)) / (length * length), 0.0, 1.0);
          const double d = std::hypot(px - t * (to.x - from.x), py - t * (to.y - from.y));
          if (d < 2.5 + 0.75 + (sx > 1 ? 2.5 : 0)) continue;
          ASSERT_EQ(picture.sample(c, x, y), before.sample(c, x, y))
              << kind.name << " component " << c << " at " << x << ", " << y;
        }
      }
    }
  }
}

// Limited-range BT.709 code values of pure colours, rounded, from the matrix in ITU-R BT.709.
TEST(Raster, OpaquePaintGivesTheCodeValues) {
  struct Case {
    Color color;
    int y, cb, cr;
  };
  for (const Case& c : {Case{{1, 1, 1, 1}, 235, 128, 128}, Case{{0, 0, 0, 1}, 16, 128, 128},
                        Case{{1, 0, 0, 1}, 63, 102, 240}, Case{{0, 1, 0, 1}, 173, 42, 26},
                        Case{{0, 0, 1, 1}, 32, 240, 118}}) {
    for (const PixelFormat& format : {nv12_format(), ycbcr_format(1, 0), ycbcr_format(0, 0)}) {
      Picture picture({63, 35}, format, {});
      picture.fill_noise(2);
      DisplayList list;
      list.primitives = {whole_fill(c.color)};
      Rasterizer({.threads = 1}).draw(list, {}, picture.view());
      const int want[3] = {c.y, c.cb, c.cr};
      for (int i = 0; i < 3; ++i) {
        const Size plane = picture.plane_size(i);
        for (int y = 0; y < plane.height; ++y) {
          for (int x = 0; x < plane.width; ++x) ASSERT_EQ(picture.sample(i, x, y), want[i]);
        }
      }
    }
  }
}

// A fill with alpha 1/2 leaves the mean of its colour and what was there, drawn directly or on a
// layer, even beside a box, which splits runs of tiles with only the fill.
TEST(Raster, AFillIsTheSameEverywhere) {
  constexpr Size wide{715, 50};
  constexpr int left = 300, right = 330, seen = 4;  // edges of the box, px; margin around it, px
  const Vec2 center{(left + right) / 2.0F, 25}, half{(right - left) / 2.0F, 9};
  DisplayList cover, drawing, layer_alone;
  cover.primitives = {whole_fill(white)};
  drawing.primitives = {whole_fill({1, 1, 1, 0.5F}),
                        shape(ShapeKind::rounded_box, center, half, 0, 0, clear, {0, 0, 0, 1})};
  layer_alone.primitives = {layer_onto(0)};
  Rasterizer rasterizer({.threads = 1});
  for (const NamedFormat& kind : all_formats()) {
    if (kind.format.sample != SampleType::u8 && kind.format.sample != SampleType::u16) continue;
    Picture covered(wide, kind.format, kind.color);
    rasterizer.draw(cover, {}, covered.view());
    Layer16 layer(wide);
    rasterizer.draw(drawing, {}, layer, kind.color);
    for (const bool on_layer : {false, true}) {
      Picture picture(wide, kind.format, kind.color);
      picture.fill_noise(3);
      const Picture before = picture;
      rasterizer.draw(on_layer ? layer_alone : drawing, {&layer, 1}, picture.view());
      for (int c = 0; c < (kind.format.alpha ? 4 : 3); ++c) {
        if (kind.format.model == ColorModel::gray && (c == 1 || c == 2)) continue;
        const Size plane = picture.plane_size(c);
        const int step = plane.width == wide.width ? 1 : 2;
        for (int y = 0; y < plane.height; ++y)
          for (int x = 0; x < plane.width; ++x) {
            if (x * step > left - seen && x * step < right + seen) continue;
            const double mean = (before.sample(c, x, y) + covered.sample(c, x, y)) / 2;
            ASSERT_NEAR(picture.sample(c, x, y), mean, 0.51)
                << kind.name << (on_layer ? ", on a layer," : "") << " component " << c << " at "
                << x << ", " << y;
          }
      }
    }
  }
}

TEST(Raster, HdrWhiteIsReferenceWhite) {
  // 203 cd/m2 is code 0.5807 in PQ and 0.7500 in HLG (ITU-R BT.2408, table 1).
  PixelFormat format = ycbcr_format(1, 1, 10);
  for (const auto& [transfer, level] : {std::pair{Transfer::pq, 0.5807}, {Transfer::hlg, 0.75}}) {
    Picture picture(
        {16, 16}, format,
        {.matrix = ColorMatrix::bt2020, .transfer = transfer, .primaries = bt2020_primaries});
    DisplayList list;
    list.primitives = {whole_fill(white)};
    Rasterizer({.threads = 1}).draw(list, {}, picture.view());
    EXPECT_NEAR(picture.sample(0, 3, 3), 64 + 876 * level, 2);
    EXPECT_NEAR(picture.sample(1, 3, 3), 512, 1);
  }
}

// A curve cut into many segments has no brighter joints under one stroke, and a curve that crosses
// itself or turns back paints once.
TEST(Raster, ALineBlendsOnce) {
  const Color half{1, 1, 1, 0.5F};
  Primitive curve = parabola({10, 80}, {75, -60}, {140, 80}, 7, half);
  DisplayList list;
  for (const std::uint32_t segments : {26U, 40U, 64U}) {  // 26 suffice for 0.1 px
    curve.curve.segments = segments;
    list.primitives = {curve};
    Picture picture = draw_float(list);
    curve.curve.segments = 200;
    list.primitives = {curve};
    Picture fine = draw_float(list);
    for (int y = 0; y < size.height; ++y) {
      for (int x = 0; x < size.width; ++x) {
        ASSERT_LE(picture.sample(0, x, y), 0.5 + 1e-6);
        ASSERT_NEAR(picture.sample(0, x, y), fine.sample(0, x, y), 0.008) << segments;
      }
    }
  }
  list.primitives = {parabola({20, 40}, {200, 40}, {60, 40}, 9, half)};
  Picture hairpin = draw_float(list);
  for (int x = 25; x < 55; ++x) EXPECT_NEAR(hairpin.sample(0, x, 40), 0.5, 1e-6);
}

TEST(Raster, OrderIsPaintOrder) {
  DisplayList list;
  const Primitive red =
      shape(ShapeKind::rounded_box, {50, 40}, {20, 20}, 0, 0, clear, {1, 0, 0, 1});
  const Primitive blue =
      shape(ShapeKind::rounded_box, {60, 40}, {20, 20}, 0, 0, clear, {0, 0, 1, 1});
  list.primitives = {red, blue};
  Picture above = draw_float(list);
  list.primitives = {blue, red};
  Picture below = draw_float(list);
  EXPECT_EQ(above.sample(2, 55, 40), 1);
  EXPECT_EQ(below.sample(2, 55, 40), 0);
  EXPECT_EQ(above.sample(0, 35, 40), below.sample(0, 35, 40));
}

// Swapping two objects in the paint order changes only pixels that both paint.
TEST(Raster, SwappingTwoChangesOnlyTheirOverlap) {
  std::mt19937 random(6);
  GlyphAtlas atlas;
  fill_atlas(random, atlas);
  const auto draw = [&](std::vector<Primitive> primitives) {
    Picture picture(size, float_format(true), {});
    DisplayList list;
    list.primitives = std::move(primitives);
    list.atlas = &atlas;
    Rasterizer({.threads = 1}).draw(list, {}, picture.view());
    return picture;
  };
  int overlap = 0, swapped = 0;
  for (int round = 0; round < 60; ++round) {
    DisplayList scene = random_scene(random, size, atlas);
    std::erase_if(scene.primitives, [](const Primitive& p) {
      return p.kind != PrimitiveKind::curve && p.kind != PrimitiveKind::shape;
    });
    if (scene.primitives.size() < 2) continue;
    Primitive a = scene.primitives[0], b = scene.primitives[1];
    a.stroke = a.stroke_end = {1, 0, 0, 0.5F};
    b.stroke = b.stroke_end = {0, 0, 1, 0.5F};
    const Picture only_a = draw({a}), only_b = draw({b});
    const Picture ab = draw({a, b}), ba = draw({b, a});
    for (int y = 0; y < size.height; ++y) {
      for (int x = 0; x < size.width; ++x) {
        const bool both = only_a.sample(3, x, y) > 0 && only_b.sample(3, x, y) > 0;
        bool same = true;
        for (int c = 0; c < 4; ++c) same = same && ab.sample(c, x, y) == ba.sample(c, x, y);
        ASSERT_TRUE(same || both) << "round " << round << " at " << x << ", " << y;
        overlap += both ? 1 : 0;
        swapped += same ? 0 : 1;
      }
    }
  }
  EXPECT_GT(swapped, overlap / 2);
}

TEST(Raster, DashesFollowTheLine) {
  DisplayList list;
  Primitive p = line({10, 20.5F}, {110, 20.5F}, 5, white);
  p.cap = CapStyle::butt;
  p.dash = {.period = 20, .on = 8, .phase = 0};
  list.primitives = {p};
  Picture still = draw_float(list);
  p.dash.phase = 6;
  list.primitives = {p};
  Picture moved = draw_float(list);
  for (int x = 10; x < 110; ++x) {
    EXPECT_EQ(still.sample(0, x, 20), (x - 10) % 20 < 8 ? 1 : 0) << x;
    EXPECT_EQ(moved.sample(0, x, 20), (x - 16 + 20) % 20 < 8 ? 1 : 0) << x;
  }
  EXPECT_EQ(still.sample(0, 9, 20), 0);
}

TEST(Raster, ALineHasAsManyDashesAsWanted) {
  DisplayList list;
  Primitive p = line({10, 20.5F}, {110, 20.5F}, 5, white);
  p.cap = CapStyle::butt;
  // Two of five parts are painted, five times over 100 px: 8 px of 20, shifted by half a period.
  p.dash = {.period = 5, .on = 2, .phase = 2.5F, .fade = 0, .count = 5};
  list.primitives = {p};
  const Picture picture = draw_float(list);
  for (int x = 10; x < 110; ++x)
    EXPECT_EQ(picture.sample(0, x, 20), (x - 20 + 20) % 20 < 8 ? 1 : 0) << x;
}

TEST(Raster, DashesOfALineWithoutLengthArePainted) {
  DisplayList list;
  Primitive dot = line({40, 20}, {40, 20}, 10, white);
  dot.dash = {.period = 5, .on = 2, .phase = 0, .fade = 0, .count = 5};
  list.primitives = {dot};
  const Picture picture = draw_float(list);
  for (const double sample : {picture.sample(0, 39, 19), picture.sample(0, 80, 19)})
    EXPECT_TRUE(sample >= 0 && sample <= 1) << sample;
}

TEST(Raster, DashesComeAndGo) {
  DisplayList list;
  Primitive p = line({10, 20.5F}, {110, 20.5F}, 5, white);
  p.cap = CapStyle::butt;
  p.dash = {.period = 20, .on = 16, .phase = 0, .fade = 0.5F};
  list.primitives = {p};
  Picture picture = draw_float(list);
  // Rises over 4 px from the start of a dash, falls over the last 4 of its 16 px. The line itself
  // begins and ends abruptly.
  for (int x = 31; x < 89; ++x) {
    const double at = (x - 10) % 20 + 0.5;
    const double expected = std::clamp(std::min(at, 16 - at) / 4, 0.0, 1.0);
    EXPECT_NEAR(picture.sample(0, x, 20), expected, 1e-5) << x;
  }
}

TEST(Raster, ALineHasPaintOnItsWay) {
  DisplayList list;
  Primitive p = line({10, 20}, {110, 20}, 4, {0, 0, 0, 1});
  p.cap = CapStyle::butt;
  p.stroke_end = {0, 0, 1, 1};
  p.width_end = 4;
  p.middle = {.at = 0.25F, .color = {1, 0, 0, 1}, .width = 14};
  list.primitives = {p};
  Picture picture = draw_float(list);
  for (int x = 12; x < 108; ++x) {
    const double t = (x + 0.5 - 10) / 100;
    const bool first = t < 0.25;
    const double part = first ? t / 0.25 : (t - 0.25) / 0.75;
    EXPECT_NEAR(picture.sample(0, x, 20), first ? part : 1 - part, 1e-5) << x;
    EXPECT_NEAR(picture.sample(2, x, 20), first ? 0 : part, 1e-5) << x;
  }
  p.stroke = p.stroke_end = p.middle.color = white;
  list.primitives = {p};
  picture = draw_float(list);
  for (int x = 12; x < 108; ++x) {
    const double t = (x + 0.5 - 10) / 100;
    double ink = 0;
    for (int y = 0; y < 40; ++y) ink += picture.sample(0, x, y);
    EXPECT_NEAR(ink, t < 0.25 ? 4 + 40 * t : 14 - 10 * (t - 0.25) / 0.75, 0.06) << x;
  }
}

TEST(Raster, ClosedDashesFit) {
  // A circle's circumference is 188.5 px: nine equal dashes of about 20 px.
  DisplayList list;
  Primitive p = shape(ShapeKind::ellipse, {45, 45}, {30, 30}, 0, 3, white, clear);
  p.cap = CapStyle::butt;
  p.dash = {.period = 20, .on = 10, .phase = 0};
  list.primitives = {p};
  Picture picture = draw_float(list, {90, 90});
  double lower = 0, total = 0, rises = 0;
  for (int y = 0; y < 90; ++y) {
    for (int x = 0; x < 90; ++x) total += picture.sample(0, x, y);
  }
  for (int step = 0; step < 3600; ++step) {
    const double angle = step * 3.14159265358979 / 1800;
    const double v = picture.sample(0, static_cast<int>(45 + 30 * std::cos(angle)),
                                    static_cast<int>(45 + 30 * std::sin(angle)));
    if (lower < 0.5 && v >= 0.5) ++rises;
    lower = v;
  }
  EXPECT_NEAR(total, 3.14159265 * 30 * 3, 3);  // half of the ring's area
  EXPECT_NEAR(rises, 9, 3);
}

TEST(Raster, GlowFallsOffOutsideTheEdge) {
  DisplayList list;
  Primitive p = line({-50, 40.5F}, {250, 40.5F}, 5, white);
  p.glow = {.radius = 10, .gain = 0.8F};
  list.primitives = {p};
  Picture picture = draw_float(list);
  EXPECT_EQ(picture.sample(0, 75, 40), 1);
  for (int d = 4; d < 12; ++d) {
    const double rest = std::max(1 - (d - 2.5) / 10, 0.0);
    EXPECT_NEAR(picture.sample(0, 75, 40 + d), 0.8 * rest * rest, 1e-5) << d;
  }
  EXPECT_EQ(picture.sample(0, 75, 53), 0);
}

TEST(Raster, SenselessNumbersAreLeftOut) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float inf = std::numeric_limits<float>::infinity();
  for (const float bad : {nan, inf, -inf, 1e38F, -1e38F, 1e9F, 1e-38F}) {
    for (int field = 0; field < 27; ++field) {
      DisplayList list;
      Primitive curve = parabola({10, 10}, {50, 90}, {100, 20}, 3, {1, 1, 1, 0.5F});
      Primitive box = shape(static_cast<ShapeKind>(field % 5), {70, 40}, {30, 20}, 8, 3,
                            {1, 0, 0, 0.5F}, {0, 1, 0, 0.5F});
      for (Primitive* p : {&curve, &box}) {
        p->dash = {field % 2 == 0 ? 10.0F : 0.0F, 5, 0};
        p->glow = {5, 0.5F};
      }
      float* const fields[] = {&curve.curve.p0.x,
                               &curve.curve.hc.y,
                               &curve.curve.p1.x,
                               &curve.curve.w,
                               &curve.width,
                               &curve.width_end,
                               &curve.dash.period,
                               &curve.dash.on,
                               &curve.dash.phase,
                               &curve.dash.fade,
                               &curve.dash.count,
                               &curve.middle.width,
                               &curve.glow.radius,
                               &curve.glow.gain,
                               &curve.stroke.r,
                               &curve.stroke_end.a,
                               &box.shape.center.x,
                               &box.shape.half_size.x,
                               &box.shape.half_size.y,
                               &box.shape.corner_radius,
                               &box.shape.arm,
                               &box.width,
                               &box.dash.period,
                               &box.dash.on,
                               &box.glow.radius,
                               &box.fill.g,
                               &box.fill.a};
      *fields[field] = bad;
      list.primitives = {curve, box};
      Picture picture = draw_float(list);
      for (int y = 0; y < size.height; ++y) {
        for (int x = 0; x < size.width; ++x) {
          for (int c = 0; c < 3; ++c) {
            const double v = picture.sample(c, x, y);
            ASSERT_TRUE(v >= 0 && v <= 1.0001) << v << " field " << field << " value " << bad;
          }
        }
      }
    }
  }
}

TEST(Raster, RefusesWhatItCannotDrawOn) {
  Picture picture(size, nv12_format(), {});
  Rasterizer rasterizer({.threads = 1});
  auto refuses = [&](auto&& spoil) {
    ImageView view = picture.view();
    spoil(view);
    try {
      rasterizer.draw({}, {}, view);
    } catch (const Error& error) {
      return error.code() == ErrorCode::input;
    }
    return false;
  };
  EXPECT_TRUE(refuses([](ImageView& v) { v.size = {0, 20}; }));
  EXPECT_TRUE(refuses([](ImageView& v) { v.planes[1].data = nullptr; }));
  EXPECT_TRUE(refuses([](ImageView& v) { v.format.bits = 10; }));
  EXPECT_TRUE(refuses([](ImageView& v) { v.format.chroma_shift_x = 2; }));
  EXPECT_FALSE(refuses([](ImageView&) {}));
}

TEST(Raster, FarEndsAreCutSafely) {
  DisplayList list;
  list.primitives = {line({-3e8F, 40.5F}, {3e8F, 40.5F}, 3, white)};
  Picture picture = draw_float(list);
  for (int x = 0; x < size.width; ++x) {
    EXPECT_EQ(picture.sample(0, x, 40), 1);
    EXPECT_EQ(picture.sample(0, x, 43), 0);
  }
  list.primitives = {
      shape(ShapeKind::rounded_box, {1e7F + 50, 40}, {1e7F, 20}, 0, 0, clear, white)};
  picture = draw_float(list);
  EXPECT_EQ(picture.sample(0, 100, 40), 1);
}

TEST(Raster, HostileListsDoNotCrash) {
  GlyphAtlas atlas;
  atlas.coverage.resize(10);
  DisplayList list;
  list.atlas = &atlas;
  Primitive glyph = whole_fill(white);
  glyph.kind = PrimitiveKind::glyph;
  glyph.glyph = {0, 0, 100, 100, 4};  // beyond the atlas
  const Primitive no_layer = layer_onto(7);
  list.primitives = {glyph, no_layer, group_end(), group_end()};
  for (int i = 0; i < 20; ++i) list.primitives.push_back(group_begin(BlendMode::screen, 1));
  list.primitives.push_back(line({0, 0}, {50, 50}, 3, white));
  Picture picture = draw_float(list);
  EXPECT_GT(picture.sample(0, 25, 25), 0.9);
}

}  // namespace
}  // namespace overlace::test
