// SPDX-License-Identifier: Apache-2.0
// What holds for every effect on the picture: the same bytes from every instruction set, thread
// count and orientation, and from the device's kernels; what the region does not cover keeps every
// bit.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "tests/gpu/picture_effect_runs.h"

namespace overlace::test {
namespace {

/// Random parameters.
class Dice {
 public:
  explicit Dice(std::uint32_t seed) : random_(seed) {}
  /// From 0 to before n.
  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  /// From `least` to `most`, in steps of a quarter.
  float between(int least, int most) {
    return static_cast<float>(least) + static_cast<float>(below(4 * (most - least) + 1)) / 4;
  }
  /// In a picture of a size, or a little outside.
  Vec2 place(Size size) { return {between(-20, size.width + 20), between(-20, size.height + 20)}; }
  bool one_in(int n) { return below(n) == 0; }

 private:
  std::mt19937 random_;
};

BlurOp random_op(Dice& dice, Size, BlurOp) {
  const float sigma = dice.one_in(3) ? dice.between(1, 66) : dice.between(1, 4);
  if (dice.one_in(5)) return {sigma, 0.5F, 100};
  return {sigma, sigma, sigma};
}
PixelateOp random_op(Dice& dice, Size, PixelateOp) {
  const int block = 2 + dice.below(dice.one_in(5) ? 511 : 40);
  return {block, dice.one_in(4) ? 2 : block};
}
ZoomOp random_op(Dice& dice, Size size, ZoomOp op) {
  op.zoom = dice.between(1, 16);
  for (int i = 1 + dice.below(dice.one_in(8) ? most_zoom_anchors : 5); i > 0; --i)
    op.anchor[op.anchor_count++] = dice.place(size);
  return op;
}
InsetsOp random_op(Dice& dice, Size size, InsetsOp op) {
  op.round = dice.one_in(2);
  op.nearest = dice.one_in(2);
  for (int i = 1 + dice.below(dice.one_in(8) ? most_insets : 5); i > 0; --i)
    op.inset[static_cast<std::size_t>(op.count++)] = {dice.place(size),
                                                      {dice.between(1, 60), dice.between(1, 60)},
                                                      dice.place(size),
                                                      dice.between(1, 8)};
  return op;
}
WarpOp random_op(Dice& dice, Size size, WarpOp op) {
  op.kind = static_cast<WarpKind>(dice.below(4));
  op.amount = dice.between(-30, 30);
  op.angle = dice.between(0, 360);
  op.radius = dice.between(1, 60);
  op.scale = 40;
  for (int i = 1 + dice.below(5); i > 0; --i) op.stroke[op.stroke_count++] = dice.place(size);
  return op;
}
AberrationOp random_op(Dice& dice, Size size, AberrationOp) {
  return {.amount = dice.between(-25, 25),
          .radial = dice.one_in(2),
          .angle = dice.between(0, 360),
          .shown = size};
}
GrainOp random_op(Dice& dice, Size, GrainOp) {
  return {.amount = 0.1F,
          .size = dice.between(1, 3),
          .mono = dice.one_in(2),
          .seed = 3,
          .frame = dice.below(9)};
}
const GradeRamp& red_to_blue() {
  static const GradeRamp ramp = [] {
    GradeRamp all{};
    for (std::size_t i = 0; i < all.size(); ++i)
      all[i] = {static_cast<float>(i) / 255, 0.5F, 1 - static_cast<float>(i) / 255, 1};
    return all;
  }();
  return ramp;
}
GradeOp random_op(Dice& dice, Size, GradeOp op) {
  if (!dice.one_in(3)) op = {dice.between(0, 3), dice.between(0, 3), dice.between(-360, 360)};
  if (dice.one_in(3)) op.ramp = &red_to_blue();
  op.by = dice.one_in(2) ? RampBy::alpha : RampBy::luma;
  if (!dice.one_in(3)) op.lut = 0;
  return op;
}

/// A cube of noise, for grades.
const Lut& noise_cube() {
  static const Lut lut = [] {
    Dice dice(5);
    Lut cube{.is_cube = true, .points = 9};
    for (std::size_t i = 0; i < 3 * cube.size(); ++i)
      cube.values.push_back(static_cast<float>(dice.below(4096)) / 4095);
    return cube;
  }();
  return lut;
}
/// Kinds of effects: the alternatives of PictureFilter.
constexpr std::size_t kinds = std::variant_size_v<PictureFilter>;
template <std::size_t... kind>
PictureFilter random_filter(std::size_t wanted, Dice& dice, Size size,
                            std::index_sequence<kind...>) {
  PictureFilter filter;
  ((kind == wanted
        ? void(filter = random_op(dice, size, std::variant_alternative_t<kind, PictureFilter>{}))
        : void()),
   ...);
  return filter;
}
/// An effect of a kind, for a picture that is shown with this size.
PictureEffect random_effect(std::size_t kind, Dice& dice, Size shown) {
  PictureEffect effect;
  effect.op.filter = random_filter(kind, dice, shown, std::make_index_sequence<kinds>{});
  effect.op.strength = dice.one_in(3) ? 0.6F : 1;
  effect.luts = {view_of(noise_cube(), noise_cube().values.data())};
  return effect;
}

class EveryPictureEffect : public testing::TestWithParam<std::size_t> {};

TEST_P(EveryPictureEffect, GivesTheSameBytesEverywhere) {
  Dice dice(static_cast<std::uint32_t>(2 + GetParam()));
  const auto formats = all_formats();
  for (std::uint32_t round = 0; round < 60; ++round) {
    const NamedFormat& format = formats[round % formats.size()];
    const Size size{1 + dice.below(round % 7 == 0 ? 9 : 200), 1 + dice.below(150)};
    Picture picture(size, format.format, format.color);
    if (is_float(format.format) && round % 2 == 0)
      picture.fill_unusual(round);
    else
      picture.fill_noise(round);
    Region region = discs(size, round, 1 + static_cast<int>(round % 4));
    if (round % 2 == 0) region.cover({dice.below(40) - 9, dice.below(40) - 9, 60, 50});
    PictureEffect effect = random_effect(GetParam(), dice, size);
    if (format.format.alpha && format.format.model == ColorModel::rgb && round % 2 == 1)
      effect.alpha = AlphaKind::straight;
    effect.stored = {round % 2 == 1, round % 4 > 1, round % 8 > 3};
    expect_equal_bytes(picture, region, effect, format.name + ", round " + std::to_string(round));
  }
}

TEST_P(EveryPictureEffect, LeavesTheRestAlone) {
  Dice dice(7);
  const Size size{90, 70};
  for (const NamedFormat& format : all_formats()) {
    Picture picture(size, format.format, format.color);
    if (is_float(format.format))
      picture.fill_unusual(4);
    else
      picture.fill_noise(4);
    const Picture before = picture;
    Region region = discs(size, 8, 3);
    change_picture(picture, region, random_effect(GetParam(), dice, size));
    expect_rest_untouched(before, picture, region, format);
  }
}

/// Floats of very different sizes show the order in which they are added.
TEST_P(EveryPictureEffect, HidesTheOrientation) {
  const Size size{87, 53};
  for (std::uint32_t round = 0; round < 6; ++round) {
    Dice dice(round);
    const bool floats = round % 2 == 1;
    const PixelFormat format = floats ? float_format() : ycbcr_format(0, 0);
    Picture upright(size, format, {});
    upright.fill_noise(3);
    for (int c = 0; c < 3 && floats; ++c)
      for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x)
          upright.set_sample(c, x, y,
                             std::ldexp(1.0 + dice.below(1024) / 1024.0, dice.below(40) - 20));
    Region region = discs(size, 3, 4);
    const PictureEffect effect = random_effect(GetParam(), dice, size);
    expect_orientation_hidden(upright, region, format, effect, "round " + std::to_string(round));
  }
}

INSTANTIATE_TEST_SUITE_P(All, EveryPictureEffect, testing::Range(std::size_t{0}, kinds));

}  // namespace
}  // namespace overlace::test
