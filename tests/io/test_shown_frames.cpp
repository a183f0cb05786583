// SPDX-License-Identifier: Apache-2.0
// Damage spreads to what is predicted from it, and ends at a key frame that is decoded after it.
#include <gtest/gtest.h>

#include "io/read/shown_frames.h"

namespace overlace {
namespace {

constexpr bool predicted = true, independent = false;

TEST(ShownFrames, AnUndamagedFrameShowsItself) {
  DamageSpread spread(1001, 1001, predicted);
  for (std::int32_t n = 1001; n < 1100; ++n)
    EXPECT_EQ(spread.decoded({.number = n, .is_key = n % 10 == 1}, 2), ShownFrames{}) << n;
}

TEST(ShownFrames, DamageSpreadsUpToTheNextKeyFrame) {
  DamageSpread spread(0, 0, predicted);
  for (std::int32_t n = 0; n < 60; ++n) {
    const ShownFrames shown = spread.decoded(
        {.number = n, .is_key = n % 20 == 0, .is_broken = n == 45, .troubles = n < 45 ? 0 : 1}, 0);
    EXPECT_EQ(shown.origin, n < 45 ? PictureOrigin::own : PictureOrigin::concealed) << n;
    // From the last 16 pictures that a decoder holds, or the last key frame, whichever is earlier.
    if (n == 45) EXPECT_EQ(shown.others, (FrameSpan{29, 45}));
    if (n == 59) EXPECT_EQ(shown.others, (FrameSpan{29, 59}));
  }
  EXPECT_EQ(spread.decoded({.number = 60, .is_key = true, .troubles = 1}, 0), ShownFrames{});
}

TEST(ShownFrames, PicturesThatArePredictedFromLaterOnesAreDamagedBeforeThem) {
  DamageSpread spread(0, 0, predicted);
  EXPECT_EQ(spread.decoded({.number = 0, .is_key = true}, 2), ShownFrames{});
  // The damaged frame 3 is decoded, and its damage known, before frames 1 and 2.
  for (std::int32_t n = 1; n < 4; ++n) {
    const ShownFrames shown = spread.decoded({.number = n, .is_broken = n == 3, .troubles = 1}, 2);
    EXPECT_EQ(shown, (ShownFrames{PictureOrigin::concealed, {0, n + 2}}));
  }
}

TEST(ShownFrames, AKeyFrameThatWasDecodedBeforeTheDamageEndsNothing) {
  DamageSpread spread(0, 0, predicted);
  EXPECT_EQ(spread.decoded({.number = 0, .is_key = true}, 2), ShownFrames{});
  EXPECT_NE(spread.decoded({.number = 1, .troubles = 1}, 2), ShownFrames{});
  EXPECT_NE(spread.decoded({.number = 2, .is_key = true, .troubles = 1}, 2), ShownFrames{});
  EXPECT_NE(spread.decoded({.number = 3, .troubles = 1}, 2), ShownFrames{});
  EXPECT_EQ(spread.decoded({.number = 4, .is_key = true, .troubles = 1}, 2), ShownFrames{});
}

TEST(ShownFrames, IndependentPicturesAreDamagedOneByOne) {
  DamageSpread spread(0, 0, independent);
  for (std::int32_t n = 0; n < 40; ++n) {
    const ShownFrames shown =
        spread.decoded({.number = n, .is_broken = n == 30, .troubles = n < 30 ? 0 : 1}, 0);
    EXPECT_EQ(shown.origin, n == 30 ? PictureOrigin::concealed : PictureOrigin::own) << n;
    if (n == 30) EXPECT_EQ(shown.others, (FrameSpan{14, 30}));
  }
}

TEST(ShownFrames, AStandInShowsItsNeighbourAndWhatThatShows) {
  DamageSpread spread(0, 0, independent);
  EXPECT_EQ(spread.stand_in({.number = 5}, 0, 4, ShownFrames{}),
            (ShownFrames{PictureOrigin::stand_in, {4, 4}}));
  EXPECT_EQ(spread.stand_in({.number = 6}, 0, 4, ShownFrames{PictureOrigin::stand_in, {2, 3}}),
            (ShownFrames{PictureOrigin::stand_in, {2, 4}}));
  EXPECT_EQ(spread.stand_in({.number = 7}, 0, 9, {}),
            (ShownFrames{PictureOrigin::stand_in, {9, 9}}));
}

TEST(ShownFrames, LostFramesMoveAllLaterNumbers) {
  DamageSpread spread(0, 0, independent);
  EXPECT_EQ(spread.decoded({.number = 8, .troubles = 2, .lost = 2}, 0),
            (ShownFrames{PictureOrigin::concealed, {8, 10}}));
}

TEST(ShownFrames, FieldsOfNeighboursAreInADeinterlacedFrame) {
  EXPECT_EQ(blended(7, {}, {}, {}), (ShownFrames{PictureOrigin::blended, {6, 8}}));
  EXPECT_EQ(blended(7, {PictureOrigin::stand_in, {2, 2}}, {}, {PictureOrigin::concealed, {0, 12}}),
            (ShownFrames{PictureOrigin::concealed, {0, 12}}));
}

}  // namespace
}  // namespace overlace
