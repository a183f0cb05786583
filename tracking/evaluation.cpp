// SPDX-License-Identifier: Apache-2.0
// CLEAR, IDF1 and HOTA, in TrackEval's order of steps.
#include "tracking/evaluation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <optional>

#include "tracking/assignment.h"

namespace overlace {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

double share(double part, double whole) {
  return part / std::max(1.0, whole);
}

/// Number of boxes of each object.
std::vector<double> box_counts(const EvaluatedClip& clip, std::uint32_t objects,
                               std::vector<std::uint32_t> EvaluatedFrame::*side) {
  std::vector<double> counts(objects, 0.0);
  for (const EvaluatedFrame& frame : clip.frames)
    for (const std::uint32_t object : frame.*side) ++counts[object];
  return counts;
}

/// An object of the truth and one of the tracker.
using ObjectPair = std::pair<std::uint32_t, std::uint32_t>;

ObjectPair objects_of(const EvaluatedFrame& frame, const EvaluatedPair& pair) {
  return {frame.truth[pair.truth], frame.guess[pair.guess]};
}

/// The pairs of a frame that are matched for greatest `gain` (0: must not match).
template <class Gain>
std::vector<EvaluatedPair> matched_pairs(const EvaluatedFrame& frame, Gain gain) {
  std::vector<MatchPair> candidates;
  for (const EvaluatedPair& pair : frame.pairs)
    if (const double value = gain(pair); value > 0)
      candidates.push_back({pair.truth, pair.guess, value});
  const std::vector<std::int32_t> guess_of =
      match(candidates, frame.truth.size(), frame.guess.size());
  std::vector<EvaluatedPair> matched;
  for (const EvaluatedPair& pair : frame.pairs)
    if (guess_of[pair.truth] == static_cast<std::int32_t>(pair.guess)) matched.push_back(pair);
  return matched;
}

/// Matches frame by frame, with the two memories that CLEAR has of an object.
class ClearMatcher {
 public:
  ClearMatcher(const EvaluatedClip& clip, double min_overlap)
      : clip_(clip),
        min_overlap_(min_overlap - epsilon),
        last_(clip.truth_objects),
        before_(clip.truth_objects) {}

  std::vector<ClearMatch> match(const EvaluatedFrame& frame) {
    if (frame.truth.empty() || frame.guess.empty()) return {};
    const std::vector<EvaluatedPair> pairs = matched_pairs(frame, [&](const EvaluatedPair& pair) {
      const auto [truth, guess] = objects_of(frame, pair);
      if (pair.overlap < min_overlap_) return 0.0;
      return (before_[truth] == guess ? 1000.0 : 0.0) + pair.overlap;
    });
    std::ranges::fill(before_, std::nullopt);
    std::vector<ClearMatch> matches;
    for (const EvaluatedPair& pair : pairs) {
      const auto [truth, guess] = objects_of(frame, pair);
      if (is_nameless(guess)) {
        matches.push_back({pair});
        continue;
      }
      matches.push_back({pair, last_[truth].has_value() && last_[truth] != guess});
      last_[truth] = before_[truth] = guess;
    }
    return matches;
  }

 private:
  [[nodiscard]] bool is_nameless(std::uint32_t guess) const {
    return guess < clip_.nameless_guess.size() && clip_.nameless_guess[guess];
  }

  const EvaluatedClip& clip_;
  double min_overlap_;
  std::vector<std::optional<std::uint32_t>> last_, before_;
};

constexpr std::size_t alpha_count = 19;

/// The overlap that makes a match at each of HOTA's levels: 0.05, 0.1 … 0.95.
double alpha(std::size_t level) {
  return 0.05 + 0.05 * static_cast<double>(level) - epsilon;
}

/// How often two objects meet.
struct Meeting {
  double potential = 0;                           ///< frames, weighted by overlap
  std::array<std::uint32_t, alpha_count> hits{};  ///< frames matched at each level
};

/// Collects what HOTA needs, in two passes over the clip.
class HotaWalk {
 public:
  explicit HotaWalk(const EvaluatedClip& clip)
      : truth_count_(box_counts(clip, clip.truth_objects, &EvaluatedFrame::truth)),
        guess_count_(box_counts(clip, clip.guess_objects, &EvaluatedFrame::guess)) {
    for (const EvaluatedFrame& frame : clip.frames) meet(frame);
    for (const EvaluatedFrame& frame : clip.frames) count_hits(frame);
  }

  [[nodiscard]] HotaScore score() const {
    const double truth = std::accumulate(truth_count_.begin(), truth_count_.end(), 0.0);
    const double guess = std::accumulate(guess_count_.begin(), guess_count_.end(), 0.0);
    HotaScore mean;
    for (std::size_t level = 0; level < alpha_count; ++level) {
      const auto [hits, agreement] = hits_at(level);
      const double detection = share(hits, truth + guess - hits);
      const double association = share(agreement, hits);
      mean.hota += std::sqrt(detection * association) / alpha_count;
      mean.detection += detection / alpha_count;
      mean.association += association / alpha_count;
    }
    return mean;
  }

 private:
  /// Adds how much objects belong together, independently of the matching.
  void meet(const EvaluatedFrame& frame) {
    std::vector<double> of_truth(frame.truth.size(), 0.0), of_guess(frame.guess.size(), 0.0);
    for (const EvaluatedPair& pair : frame.pairs) {
      of_truth[pair.truth] += pair.overlap;
      of_guess[pair.guess] += pair.overlap;
    }
    for (const EvaluatedPair& pair : frame.pairs)
      meetings_[objects_of(frame, pair)].potential +=
          pair.overlap / (of_truth[pair.truth] + of_guess[pair.guess] - pair.overlap);
  }

  void count_hits(const EvaluatedFrame& frame) {
    const auto gain = [&](const EvaluatedPair& pair) {
      const ObjectPair objects = objects_of(frame, pair);
      const double potential = meetings_[objects].potential;
      const double boxes = truth_count_[objects.first] + guess_count_[objects.second];
      return potential / (boxes - potential) * pair.overlap;
    };
    for (const EvaluatedPair& pair : matched_pairs(frame, gain)) {
      Meeting& meeting = meetings_[objects_of(frame, pair)];
      for (std::size_t level = 0; level < alpha_count && pair.overlap >= alpha(level); ++level)
        ++meeting.hits[level];
    }
  }

  /// The hits at a level, and the sum of their association scores.
  [[nodiscard]] std::pair<double, double> hits_at(std::size_t level) const {
    double all = 0, agreement = 0;
    for (const auto& [objects, meeting] : meetings_) {
      const double hits = meeting.hits[level];
      const double boxes = truth_count_[objects.first] + guess_count_[objects.second];
      all += hits;
      agreement += hits * share(hits, boxes - hits);
    }
    return {all, agreement};
  }

  std::vector<double> truth_count_, guess_count_;
  std::map<ObjectPair, Meeting> meetings_;  // ordered: the same sums on every machine
};

}  // namespace

std::vector<std::vector<ClearMatch>> match_clear(const EvaluatedClip& clip, double min_overlap) {
  ClearMatcher matcher(clip, min_overlap);
  std::vector<std::vector<ClearMatch>> matches;
  for (const EvaluatedFrame& frame : clip.frames) matches.push_back(matcher.match(frame));
  return matches;
}

void ClearCounts::add(const EvaluatedFrame& frame, std::span<const ClearMatch> matches) {
  const auto matched = static_cast<double>(matches.size());
  hits += matched;
  misses += static_cast<double>(frame.truth.size()) - matched;
  false_boxes += static_cast<double>(frame.guess.size()) - matched;
  for (const ClearMatch& match : matches) {
    overlap += match.pair.overlap;
    if (match.is_switch) ++switches;
  }
}

double ClearCounts::mota() const {
  return share(hits - false_boxes - switches, hits + misses);
}
double ClearCounts::motp() const {
  return share(overlap, hits);
}
double ClearCounts::precision() const {
  return share(hits, hits + false_boxes);
}
double ClearCounts::recall() const {
  return share(hits, hits + misses);
}

double idf1(const EvaluatedClip& clip, double min_overlap) {
  std::map<ObjectPair, double> together;
  double boxes = 0;
  for (const EvaluatedFrame& frame : clip.frames) {
    boxes += static_cast<double>(frame.truth.size() + frame.guess.size());
    for (const EvaluatedPair& pair : frame.pairs)
      if (pair.overlap >= min_overlap) ++together[objects_of(frame, pair)];
  }
  std::vector<MatchPair> pairs;
  for (const auto& [objects, frames] : together)
    pairs.push_back({objects.first, objects.second, frames});
  constexpr std::size_t steps = most_steps << 6U;  // once per clip instead of once per frame
  const std::vector<std::int32_t> guess_of =
      match(pairs, clip.truth_objects, clip.guess_objects, steps);
  double agreed = 0;
  for (const MatchPair& pair : pairs)
    if (guess_of[pair.row] == static_cast<std::int32_t>(pair.column)) agreed += pair.gain;
  return share(agreed, boxes / 2);
}

HotaScore hota(const EvaluatedClip& clip) {
  return HotaWalk(clip).score();
}

}  // namespace overlace
