// SPDX-License-Identifier: Apache-2.0
// Bounds of overlays: everything that painting changes is inside, and they are not much larger.
#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <string>
#include <vector>

#include "tests/gpu/device/host_replay.h"
#include "tests/gpu/device/random_graph.h"
#include "tests/gpu/memory_picture.h"

namespace overlace::test {
namespace {

constexpr ColorSpec full{.range = ColorRange::full};

/// The smallest rectangle around the samples of component `c` that differ between two pictures.
PixelRect changed(const Picture& before, const Picture& after, int c) {
  const Size size = before.plane_size(c);
  PixelRect changed;
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x)
      if (before.bits(c, x, y) != after.bits(c, x, y)) changed = hull(changed, {x, y, 1, 1});
  return changed;
}

PixelRect stored_rect(const PixelRect& shown, const ClipInfo& clip) {
  const Box box = to_stored({static_cast<float>(shown.x), static_cast<float>(shown.y),
                             static_cast<float>(shown.width), static_cast<float>(shown.height)},
                            clip.stored, stored_size(clip));
  return {static_cast<int>(box.x), static_cast<int>(box.y), static_cast<int>(box.width),
          static_cast<int>(box.height)};
}

bool contains(const PixelRect& outer, const PixelRect& inner) {
  return inner.is_empty() || hull(outer, inner) == outer;
}

/// A clip with one frame, on which `list` is drawn.
std::shared_ptr<const Plan> plan_of_list(Size size, const DisplayList& list) {
  auto plan = std::make_shared<Plan>();
  plan->clip = {.size = size, .frame_count = 1};
  plan->textures = noise_textures();
  plan->primitive_capacity = list.primitives.size();
  const auto make = std::make_shared<const MakeHostDraw>(
      [list](const std::shared_ptr<GlyphAtlas>& atlas) -> HostDraw {
        if (list.atlas != nullptr) *atlas = *list.atlas;
        return [list](const HostInputs&, DisplayList& out) {
          DisplayList copy = list;
          copy.atlas = out.atlas;
          out.append(copy);
        };
      });
  plan->steps.push_back(
      {.work = DrawStep{no_tracks, no_slot,
                        [make](const FrameTime&) { return DrawOp(HostDrawOp{make.get()}); }},
       .capacity = list.primitives.size()});
  plan->steps.push_back({.work = RasterStep{}});
  return plan;
}

void expect_painted_within(const std::shared_ptr<const Plan>& plan, std::int32_t frame,
                           const std::string& what) {
  const FrameTime time = time_of(plan->clip, frame);
  const auto replay = make_cpu_replay(plan, {.threads = 1});
  const PixelRect bounds = replay->bounds(time);
  EXPECT_TRUE(contains(whole(plan->clip.size), bounds)) << what;
  EXPECT_EQ(bounds,
            (DeviceReplay<HostQueue>(plan, std::make_unique<HostQueue>(), 1, 1).bounds(time)))
      << what;
  const PixelRect stored = stored_rect(bounds, plan->clip);
  for (const NamedFormat& kind :
       {NamedFormat{"rgbaf32", float_format(true), full}, {"nv12", nv12_format(), {}}}) {
    Picture before(stored_size(plan->clip), kind.format, kind.color);
    before.fill_noise(7);
    Picture after = before;
    replay->draw(time, after.view());
    const bool halved = kind.format.chroma_shift_x == 1;
    for (int c = 0; c < 3; ++c) {
      PixelRect painted = changed(before, after, c);
      if (halved && c > 0) {  // also covers the pixels to its right, which the next sample uses
        painted = {2 * painted.x, 2 * painted.y, 2 * painted.width, 2 * painted.height};
        EXPECT_TRUE(contains(grow(stored, 2), painted)) << what << ", " << kind.name;
      } else {
        EXPECT_TRUE(contains(stored, painted)) << what << ", " << kind.name;
      }
    }
    if (!replay->draws(time)) {
      EXPECT_EQ(before.bytes(), after.bytes()) << what;
    }
  }
}

TEST(OverlayBounds, HoldAllThatRandomGraphsPaint) {
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    const Orientation stored{(seed & 1U) != 0, (seed & 2U) != 0, (seed & 4U) != 0};
    const auto plan = random_plan(
        seed, {.objects = static_cast<int>(seed % 5), .layered = seed % 3 == 0, .stored = stored});
    for (std::int32_t frame = 0; frame < 2; ++frame)
      expect_painted_within(plan, frame, "seed " + std::to_string(seed));
  }
}

TEST(OverlayBounds, HoldAllThatRandomListsPaint) {
  GlyphAtlas atlas;
  std::mt19937 random(1);
  fill_atlas(random, atlas);
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    random.seed(seed);
    const Size size{150, 90};
    expect_painted_within(plan_of_list(size, random_scene(random, size, atlas)), 0,
                          "seed " + std::to_string(seed));
  }
}

std::shared_ptr<const Plan> blurred_boxes(double sigma) {
  const std::vector<TrackRow> rows = {{.frame = 0, .id = 1, .box = {180, 130, 40, 40}}};
  const ClipInfo clip{.size = {400, 300}, .frame_count = 1};
  return plan_of(R"({"overlace": 1, "nodes": {
      "people": {"type": "track_file", "params": {"path": "given"}},
      "boxes": {"type": "draw_boxes", "inputs": {"tracks": "people"}},
      "soft": {"type": "effect_blur", "inputs": {"layer": "boxes"}, "params": {"sigma": )" +
                     std::to_string(sigma) + R"(}}},
    "composite": ["soft"]})",
                 make_track_table(rows, {}), clip);
}

// Beyond 5.6 sigma a Gaussian is below half a step of FP16, and nothing is painted.
TEST(OverlayBounds, GrowWithABlur) {
  for (const double sigma : {1.0, 4.0, 5.0, 12.0}) {
    const auto plan = blurred_boxes(sigma);
    expect_painted_within(plan, 0, "sigma " + std::to_string(sigma));
    const PixelRect bounds = make_cpu_replay(plan, {})->bounds({});
    EXPECT_LT(bounds.width, 40 + 2 * (6 + 6 * sigma)) << sigma;
    EXPECT_GT(bounds.width, 40 + 2 * 2 * sigma) << sigma;
  }
}

/// Expects bounds to exceed what one primitive paints on black by at most `slack` px.
void expect_tight(const DisplayList& list, int slack, const std::string& what) {
  const auto plan = plan_of_list({200, 160}, list);
  const auto replay = make_cpu_replay(plan, {.threads = 1});
  const Picture before(plan->clip.size, float_format(), full);
  Picture after = before;
  replay->draw({}, after.view());
  const PixelRect painted = changed(before, after, 0), bounds = replay->bounds({});
  ASSERT_FALSE(painted.is_empty()) << what << " paints nothing";
  EXPECT_TRUE(contains(grow(painted, slack), bounds))
      << what << ": " << bounds.x << ' ' << bounds.y << ' ' << bounds.width << ' ' << bounds.height
      << " around " << painted.x << ' ' << painted.y << ' ' << painted.width << ' '
      << painted.height;
}

TEST(OverlayBounds, AreTightAroundSolidPaint) {
  std::mt19937 random(5);
  std::uniform_real_distribution<float> x(20, 180), y(20, 140), half(2, 15), width(0.5F, 6);
  for (int i = 0; i < 200; ++i) {
    const std::string what = "object " + std::to_string(i);
    const Vec2 from{x(random), y(random)}, to{x(random), y(random)}, over{x(random), y(random)};
    DisplayList list;
    list.primitives = {line(from, to, width(random), white)};
    expect_tight(list, 2, what + ", a line");
    list.primitives = {parabola(from, over, to, width(random), white)};
    expect_tight(list, 2, what + ", a parabola");
    const auto kind = static_cast<ShapeKind>(i % 5);
    const Vec2 sides{half(random), half(random)};
    list.primitives = {shape(kind, from, sides, 3, width(random), white, white)};
    list.primitives[0].shape.arm = 1;
    expect_tight(list, 2, what + ", a shape of kind " + std::to_string(i % 5));
    list.primitives.clear();
    append_area(std::vector<std::vector<Vec2>>{{from, over, to}}, white, list);
    expect_tight(list, 16, what + ", an area");
  }
}

TEST(OverlayBounds, AreThoseOfAGlyphsBitmap) {
  GlyphAtlas atlas{std::vector<std::uint8_t>(600, 255)};
  DisplayList list;
  list.atlas = &atlas;
  list.primitives = {whole_fill(white)};
  list.primitives[0].kind = PrimitiveKind::glyph;
  list.primitives[0].glyph = {.x = 31, .y = 7, .width = 20, .height = 30, .offset = 0};
  const PixelRect expected{31, 7, 20, 30};
  EXPECT_EQ(make_cpu_replay(plan_of_list({200, 160}, list), {})->bounds({}), expected);
}

TEST(OverlayBounds, AreEmptyWhereNothingIsPainted) {
  const auto draws = [](const Primitive& primitive) {
    DisplayList list;
    list.primitives = {primitive};
    return make_cpu_replay(plan_of_list({100, 80}, list), {})->draws({});
  };
  const auto box = [](Vec2 center, Color fill) {
    return shape(ShapeKind::rounded_box, center, {10, 10}, 0, 0, clear, fill);
  };
  EXPECT_TRUE(draws(box({50, 40}, white)));
  EXPECT_TRUE(draws(box({-9, 40}, white)));    // its right edge is at x = 1
  EXPECT_FALSE(draws(box({-12, 40}, white)));  // … at x = -2
  EXPECT_FALSE(draws(box({50, 92}, white)));
  EXPECT_FALSE(draws(box({50, 40}, clear)));
  EXPECT_TRUE(draws(whole_fill(white)));

  DisplayList faded;
  faded.primitives = {group_begin(BlendMode::add, 0), whole_fill(white), group_end()};
  EXPECT_FALSE(make_cpu_replay(plan_of_list({100, 80}, faded), {})->draws({}));
}

// Requesting the bounds of any frame between frames does not affect the next picture.
TEST(OverlayBounds, LeaveNoTraceInPictures) {
  for (const std::uint32_t seed : {2U, 3U, 9U}) {
    const auto plan = random_plan(seed, {.layered = seed == 3});
    const auto asked = make_cpu_replay(plan, {.threads = 1});
    DeviceReplay<HostQueue> device(plan, std::make_unique<HostQueue>(), 1, 1);
    for (std::int32_t frame = 0; frame < plan->clip.frame_count; ++frame) {
      const FrameTime time = time_of(plan->clip, frame);
      Picture expected(plan->clip.size, nv12_format(), {});
      Picture actual = expected, on_device = expected;
      make_cpu_replay(plan, {.threads = 1})->draw(time, expected.view());
      const FrameTime other = time_of(plan->clip, plan->clip.frame_count - 1 - frame);
      EXPECT_EQ(asked->bounds(other), device.bounds(other));
      asked->draw(time, actual.view());
      device.draw(time, on_device.view());
      EXPECT_EQ(expected.bytes(), actual.bytes());
      EXPECT_EQ(expected.bytes(), on_device.bytes());
    }
  }
}

}  // namespace
}  // namespace overlace::test
