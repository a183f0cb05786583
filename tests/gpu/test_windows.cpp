// SPDX-License-Identifier: Apache-2.0
// Windows: a picture drawn piece by piece has the same bytes as one drawn at once.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "graph/core/error.h"
#include "tests/gpu/device/host_replay.h"
#include "tests/gpu/device/random_graph.h"
#include "tests/gpu/memory_picture.h"

namespace overlace::test {
namespace {

constexpr Size frame{99, 64};

bool is_halved(const PixelFormat& format, int c, bool rows) {
  return (c == 1 || c == 2) && (rows ? format.chroma_shift_y : format.chroma_shift_x) != 0;
}
int components(const PixelFormat& format) {
  return format.alpha ? 4 : format.model == ColorModel::gray ? 1 : 3;
}

/// Calls f(c, x, y, x in picture, y in picture) for each sample of a window.
template <class F>
void for_each_sample(const Picture& part, const PixelFormat& format, const PixelRect& window,
                     const F& f) {
  for (int c = 0; c < components(format); ++c) {
    if (c == 3 && !format.alpha) continue;
    const Size size = part.plane_size(c);
    const int left = is_halved(format, c, false) ? window.x / 2 : window.x;
    const int top = is_halved(format, c, true) ? window.y / 2 : window.y;
    for (int y = 0; y < size.height; ++y)
      for (int x = 0; x < size.width; ++x) f(c, x, y, left + x, top + y);
  }
}

/// Draws one window of a picture into separate memory and compares it.
void expect_window_equal(Replay& replay, const FrameTime& time, const NamedFormat& kind,
                         const PixelRect& window, const Picture& noise, const Picture& expected,
                         const std::string& what) {
  Picture part({window.width, window.height}, kind.format, kind.color);
  part.fill_noise(99);
  const auto in_picture = [&](int c, int x, int y) {
    const Size size = noise.plane_size(c);
    return x >= 0 && y >= 0 && x < size.width && y < size.height;
  };
  for_each_sample(part, kind.format, window, [&](int c, int x, int y, int px, int py) {
    if (in_picture(c, px, py)) part.set_bits(c, x, y, noise.bits(c, px, py));
  });
  const Picture before = part;
  ImageView view = part.view();
  view.size = noise.plane_size(0);
  view.window = window;
  replay.draw(time, view);

  std::size_t wrong = 0;
  for_each_sample(part, kind.format, window, [&](int c, int x, int y, int px, int py) {
    const bool there = in_picture(c, px, py);
    wrong += part.bits(c, x, y) != (there ? expected.bits(c, px, py) : before.bits(c, x, y));
  });
  for (std::size_t i = 0; i < part.bytes().size(); ++i)
    wrong += part.is_padding(i) && part.bytes()[i] != before.bytes()[i];
  ASSERT_EQ(wrong, 0U) << what << ", " << kind.name << ", window " << window.x << ' ' << window.y
                       << ' ' << window.width << ' ' << window.height;
}

/// Pieces of size `piece` that cover the picture and more, starting at `origin`, shuffled.
std::vector<PixelRect> pieces(Size size, Size piece, Size origin, std::mt19937& random) {
  std::vector<PixelRect> all;
  for (int y = origin.height; y < size.height + piece.height; y += piece.height)
    for (int x = origin.width; x < size.width + piece.width; x += piece.width)
      all.push_back({x, y, piece.width, piece.height});
  std::ranges::shuffle(all, random);
  return all;
}

Picture picture_of_noise(const ClipInfo& clip, const NamedFormat& kind) {
  Picture noise(stored_size(clip), kind.format, kind.color);
  noise.fill_noise(7);
  return noise;
}
Picture drawn_at_once(const std::shared_ptr<const Plan>& plan, const NamedFormat& kind) {
  Picture picture = picture_of_noise(plan->clip, kind);
  make_cpu_replay(plan, {.threads = 1})->draw(time_of(plan->clip, 0), picture.view());
  return picture;
}
/// Whether the first frame shows anything; some random graphs' does not.
bool paints(const std::shared_ptr<const Plan>& plan, const NamedFormat& kind) {
  return drawn_at_once(plan, kind).bytes() != picture_of_noise(plan->clip, kind).bytes();
}

/// Draws a frame at once and in windows: tiles at odd origins, or even ones for subsampled chroma;
/// strips; and windows that extend beyond the picture.
void expect_windows_equal(const std::shared_ptr<const Plan>& plan, Replay& replay,
                          const NamedFormat& kind, const std::string& what) {
  const FrameTime time = time_of(plan->clip, 0);
  const Picture noise = picture_of_noise(plan->clip, kind);
  const Picture expected = drawn_at_once(plan, kind);
  ASSERT_NE(expected.bytes(), noise.bytes()) << what;

  const bool subsampled = kind.format.chroma_shift_x != 0;
  std::mt19937 random(5);
  const Size size = stored_size(plan->clip);
  const Size tile = subsampled ? Size{18, 14} : Size{17, 13};
  const Size origin = subsampled ? Size{-4, -6} : Size{-5, -3};
  std::vector<PixelRect> windows = pieces(size, tile, origin, random);
  windows.push_back({-20, -10, size.width + 37, size.height + 31});
  windows.push_back({2, 0, size.width - 2, size.height});
  windows.push_back({0, 30, size.width, 3});
  windows.push_back({size.width + 21, 0, 10, 10});
  for (PixelRect& window : windows) {
    if (subsampled) window.x -= window.x % 2;
    expect_window_equal(replay, time, kind, window, noise, expected, what);
    if (::testing::Test::HasFatalFailure()) return;
  }
}

/// Whether a plan blends with its backdrop, which subsampled windows do not allow.
bool blends(const std::shared_ptr<const Plan>& plan) {
  return std::ranges::any_of(plan->steps, [](const Step& step) {
    const auto* group = std::get_if<GroupBeginStep>(&step.work);
    return group != nullptr && group->blend != BlendMode::normal;
  });
}

TEST(Windows, TogetherAreThePicture) {
  const std::vector<NamedFormat> formats = all_formats();
  int drawn = 0, refused = 0;
  for (std::uint32_t seed = 0; seed < 3 * formats.size(); ++seed) {
    const NamedFormat& kind = formats[seed % formats.size()];
    const Orientation stored{(seed & 1U) != 0, (seed & 2U) != 0, (seed & 4U) != 0};
    const auto plan =
        random_plan(seed, {.size = frame, .layered = seed % 4 == 1, .stored = stored});
    const std::string what = "seed " + std::to_string(seed);
    if (!paints(plan, kind)) continue;
    if (kind.format.chroma_shift_x != 0 && blends(plan)) {
      ++refused;
      continue;
    }
    ++drawn;
    expect_windows_equal(plan, *make_cpu_replay(plan, {.threads = 2}), kind, what);
    DeviceReplay<HostQueue> device(plan, std::make_unique<HostQueue>(seed), 1, 1);
    expect_windows_equal(plan, device, kind, what + " on a device");
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(drawn, 25);
  EXPECT_LT(refused, 15);
}

std::shared_ptr<const Plan> plan_of_boxes(const std::string& nodes, const std::string& composite) {
  const std::vector<TrackRow> rows = {{.frame = 0, .id = 1, .box = {20, 13, 40, 30}},
                                      {.frame = 0, .id = 2, .box = {70, 30, 50, 30}}};
  return plan_of(R"({"overlace": 1, "nodes": {
      "people": {"type": "track_file", "params": {"path": "given"}},
      "boxes": {"type": "draw_boxes", "inputs": {"tracks": "people"}}, )" +
                     nodes + R"(}, "composite": [)" + composite + "]}",
                 make_track_table(rows, {}), {.size = frame, .frame_count = 1});
}

TEST(Windows, ShowEffectsOfWhatIsBesideThem) {
  const auto plan = plan_of_boxes(
      R"("soft": {"type": "effect_blur", "inputs": {"layer": "boxes"}, "params": {"sigma": 6}})",
      R"("soft", "boxes")");
  for (const NamedFormat& kind : all_formats()) {
    expect_windows_equal(plan, *make_cpu_replay(plan, {.threads = 2}), kind, "blur");
    DeviceReplay<HostQueue> device(plan, std::make_unique<HostQueue>(), 1, 1);
    expect_windows_equal(plan, device, kind, "blur on a device");
  }
}

/// A plan that changes the picture in one small box.
std::shared_ptr<const Plan> plan_of_change(const std::string& type, const std::string& params,
                                           const Orientation& stored = {}) {
  const std::vector<TrackRow> rows = {{.frame = 0, .id = 1, .box = {40, 25, 12, 10}}};
  return plan_of(R"({"overlace": 1, "nodes": {
      "people": {"type": "track_file", "params": {"path": "given"}},
      "boxes": {"type": "draw_boxes", "inputs": {"tracks": "people"},
                "params": {"stroke_width": 0, "fill": "#fff"}},
      "tint": {"type": "draw_fill", "params": {"color": "#ff804060"}},
      "change": {"type": ")" +
                     type + R"(", "inputs": {"region": "boxes"}, "params": )" + params +
                     R"(}}, "composite": ["tint", "change"]})",
                 make_track_table(rows, {}), {.size = frame, .frame_count = 1, .stored = stored});
}
/// Draws windows one by one and compares each.
void expect_each_equal(const std::shared_ptr<const Plan>& plan, const NamedFormat& kind,
                       const std::vector<PixelRect>& windows) {
  Picture noise(stored_size(plan->clip), kind.format, kind.color);
  noise.fill_noise(7);
  Picture expected = noise;
  make_cpu_replay(plan, {.threads = 1})->draw({}, expected.view());
  const auto cpu = make_cpu_replay(plan, {.threads = 2});
  DeviceReplay<HostQueue> device(plan, std::make_unique<HostQueue>(), 1, 1);
  for (const PixelRect& window : windows) {
    expect_window_equal(*cpu, {}, kind, window, noise, expected, "picture effect");
    expect_window_equal(device, {}, kind, window, noise, expected, "picture effect on a device");
  }
}

/// A window that holds all that an effect reads, or nothing of its region, matches the whole.
TEST(Windows, ShowPictureEffectsOfWhatTheyHold) {
  const std::vector<PixelRect> windows = {
      {30, 16, 40, 32}, {60, 0, 39, 64}, {0, 0, 38, 64}, {-20, -10, 140, 90}};
  for (const auto& [type, params] :
       {std::pair{"picture_blur", R"({"sigma": 1})"}, {"picture_pixelate", R"({"block": 4})"}}) {
    for (const NamedFormat& kind : all_formats())
      expect_each_equal(plan_of_change(type, params), kind, windows);
    const NamedFormat rgba{"rgba", float_format(true), {}};
    std::vector<PixelRect> turned_windows;
    for (const PixelRect& w : windows) turned_windows.push_back({w.y, w.x, w.height, w.width});
    expect_each_equal(plan_of_change(type, params, {.transposed = true}), rgba, turned_windows);
  }
}

// Every instruction set cuts blocks at a window's edge in the same way.
TEST(Windows, HaveTheBytesOfEveryInstructionSet) {
  std::uint32_t seed = 8;
  auto plan = random_plan(seed, {.size = frame});
  while (blends(plan)) plan = random_plan(++seed, {.size = frame});
  for (const SimdLevel level : {SimdLevel::scalar, SimdLevel::avx2, SimdLevel::avx512}) {
    if (level != SimdLevel::scalar && detect_simd() < level) continue;
    for (const NamedFormat& kind : all_formats())
      expect_windows_equal(plan, *make_cpu_replay(plan, {.threads = 1, .simd = level}), kind,
                           std::string(simd_name(level)));
  }
}

std::string refusal(const std::shared_ptr<const Plan>& plan, const NamedFormat& kind,
                    const PixelRect& window) {
  std::string said;
  const auto draw = [&](Replay& replay) {
    Picture part({window.width, window.height}, kind.format, kind.color);
    ImageView view = part.view();
    view.size = frame;
    view.window = window;
    try {
      replay.draw({}, view);
      return std::string();
    } catch (const Error& error) {
      return error.problems().front().message;
    }
  };
  const std::string on_cpu = draw(*make_cpu_replay(plan, {.threads = 1}));
  DeviceReplay<HostQueue> device(plan, std::make_unique<HostQueue>(), 1, 1);
  EXPECT_EQ(on_cpu, draw(device));
  return on_cpu;
}

TEST(Windows, AreRefusedWhereTheyCannotBeExact) {
  const auto boxes = plan_of_boxes(R"("fill": {"type": "draw_fill"})", R"("fill", "boxes")");
  const auto glow = plan_of_boxes(
      R"("lit": {"type": "composite", "inputs": {"layers": ["boxes"]}, "params": {"blend": "add"}})",
      R"("lit")");
  const NamedFormat nv12{"nv12", nv12_format(), {}};
  const NamedFormat rgba{"rgba", float_format(true), {}};
  EXPECT_NE(refusal(boxes, nv12, {3, 0, 20, 20}).find("begins at 3, 0"), std::string::npos);
  EXPECT_NE(refusal(boxes, nv12, {0, -1, 20, 20}).find("begins at 0, -1"), std::string::npos);
  EXPECT_EQ(refusal(boxes, rgba, {3, -1, 20, 20}), "");
  EXPECT_NE(refusal(boxes, rgba, {70000, 0, 20, 20}).find("at 70000, 0"), std::string::npos);

  EXPECT_NE(refusal(glow, nv12, {16, 0, 20, 20}).find("cannot blend"), std::string::npos);
  EXPECT_NE(refusal(glow, nv12, {0, 0, 21, 20}).find("cannot blend"), std::string::npos);
  EXPECT_EQ(refusal(glow, nv12, {0, 0, 20, 20}), "");
  EXPECT_EQ(refusal(glow, rgba, {16, 3, 21, 20}), "");

  const auto blocks = plan_of_change("picture_pixelate", R"({"block": 4})");
  EXPECT_NE(refusal(blocks, rgba, {0, 0, 46, 64}).find("some are not there"), std::string::npos);
  EXPECT_NE(refusal(blocks, nv12, {38, 24, 16, 12}).find("some are not there"), std::string::npos);
  EXPECT_EQ(refusal(blocks, rgba, {0, 0, 38, 64}), "");
}

}  // namespace
}  // namespace overlace::test
