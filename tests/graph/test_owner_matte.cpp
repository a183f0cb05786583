// SPDX-License-Identifier: Apache-2.0
// Owner weights, compared with Porter-Duff sums by hand.
#include <gtest/gtest.h>

#include <algorithm>

#include "graph/data/owner_matte.h"

namespace overlace {
namespace {

constexpr Size size{40, 20};  // two rows of three tiles

TileValues all(float alpha) {
  TileValues values;
  values.fill(alpha);
  return values;
}

/// An owner's weight in the first pixel of a tile; -1 if it is not listed.
float weight_of(const OwnerMatte& matte, std::uint32_t owner, std::size_t tile = 0) {
  for (const OwnerWeights& weights : matte.at(tile))
    if (weights.owner == owner) return weights.weight.front();
  return -1;
}

TEST(OwnerMatte, TilesAreCutByThePicture) {
  const OwnerMatte matte(size);
  EXPECT_EQ(matte.tiles(), 6U);
  EXPECT_EQ(matte.pixels_of(0), (PixelRect{0, 0, 16, 16}));
  EXPECT_EQ(matte.pixels_of(5), (PixelRect{32, 16, 8, 4}));
}

TEST(OwnerMatte, PaintHidesWhatIsBelowByItsAlpha) {
  OwnerMatte matte(size);
  matte.paint(0, 1, all(0.5F));
  matte.paint(0, 2, all(0.5F));
  matte.paint(0, 1, all(0.25F));
  EXPECT_FLOAT_EQ(weight_of(matte, 1), 0.5F * 0.5F * 0.75F + 0.25F);
  EXPECT_FLOAT_EQ(weight_of(matte, 2), 0.5F * 0.75F);
  EXPECT_EQ(weight_of(matte, 1, 1), -1);
  matte.paint(0, 3, all(1));
  EXPECT_EQ(matte.at(0).size(), 1U);  // hidden owners are dropped
  EXPECT_EQ(weight_of(matte, 3), 1);
  matte.clear();
  EXPECT_TRUE(matte.at(0).empty());
}

TEST(OwnerMatte, PaintInSomeRowsLeavesTheOthers) {
  OwnerMatte matte(size);
  TileValues rows{};  // covered in rows 2 and 3
  std::fill_n(rows.begin() + 2 * layer_tile, 2 * layer_tile, 1.0F);
  matte.paint(0, 1, all(0.5F));
  matte.paint(0, 2, rows, {2, 3});
  ASSERT_EQ(matte.at(0).size(), 2U);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(matte.at(0)[0].weight[i], rows[i] > 0 ? 0 : 0.5F);
    EXPECT_EQ(matte.at(0)[1].weight[i], rows[i]);
  }
  matte.clear();
  matte.paint(0, 1, rows);
  matte.paint(0, 2, rows, {2, 3});
  EXPECT_EQ(matte.at(0).size(), 1U);  // the first owner has nothing left in any row
}

TEST(OwnerMatte, GroupsLieOverAtTheirOpacity) {
  OwnerMatte matte(size), group(size);
  matte.paint(0, 1, all(0.5F));
  group.paint(0, 2, all(0.5F));
  group.paint(1, 2, all(0.5F));
  matte.lay(group, BlendMode::normal, 0.5F);
  EXPECT_FLOAT_EQ(weight_of(matte, 1), 0.5F * 0.75F);
  EXPECT_FLOAT_EQ(weight_of(matte, 2), 0.25F);
  EXPECT_FLOAT_EQ(weight_of(matte, 2, 1), 0.25F);
}

TEST(OwnerMatte, OperatorsCutAndAdd) {
  OwnerMatte matte(size), mask(size);
  matte.paint(0, 1, all(0.5F));
  matte.paint(1, 1, all(0.5F));
  mask.paint(0, 2, all(0.25F));
  OwnerMatte erased = matte, inside = matte, sum = matte;
  erased.lay(mask, BlendMode::erase, 1);
  EXPECT_FLOAT_EQ(weight_of(erased, 1), 0.375F);
  EXPECT_FLOAT_EQ(weight_of(erased, 1, 1), 0.5F);
  EXPECT_EQ(weight_of(erased, 2), -1);
  inside.lay(mask, BlendMode::inside, 1);
  EXPECT_FLOAT_EQ(weight_of(inside, 1), 0.125F);
  EXPECT_EQ(weight_of(inside, 1, 1), -1);
  sum.lay(mask, BlendMode::plus, 1);
  EXPECT_FLOAT_EQ(weight_of(sum, 1), 0.5F);
  EXPECT_FLOAT_EQ(weight_of(sum, 2), 0.25F);
  sum.lay(matte, BlendMode::plus, 1);  // 1.25 in total, more than a pixel can hold
  EXPECT_FLOAT_EQ(weight_of(sum, 1), 1 / 1.25F);
  EXPECT_FLOAT_EQ(weight_of(sum, 2), 0.25F / 1.25F);
}

}  // namespace
}  // namespace overlace
