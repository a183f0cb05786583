// SPDX-License-Identifier: Apache-2.0
// picture_blur: its place in the paint order, its region, and where it is refused. The accuracy of
// the Gaussian is tested in tests/gpu/test_picture_blur.cpp.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "graph/core/error.h"
#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

/// A white box, 80 to 120 px from the left and over the whole height; and a fill of the picture.
const std::string drawings = R"("box": {"type": "draw_boxes", "inputs": {"tracks": "tracks"},
    "params": {"stroke_width": 0, "corner_radius": 0, "fill": "#ffffff"}},
  "all": {"type": "draw_fill", "params": {"color": "#123456"}},
  "half": {"type": "draw_fill", "params": {"color": "#12345680"}})";
std::string blur_of(const std::string& region, const std::string& params) {
  return drawings + R"(, "blur": {"type": "picture_blur", "inputs": {"region": ")" + region +
         R"("}, "params": )" + params + "}";
}
TrackTable one_box() {
  return tracks_of({{{.box = {80, -200, 40, 500}}}, {}});
}
/// The box after a blur of sigma 6, 0 to 1.
double blurred_box(int x) {
  const auto below = [&](double edge) {
    return 0.5 * std::erfc((edge - x - 0.5) / (6 * std::sqrt(2)));
  };
  return below(80) - below(120);
}

TEST(PictureBlurNode, BlursWhatIsUnderItAndNotWhatComesLater) {
  GraphRun run(blur_of("all", R"({"sigma": 6})"), R"(["box", "blur"])", one_box());
  run.draw();
  for (int x = 40; x < 160; ++x)
    EXPECT_NEAR(run.picture().at(x, 50, 0), 255 * blurred_box(x), 1.01) << x;
  GraphRun later(blur_of("all", R"({"sigma": 6})"), R"(["blur", "box"])", one_box());
  later.draw();
  for (int x = 40; x < 160; ++x)
    EXPECT_EQ(later.picture().at(x, 50, 0), x >= 80 && x < 120 ? 255 : 0) << x;
}

TEST(PictureBlurNode, MixesByOpacityAndStrength) {
  for (const auto& [region, strength] : {std::pair{"half", 1.0}, {"all", 0.5}}) {
    GraphRun run(blur_of(region, R"({"sigma": 6, "strength": )" + std::to_string(strength) + "}"),
                 R"(["box", "blur"])", one_box());
    run.draw();
    for (int x = 40; x < 160; ++x)
      EXPECT_NEAR(run.picture().at(x, 50, 0),
                  127.5 * (blurred_box(x) + (x >= 80 && x < 120 ? 1 : 0)), 1.6)
          << x;
  }
}

/// The box is its own region: nothing outside it changes.
TEST(PictureBlurNode, StaysInItsRegion) {
  GraphRun run(blur_of("box", R"({"sigma": 6})"), R"(["box", "blur"])", one_box());
  run.draw();
  for (int x = 0; x < 200; ++x)
    EXPECT_NEAR(run.picture().at(x, 50, 0), x >= 80 && x < 120 ? 255 * blurred_box(x) : 0, 1.01)
        << x;
  run.draw(1);  // without the box there is no region
}

/// Without a region, the picture is not requested.
TEST(PictureBlurNode, LeavesFramesWithoutRegionAlone) {
  GraphRun run(blur_of("box", "{}"), R"(["blur"])", one_box());
  const auto replay = make_cpu_replay(run.shared_plan(), {.threads = 1});
  const auto asks = [&](std::int32_t frame) {
    Picture picture({200, 100});
    bool asked = false;
    replay->submit_lazily(0, {frame, 0}, [&] {
      asked = true;
      return picture.view();
    });
    replay->finish(0);
    return asked;
  };
  EXPECT_TRUE(asks(0));
  EXPECT_FALSE(asks(1));
  EXPECT_TRUE(replay->draws({0, 0}));
  EXPECT_FALSE(replay->draws({1, 0}));
}

TEST(PictureBlurNode, AnyFrameStandsAlone) {
  const std::string keys =
      R"({"sigma": {"keyframes": [{"frame": 0, "value": 1}, {"frame": 8, "value": 40}]}})";
  std::vector<std::vector<TrackRow>> frames;
  for (int i = 0; i < 9; ++i)
    frames.push_back({{.box = {20.0F + 9 * static_cast<float>(i), 30, 40, 30}}});
  const auto replay_of = [&] {
    GraphRun run(blur_of("all", keys), R"(["box", "blur"])", tracks_of(frames));
    return make_cpu_replay(run.shared_plan(), {.threads = 2});
  };
  const auto all = replay_of();
  for (std::int32_t frame = 0; frame < 9; ++frame) {
    Picture in_turn({200, 100}), alone({200, 100});
    all->draw({frame, 0}, in_turn.view());
    replay_of()->draw({frame, 0}, alone.view());
    EXPECT_EQ(in_turn.rgb, alone.rgb) << "frame " << frame;
  }
}

/// The drawings below form one pass, the region is a layer, and later drawings are another pass.
TEST(PictureBlurNode, DividesThePassOverThePicture) {
  const auto passes = [](const std::string& composite) {
    GraphRun run(blur_of("all", "{}"), composite, one_box());
    std::string kinds;
    for (const Step& step : run.plan().steps) {
      if (const auto* raster = std::get_if<RasterStep>(&step.work))
        kinds += raster->layer ? "region " : "frame ";
      if (std::holds_alternative<PictureStep>(step.work)) kinds += "blur ";
    }
    return kinds;
  };
  EXPECT_EQ(passes(R"(["blur"])"), "region blur frame ");
  EXPECT_EQ(passes(R"(["box", "blur", "half"])"), "frame region blur frame ");
  EXPECT_EQ(passes(R"(["box", "half"])"), "frame ");
  GraphRun run(blur_of("all", "{}"), R"(["blur"])", one_box());
  EXPECT_NE(explain(plan_facts(run.plan())).find("changes the picture under layer 1"),
            std::string::npos);
}

/// A region's colours are kept only if it is also painted or filtered by an effect.
TEST(PictureBlurNode, KeepsTheAlphaOfItsRegionAlone) {
  const std::string blur = R"("blur": {"type": "picture_blur", "inputs": {"region": "region"}})";
  const auto region = [&](const std::string& nodes, const std::string& composite) {
    GraphRun run(drawings + ", " + nodes + ", " + blur, composite, one_box());
    return run.plan().layers.back();
  };
  const std::string group = R"("region": {"type": "composite", "inputs": {"layers": ["box"]}})";
  const std::string soft = R"("region": {"type": "effect_blur", "inputs": {"layer": "box"}})";
  EXPECT_EQ(region(group, R"(["blur"])").kind, LayerKind::alpha);
  EXPECT_EQ(region(group, R"(["blur", "region"])").kind, LayerKind::colors);
  EXPECT_EQ(region(soft, R"(["blur"])").kind, LayerKind::colors);

  GraphRun run(blur_of("all", "{}"), R"(["blur"])", one_box());
  // 13 x 7 tiles of 256 pixels of 2 bytes, a byte for each tile, 16 for each of 4 x 7 fours.
  EXPECT_NE(explain(plan_facts(run.plan())).find("alpha      47131 bytes"), std::string::npos)
      << explain(plan_facts(run.plan()));
}

TEST(PictureBlurNode, IsRefusedWhereNothingOfTheVideoIs) {
  const auto problem = [](const std::string& nodes, const std::string& composite) -> std::string {
    try {
      GraphRun run(nodes, composite, one_box());
    } catch (const Error& error) {
      return error.what();
    }
    return "nothing";
  };
  const auto expect = [](const std::string& got, const std::string& what) {
    EXPECT_NE(got.find(what), std::string::npos) << got;
  };
  const std::string group =
      R"(, "group": {"type": "composite", "inputs": {"layers": ["box", "blur"]}})";
  const std::string inside = problem(blur_of("all", "{}") + group, R"(["group"])");
  expect(inside, "/nodes/group/inputs/layers/1");
  expect(inside, "there is no video here");
  const std::string effect = R"(, "again": {"type": "effect_blur", "inputs": {"layer": "blur"}})";
  expect(problem(blur_of("all", "{}") + effect, R"(["again"])"), "/nodes/again/inputs/layer");
  expect(problem(blur_of("all", "{}"), R"([{"node": "blur", "opacity": 0.5}])"),
         "/composite/0/opacity");
  expect(problem(blur_of("all", R"({"sigma": 0.4})"), R"(["blur"])"), "0.5 to 100");
  expect(problem(blur_of("all", R"({"strength": 2})"), R"(["blur"])"), "0 to 1");
  expect(problem(blur_of("tracks", "{}"), R"(["blur"])"), "'tracks' makes tracks");
}

}  // namespace
}  // namespace overlace::test
