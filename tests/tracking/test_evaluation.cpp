// SPDX-License-Identifier: Apache-2.0
// CLEAR, IDF1 and HOTA on clips small enough to count by hand. tests/nodes/test_track_compare.cpp
// compares with TrackEval's numbers on a real clip.
#include <gtest/gtest.h>

#include <cmath>

#include "tracking/evaluation.h"

namespace overlace {
namespace {

/// A frame in which objects at the same index of both lists overlap by `overlap`.
EvaluatedFrame frame(std::vector<std::uint32_t> truth, std::vector<std::uint32_t> guess,
                     double overlap = 1) {
  EvaluatedFrame out{std::move(truth), std::move(guess), {}};
  for (std::uint32_t i = 0; i < std::min(out.truth.size(), out.guess.size()); ++i)
    out.pairs.push_back({i, i, overlap});
  return out;
}

ClearCounts counts_of(const EvaluatedClip& clip, double min_overlap = 0.5) {
  ClearCounts counts;
  const auto matches = match_clear(clip, min_overlap);
  for (std::size_t f = 0; f < matches.size(); ++f) counts.add(clip.frames[f], matches[f]);
  return counts;
}

// One object, followed as 0 for two frames and as 1 for two more.
TEST(Evaluation, ASwitchInTheMiddle) {
  const EvaluatedClip clip{
      1, 2, {frame({0}, {0}), frame({0}, {0}), frame({0}, {1}), frame({0}, {1})}};
  const ClearCounts counts = counts_of(clip);
  EXPECT_EQ(counts.hits, 4);
  EXPECT_EQ(counts.switches, 1);
  EXPECT_EQ(counts.mota(), 0.75);
  EXPECT_EQ(counts.motp(), 1);
  EXPECT_EQ(idf1(clip, 0.5), 0.5) << "2 of 4 boxes on either side agree";
  // Detection is 1. Each pair agrees in 2 of 4 frames.
  const HotaScore score = hota(clip);
  EXPECT_DOUBLE_EQ(score.detection, 1);
  EXPECT_DOUBLE_EQ(score.association, 0.5);
  EXPECT_DOUBLE_EQ(score.hota, std::sqrt(0.5));
}

TEST(Evaluation, MissesAndFalseBoxes) {
  EvaluatedClip clip{
      2, 2, {frame({0, 1}, {0}), frame({0}, {0, 1}), frame({}, {1}), frame({1}, {})}};
  const ClearCounts counts = counts_of(clip);
  EXPECT_EQ(counts.hits, 2);
  EXPECT_EQ(counts.misses, 2);
  EXPECT_EQ(counts.false_boxes, 2);
  EXPECT_EQ(counts.mota(), 0);
  EXPECT_EQ(counts.precision(), 0.5);
  EXPECT_EQ(counts.recall(), 0.5);
  EXPECT_EQ(idf1(clip, 0.5), 0.5);
}

// An object's last match outlasts a gap, so a different id after the gap is a switch.
TEST(Evaluation, TheLastMatchEverCounts) {
  const EvaluatedClip gap{1, 2, {frame({0}, {0}), frame({0}, {}), frame({}, {}), frame({0}, {1})}};
  EXPECT_EQ(counts_of(gap).switches, 1);
  const EvaluatedClip back{1, 2, {frame({0}, {0}), frame({0}, {}), frame({0}, {0})}};
  EXPECT_EQ(counts_of(back).switches, 0);
}

// A pair of the previous frame is kept while it is admissible, even if others overlap more.
TEST(Evaluation, PairsStay) {
  EvaluatedFrame crossing{{0, 1}, {0, 1}, {{0, 0, 0.5}, {0, 1, 0.9}, {1, 0, 0.9}, {1, 1, 0.5}}};
  const EvaluatedClip clip{2, 2, {frame({0, 1}, {0, 1}), crossing}};
  EXPECT_EQ(counts_of(clip).switches, 0);
  EXPECT_EQ(counts_of(clip).motp(), 0.75);
  EXPECT_EQ(counts_of(clip, 0.6).switches, 2) << "0.5 is no pair any more";
  EXPECT_EQ(counts_of({2, 2, {crossing}}).motp(), 0.9);
}

// At an overlap of 0.7 the pair is a hit at 14 of the 19 thresholds: 0.05 to 0.7.
TEST(Evaluation, HotaIsAMeanOverOverlaps) {
  const HotaScore score = hota({1, 1, {frame({0}, {0}, 0.7), frame({0}, {0}, 0.7)}});
  EXPECT_NEAR(score.hota, 14.0 / 19, 1e-12);
  EXPECT_NEAR(score.detection, 14.0 / 19, 1e-12);
}

TEST(Evaluation, NothingThere) {
  for (const EvaluatedClip& clip : {EvaluatedClip{}, EvaluatedClip{1, 0, {frame({0}, {})}},
                                    EvaluatedClip{0, 1, {frame({}, {0})}}}) {
    EXPECT_EQ(idf1(clip, 0.5), 0);
    EXPECT_EQ(hota(clip).hota, 0);
  }
  EXPECT_EQ(counts_of({0, 1, {frame({}, {0})}}).mota(), -1) << "as TrackEval: divided by 1";
}

}  // namespace
}  // namespace overlace
