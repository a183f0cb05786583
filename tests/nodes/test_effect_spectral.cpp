// SPDX-License-Identifier: Apache-2.0
// effect_spectral: waves of a drawing that are kept and removed. The transforms are tested in
// tests/gpu/test_spectral.cpp.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "graph/core/error.h"
#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

constexpr double tau = 2 * std::numbers::pi;

/// Filtered vertical stripes, 4 px of every 8, over a 200 x 100 px picture.
std::string stripes(const std::string& params) {
  return R"("box": {"type": "draw_boxes", "inputs": {"tracks": "tracks"},
                    "params": {"stroke_width": 0, "corner_radius": 0, "fill": "#ffffff"}},
            "filter": {"type": "effect_spectral", "inputs": {"layer": "box"}, "params": )" +
         params + "}";
}
TrackTable striped_tracks() {
  std::vector<TrackRow> rows;
  for (int i = 0; i < 25; ++i) rows.push_back({.box = {8.0F * static_cast<float>(i), -50, 4, 200}});
  return tracks_of({rows, {}});
}
TEST(EffectSpectral, LongWavesAloneAreGrey) {
  GraphRun run(stripes(R"({"wavelength": 16})"), R"(["filter"])", striped_tracks());
  run.draw();
  for (int x = 60; x < 140; ++x)  // half of the picture is white
    EXPECT_NEAR(run.picture().at(x, 50, 0), 127.5, 1.5) << x;
}

/// The fundamental wave of stripes 4 px wide of 8 has the amplitude 1 / (4 sin(pi / 8)), and the
/// next one is three times as short. Values are clipped at white.
TEST(EffectSpectral, OneWaveOfStripes) {
  GraphRun run(stripes(R"({"wavelength": 4})"), R"(["filter"])", striped_tracks());
  run.draw();
  for (int x = 60; x < 140; ++x) {
    const double wave = std::cos(tau * (x - 1.5) / 8) / (4 * std::sin(tau / 16));
    EXPECT_NEAR(run.picture().at(x, 50, 0), std::clamp(255 * (0.5 + wave), 0.0, 255.0), 1.01) << x;
  }
}

/// High frequencies are pure light: the mean is removed, and alpha with it.
TEST(EffectSpectral, ShortWavesAreLight) {
  const std::string nodes = stripes(R"({"kind": "high", "wavelength": 40})") +
                            R"(, "below": {"type": "draw_fill", "params": {"color": "#404040"}})";
  GraphRun run(nodes, R"(["below", "filter"])", striped_tracks());
  run.draw();
  for (int x = 64; x < 136; ++x)  // stripes at +1/2 and -1/2: only the former keep light and alpha
    EXPECT_NEAR(run.picture().at(x, 50, 0), x % 8 < 4 ? 64 + 0.5 * (255 - 64) : 64, 2) << x;
}

/// Nothing varies vertically; everything varies horizontally.
TEST(EffectSpectral, AlongOneAxis) {
  GraphRun across(stripes(R"({"wavelength": 16, "axis": "x"})"), R"(["filter"])", striped_tracks());
  GraphRun down(stripes(R"({"wavelength": 16, "axis": "y"})"), R"(["filter"])", striped_tracks());
  across.draw();
  down.draw();
  for (int x = 60; x < 140; ++x) {
    EXPECT_NEAR(across.picture().at(x, 50, 0), 127.5, 1.5) << x;
    EXPECT_NEAR(down.picture().at(x, 50, 0), x % 8 < 4 ? 255 : 0, 1) << x;
  }
}

/// A band around the stripes' fundamental wave keeps it, but neither the mean nor shorter waves.
TEST(EffectSpectral, ABandHoldsItsMiddle) {
  GraphRun run(stripes(R"({"kind": "band", "wavelength": 8, "octaves": 1})"), R"(["filter"])",
               striped_tracks());
  run.draw();
  for (int x = 60; x < 140; ++x) {
    const double wave = std::cos(tau * (x - 1.5) / 8) / (4 * std::sin(tau / 16));
    EXPECT_NEAR(run.picture().at(x, 50, 0), std::max(255 * wave, 0.0), 1.5) << x;
  }
}

TEST(EffectSpectral, AnyFrameStandsAlone) {
  const std::string keys =
      R"({"wavelength": {"keyframes": [{"frame": 0, "value": 2}, {"frame": 3, "value": 30}]}})";
  const auto table = [] {
    std::vector<std::vector<TrackRow>> frames;
    for (int i = 0; i < 4; ++i)
      frames.push_back({{.box = {20.0F + 9 * static_cast<float>(i), 30, 40, 30}}});
    return tracks_of(frames);
  };
  GraphRun all(stripes(keys), R"(["filter"])", table());
  for (int frame = 0; frame < 4; ++frame) {
    GraphRun alone(stripes(keys), R"(["filter"])", table());
    all.draw(frame);
    alone.draw(frame);
    EXPECT_EQ(all.picture().rgb, alone.picture().rgb) << "frame " << frame;
  }
}

TEST(EffectSpectral, RefusesWhatItCannotDo) {
  const auto problem = [](const std::string& params) -> std::string {
    try {
      GraphRun run(stripes(params), R"(["filter"])", striped_tracks());
    } catch (const Error& error) {
      return error.what();
    }
    return "nothing";
  };
  EXPECT_NE(problem(R"({"wavelength": 1})").find("2 to 10000"), std::string::npos);
  EXPECT_NE(problem(R"({"octaves": 0})").find("0.01 to 12"), std::string::npos);
  EXPECT_NE(problem(R"({"kind": "lo"})").find("'low'"), std::string::npos);
}

}  // namespace
}  // namespace overlace::test
