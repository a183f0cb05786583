// SPDX-License-Identifier: Apache-2.0
// All effects on layers: the same bytes from every instruction set, thread count and orientation,
// and from the device's kernels, and no paint beyond the promised reach.
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <variant>

#include "tests/gpu/effect_layers.h"

namespace overlace::test {
namespace {

/// Random parameters for effects.
class RandomEffects {
 public:
  explicit RandomEffects(std::uint32_t seed) : random_(seed) {}

  template <std::size_t index = 0>
  EffectOp effect(std::size_t which) {
    if constexpr (index < std::variant_size_v<EffectOp>) {
      if (which != index) return effect<index + 1>(which);
      std::variant_alternative_t<index, EffectOp> op;
      draw(op);
      return op;
    }
    return {};
  }
  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }

 private:
  float between(float least, float most) {
    return least + (most - least) * static_cast<float>(below(1000)) / 999;
  }
  void draw(Color& color) { color = {between(0, 1), between(0, 1), between(0, 1), between(0, 1)}; }

  void draw(BlurOp& op) {
    op.sigma = between(0.5F, below(2) == 0 ? 4 : 40);
    op.least_sigma = below(2) == 0 ? op.sigma : 0.5F;
    op.most_sigma = below(2) == 0 ? op.sigma : 100;
  }
  void draw(BloomOp& op) {
    draw(op.blur);
    op.threshold = between(0, 1);
    op.gain = between(0, 8);
    op.opacity = between(0, 1);
  }
  void draw(OutlineOp& op) {
    op.width = between(0, below(2) == 0 ? 8 : 64);
    op.softness = below(2) == 0 ? 1 : between(1, 64);
    op.side = static_cast<OutlineSide>(below(3));
    draw(op.color);
  }
  void draw(ShadowOp& op) {
    draw(op.blur);
    op.offset = {between(-90, 90), between(-20, 20)};
    op.most_spread = below(2) == 0 ? 0 : 64;
    op.spread = below(2) == 0 ? 0 : between(0, op.most_spread);
    draw(op.color);
  }
  void draw(WarpOp& op) {
    op.kind = static_cast<WarpKind>(below(4));
    op.amount = between(-60, 60);
    op.angle = between(-360, 360);
    op.radius = between(1, 60);
    op.scale = between(4, 80);
    op.time_turns = double{between(0, 1000)};
    op.seed = below(1000);
    op.everywhere = below(2) == 0;
    op.stroke_count = below(2) == 0 ? 1 : below(most_warp_strokes + 1);
    for (int i = 0; i < op.stroke_count; ++i) op.stroke[i] = {between(-50, 350), between(-50, 250)};
  }
  void draw(AberrationOp& op) {
    op.amount = between(-30, 30);
    op.radial = below(2) == 0;
    op.angle = between(-360, 360);
    op.shown = {300, 200};
  }
  void draw(PlaceOp& op) {
    const bool turns = below(2) == 0;
    op.turn_x = {turns ? between(-0.2F, 0.2F) : 0, turns ? between(-0.2F, 0.2F) : 0};
    op.turn_y = {turns ? between(-0.2F, 0.2F) : 0, turns ? between(-0.2F, 0.2F) : 0};
    op.offset = {between(-60, 60), between(-60, 60)};
    op.shown = {300, 200};
  }
  void draw(GrainOp& op) {
    op.amount = between(0, 1);
    op.size = below(2) == 0 ? 1 : between(1, 20);
    op.mono = below(2) == 0;
    op.seed = below(1000);
    op.frame = below(1000);
  }
  void draw(GradeOp& op) {
    op.gain = below(2) == 0 ? 1 : between(0, 8);
    op.saturation = below(2) == 0 ? 1 : between(0, 8);
    op.hue = below(2) == 0 ? 0 : between(-360, 360);
    for (Color& color : ramp_) draw(color);
    if (below(2) == 0) op.ramp = &ramp_;
    op.by = static_cast<RampBy>(below(2));
    if (below(3) > 0) op.lut = static_cast<std::uint32_t>(below(2));
  }

  void draw(SpectralOp& op) {
    op.kind = static_cast<SpectralKind>(below(3));
    op.cutoff = between(0.001F, 0.5F);
    op.octaves = between(0.01F, 4);
    op.rolloff = below(2) == 0 ? 0 : between(0, 4);
    op.axis = static_cast<SpectralAxes>(below(3));
  }

  std::mt19937 random_;
  GradeRamp ramp_{};  ///< of the last grade made
};

/// A cube and a curve of noise, with values below 0 and above 1.
std::span<const LutView> luts_of_noise() {
  static const auto noise = [](bool is_cube, int points) {
    Lut lut{.is_cube = is_cube, .points = points, .low = {0, -0.2F, 0.1F}};
    std::mt19937 random(9);
    for (std::size_t i = 0; i < 3 * lut.size(); ++i)
      lut.values.push_back(static_cast<float>(random() % 1000) / 800 - 0.1F);
    return lut;
  };
  static const Lut cube = noise(true, 7), curve = noise(false, 20);
  static const LutView views[] = {view_of(cube, cube.values.data()),
                                  view_of(curve, curve.values.data())};
  return views;
}

class Effects : public ::testing::TestWithParam<std::size_t> {};

TEST_P(Effects, InstructionsAndThreadsAndTheDeviceAgree) {
  RandomEffects random(1);
  for (std::uint32_t round = 0; round < 16; ++round) {
    const Size size{20 + random.below(280), 20 + random.below(180)};
    Layer layer = noise(size, round, static_cast<int>(round % 5)), region = noise(size, round + 99);
    const LayerEffect effect{random.effect(GetParam()),
                             {round % 2 == 1, round % 4 > 1, round % 8 > 3},
                             round % 3 == 0 ? &region : nullptr,
                             luts_of_noise()};
    Layer want = effect_of(layer, effect, SimdLevel::scalar);
    const auto expect = [&](Layer got, const std::string& what) {
      EXPECT_TRUE(equal(want, got))
          << what << ", " << size.width << " x " << size.height << ", round " << round;
    };
    for (const SimdLevel simd : {SimdLevel::avx2, SimdLevel::avx512})
      if (detect_simd() >= simd)
        expect(effect_of(layer, effect, simd, 2), std::string(simd_name(simd)));
    expect(effect_on_device(layer, effect), "device");
  }
}

/// Fills beside noise: marking tiles as flat must not change the pixels.
Layer fills_and_noise(Size size, std::uint32_t seed) {
  Layer layer = noise(size, seed);
  std::mt19937 random(seed + 50);
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  for (int i = 0; i < 4; ++i) {
    const int left = below(size.width), top = below(size.height);
    const int right = std::min(size.width, left + 20 + below(180));
    const int bottom = std::min(size.height, top + 20 + below(120));
    const float value = i == 3 ? 1.0F : static_cast<float>(below(64)) / 63;
    for (int y = top; y < bottom; ++y)
      for (int x = left; x < right; ++x) set(layer, x, y, value);
  }
  return layer;
}

TEST_P(Effects, FlatTilesDoNotShow) {
  RandomEffects random(5);
  int flat_tiles = 0;
  for (std::uint32_t round = 0; round < 24; ++round) {
    const Size size{40 + random.below(360), 40 + random.below(260)};
    const Layer layer = fills_and_noise(size, round), region = fills_and_noise(size, round + 99);
    Layer written = layer, written_region = region, flat = layer, flat_region = region;
    flatten(flat);
    flatten(flat_region);
    LayerEffect effect{random.effect(GetParam()),
                       {round % 2 == 1, round % 4 > 1, round % 8 > 3},
                       round % 3 == 0 ? &written_region : nullptr,
                       luts_of_noise()};
    Layer want = effect_on_device(written, effect);  // computes every pixel
    if (effect.region != nullptr) effect.region = &flat_region;
    for (const SimdLevel simd : {SimdLevel::scalar, SimdLevel::avx2, SimdLevel::avx512}) {
      if (detect_simd() < simd) continue;
      Layer got = effect_of(flat, effect, simd, 2);
      EXPECT_TRUE(equal(want, got)) << simd_name(simd) << ", round " << round;
      flat_tiles += static_cast<int>(std::ranges::count_if(flat.occupied, is_flat_tile));
    }
  }
  EXPECT_GT(flat_tiles, 0);
}

/// Where all inputs of a tile's pixels are equal, so are the pixels, and none are written.
TEST(FlatTiles, StayFlatUnderEffects) {
  Layer layer = empty({640, 640});
  for (int y = 0; y < 640; ++y)
    for (int x = 0; x < 640; ++x) set(layer, x, y, 0.5F);
  flatten(layer);
  for (const EffectOp& op : {EffectOp(BlurOp{2, 2, 2}), EffectOp(BlurOp{10, 10, 10}),
                             EffectOp(AberrationOp{.amount = 4, .shown = {640, 640}})}) {
    Layer got = effect_of(layer, {op});
    EXPECT_TRUE(got.image().is_flat(20, 20));
    EXPECT_FALSE(got.image().is_flat(0, 0)) << "beyond the edge lies nothing";
    EXPECT_NEAR(value(got, 320, 320), 0.5, 1e-3);
  }
}

/// An edge in mid-tile, 8 px from the neighbouring tiles: a blur of 2 px reaches that far.
TEST(FlatTiles, KnowWhatTheySeeOfOthers) {
  for (const float right : {0.0F, 0.25F}) {
    Layer layer = empty({640, 640});
    for (int y = 0; y < 640; ++y)
      for (int x = 0; x < 640; ++x) set(layer, x, y, x < 328 ? 0.5F : right);
    flatten(layer);
    const auto mark = [](Layer& of, int column) { return of.image().mark(column, 20); };
    ASSERT_FALSE(is_flat_tile(mark(layer, 20)));
    Layer got = effect_of(layer, {BlurOp{2, 2, 2}});
    EXPECT_TRUE(is_flat_tile(mark(got, 19)));
    EXPECT_FALSE(is_flat_tile(mark(got, 20)));
    EXPECT_EQ(is_flat_tile(mark(got, 21)), right > 0);
    EXPECT_EQ(mark(got, 21) == 0, right == 0) << "nothing is what zeros are";
    EXPECT_NEAR(value(got, 327, 320) + value(got, 328, 320), double{0.5F + right}, 1e-3);
  }
}

/// The stored orientation of a picture does not affect what is shown.
TEST_P(Effects, OrientationDoesNotShow) {
  RandomEffects random(2);
  Layer upright = noise({157, 93}, 3);
  for (int round = 0; round < 3; ++round) {
    const EffectOp op = random.effect(GetParam());
    Layer want = effect_of(upright, {op, {}, nullptr, luts_of_noise()});
    for (int i = 1; i < 8; ++i) {
      const Orientation o{(i & 1) != 0, (i & 2) != 0, (i & 4) != 0};
      Layer stored = turned_layer(upright, o);
      Layer got = effect_of(stored, {op, o, nullptr, luts_of_noise()}),
            shown = turned_layer(got, inverse(o));
      const auto left = seen(want), right = seen(shown);
      for (std::size_t p = 0; p < left.size(); ++p)
        ASSERT_EQ(std::memcmp(&left[p], &right[p], 8), 0)
            << "orientation " << i << ", round " << round << ", " << p % 157 << ", " << p / 157;
    }
  }
}

TEST_P(Effects, PaintsWithinItsReach) {
  RandomEffects random(3);
  for (int round = 0; round < 6; ++round) {
    const EffectOp op = random.effect(GetParam());
    Layer layer = empty({420, 400});
    for (int y = 190; y < 205; ++y)
      for (int x = 200; x < 212; ++x) set(layer, x, y, {1, 1, 1, 1});
    Layer got = effect_of(layer, {op});
    const int reach = effect_reach(op);
    for (int y = 0; y < 400; ++y)
      for (int x = 0; x < 420; ++x)
        if (x < 200 - reach || x >= 212 + reach || y < 190 - reach || y >= 205 + reach)
          ASSERT_EQ(value(got, x, y, 3), 0) << x << ", " << y << ", reach " << reach;
  }
}

TEST_P(Effects, NothingStaysNothing) {
  RandomEffects random(4);
  Layer layer = empty({90, 70});
  Layer got = effect_of(layer, {random.effect(GetParam())});
  EXPECT_EQ(painted_tiles(got), 0);
}

INSTANTIATE_TEST_SUITE_P(Each, Effects,
                         ::testing::Range(std::size_t{0}, std::variant_size_v<EffectOp>));

}  // namespace
}  // namespace overlace::test
