// SPDX-License-Identifier: Apache-2.0
// effect_blur: the blurred drawing together with the drawing itself, and what is refused. The
// accuracy of the Gaussian is tested in tests/gpu/test_blur.cpp.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "gpu/cpu/layers/layer_memory.h"
#include "graph/core/error.h"
#include "graph/plan/effect_memory.h"
#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

/// A white box, 80 to 120 px from the left and over the whole height.
const std::string box = R"("box": {"type": "draw_boxes", "inputs": {"tracks": "tracks"},
  "params": {"stroke_width": 0, "corner_radius": 0, "fill": "#ffffff"}})";
std::string blur_of(const std::string& node, const std::string& params) {
  return R"("blur": {"type": "effect_blur", "inputs": {"layer": ")" + node + R"("}, "params": )" +
         params + "}";
}
TrackTable one_box() {
  return tracks_of({{{.box = {80, -200, 40, 500}}}, {}});
}

TEST(EffectBlur, SpreadsAnEdgeByTheErrorFunction) {
  GraphRun run(box + "," + blur_of("box", R"({"sigma": 6})"), R"(["blur"])", one_box());
  run.draw();
  for (int x = 60; x < 140; ++x) {
    const auto below = [&](double edge) {
      return 0.5 * std::erfc((edge - x - 0.5) / (6 * std::sqrt(2)));
    };
    EXPECT_NEAR(run.picture().at(x, 50, 0), 255 * (below(80) - below(120)), 1.01) << x;
  }
}

TEST(EffectBlur, IsPaintedBesideWhatItBlurs) {
  GraphRun run(box + "," + blur_of("box", R"({"sigma": 5})"), R"(["blur", "box"])", one_box());
  run.draw();
  EXPECT_EQ(run.picture().at(100, 50, 0), 255);
  EXPECT_EQ(run.picture().at(80, 50, 0), 255);              // the box is still sharp
  EXPECT_NEAR(run.picture().at(77, 50, 0), 255 * 0.31, 4);  // its glow, 2.5 px outside
  EXPECT_EQ(run.plan().layers.size(), 2U);
}

/// Under a region with an alpha of one half, half of the drawing is blurred.
TEST(EffectBlur, KeepsToItsRegion) {
  const std::string nodes =
      box + R"(, "half": {"type": "draw_fill", "params": {"color": "#ff000080"}},
    "blur": {"type": "effect_blur", "inputs": {"layer": "box", "region": "half"},
             "params": {"sigma": 6}})";
  GraphRun run(nodes, R"(["blur"])", one_box());
  run.draw();
  for (int x = 60; x < 140; ++x) {
    const auto below = [&](double edge) {
      return 0.5 * std::erfc((edge - x - 0.5) / (6 * std::sqrt(2)));
    };
    const double sharp = x >= 80 && x < 120 ? 1 : 0, alpha = 128.0 / 255;
    EXPECT_NEAR(run.picture().at(x, 50, 0),
                255 * (sharp + alpha * (below(80) - below(120) - sharp)), 1.01)
        << x;
  }
}

TEST(EffectBlur, TakesACompositeAndABlur) {
  GraphRun run(
      box +
          R"(, "dim": {"type": "composite", "inputs": {"layers": ["box"]}, "params": {"opacity": 0.5}},
    "again": {"type": "effect_blur", "inputs": {"layer": "blur"}, "params": {"sigma": 4}},)" +
          blur_of("dim", R"({"sigma": 3})"),
      R"(["again"])", one_box());
  run.draw();
  // Two blurs equal one whose variance is their sum.
  const auto below = [](double edge, int x) {
    return 0.5 * std::erfc((edge - x - 0.5) / (5 * std::sqrt(2)));
  };
  for (int x = 70; x < 130; ++x)
    EXPECT_NEAR(run.picture().at(x, 50, 1), 127.5 * (below(80, x) - below(120, x)), 1.01) << x;
}

TEST(EffectBlur, OfNothingIsNothing) {
  GraphRun run(box + "," + blur_of("box", "{}"), R"(["blur", "box"])", one_box());
  run.draw(0);
  run.draw(1);  // the box is gone
  EXPECT_TRUE(std::ranges::all_of(run.picture().rgb, [](std::uint8_t v) { return v == 0; }));
}

TEST(EffectBlur, AnyFrameStandsAlone) {
  const std::string keys =
      R"({"sigma": {"keyframes": [{"frame": 0, "value": 1}, {"frame": 8, "value": 40}]}})";
  const auto table = [] {
    std::vector<std::vector<TrackRow>> frames;
    for (int i = 0; i < 9; ++i)
      frames.push_back({{.box = {20.0F + 9 * static_cast<float>(i), 30, 40, 30}}});
    return tracks_of(frames);
  };
  GraphRun all(box + "," + blur_of("box", keys), R"(["blur"])", table());
  for (int frame = 0; frame < 9; ++frame) {
    GraphRun alone(box + "," + blur_of("box", keys), R"(["blur"])", table());
    all.draw(frame);
    alone.draw(frame);
    EXPECT_EQ(all.picture().rgb, alone.picture().rgb) << "frame " << frame;
  }
}

TEST(EffectBlur, RefusesWhatItCannotDo) {
  const auto problem = [](const std::string& nodes, const std::string& composite) -> std::string {
    try {
      GraphRun run(nodes, composite, one_box());
    } catch (const Error& error) {
      return error.what();
    }
    return "nothing";
  };
  EXPECT_NE(
      problem(box + "," + blur_of("box", R"({"sigma": 0})"), R"(["blur"])").find("0.5 to 100"),
      std::string::npos);
  EXPECT_NE(
      problem(box + "," + blur_of("box", R"({"sigma": 101})"), R"(["blur"])").find("0.5 to 100"),
      std::string::npos);
  EXPECT_NE(problem(box + R"(, "blur": {"type": "effect_blur"})", R"(["blur"])")
                .find("input 'layer' is missing"),
            std::string::npos);
  EXPECT_NE(
      problem(box + "," + blur_of("tracks", "{}"), R"(["blur"])").find("'tracks' makes tracks"),
      std::string::npos);
  const std::string circle = R"("a": {"type": "effect_blur", "inputs": {"layer": "b"}},
                                "b": {"type": "effect_blur", "inputs": {"layer": "a"}})";
  EXPECT_NE(problem(circle, R"(["a"])").find("feed each other in a circle"), std::string::npos);
}

/// Three effects in a row need no more than two layers at a time.
TEST(EffectBlur, LayersShareMemory) {
  std::string nodes = box;
  for (const char* name : {"a", "b", "c"})
    nodes += std::string(R"(, ")") + name + R"(": {"type": "effect_blur", "inputs": {"layer": ")" +
             (*name == 'a' ? "box" : std::string(1, static_cast<char>(*name - 1))) + R"("}})";
  GraphRun run(nodes, R"(["c"])", one_box());
  EXPECT_EQ(run.plan().layers.size(), 4U);
  EXPECT_EQ(run.plan().layer_buffers, 2U);
}

TEST(EffectBlur, LayersThatDoNotFitAreRefusedWithTheirBytes) {
  GraphRun run(box + "," + blur_of("box", "{}"), R"(["blur", "box"])", one_box());
  // 200 x 100 pixels of 8 bytes and one byte for each of 13 x 7 tiles, rounded up to 256.
  const std::size_t wanted = 2 * 160256 + effect_scratch_bytes(run.plan(), FilterAxes::at_once);
  EXPECT_NO_THROW(check_layers_fit(run.plan(), wanted));
  try {
    check_layers_fit(run.plan(), wanted - 1);
    FAIL() << "a byte is missing";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::out_of_memory);
    const Diagnostic& problem = error.problems().front();
    EXPECT_EQ(problem.location.pointer, "/nodes/blur");
    EXPECT_NE(problem.message.find("needs 1 MiB for 2 layers of 1 MiB"), std::string::npos)
        << problem.message;
  }
}

}  // namespace
}  // namespace overlace::test
