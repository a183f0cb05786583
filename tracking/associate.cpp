// SPDX-License-Identifier: Apache-2.0
// Associates detections with tracks, frame by frame.
#include "tracking/associate.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include "tracking/assignment.h"
#include "tracking/box_filter.h"
#include "tracking/left_edges.h"
#include "tracking/overlap.h"

namespace overlace {
namespace {

constexpr double grown_overlap = 0.15;    // third stage
constexpr float growth = 0.3F;            // of the size, on each side, in the third stage
constexpr float growth_per_frame = 0.1F;  // added for every frame in which a track was not seen
constexpr float most_growth = 1;
constexpr double duplicate_overlap = 0.7;    // a detection on top of another starts no track
constexpr float duplicate_reach = 0.45F;     // of the width: two boxes further apart overlap less
constexpr std::size_t most_pairs = 32;       // per track
constexpr double possible_distance = 23.51;  // chi-square, 4 degrees of freedom, 99.99 %
constexpr float memory = 0.9F;  // of a track's appearance, from one sure detection to the next
constexpr float always_enough = 0.9F;  // a score that may start a track, whatever the others are

using Rows = std::vector<std::uint32_t>;

Box grown(const Box& box, float by) {
  const float dx = box.width * by;
  const float dy = box.height * by;
  return {box.x - dx, box.y - dy, box.width + 2 * dx, box.height + 2 * dy};
}

/// The mean appearance of a track: unit vectors, with more weight on later ones.
class Look {
 public:
  void see(std::span<const float> embedding) {
    const float norm = length(embedding);
    if (!(norm > 0)) return;
    const float old = mean_.empty() ? 0 : memory;
    mean_.resize(embedding.size());
    for (std::size_t i = 0; i < mean_.size(); ++i)
      mean_[i] = old * mean_[i] + (1 - old) * embedding[i] / norm;
  }
  /// Cosine similarity to an embedding; nothing if either is unknown.
  [[nodiscard]] std::optional<double> similarity(std::span<const float> embedding) const {
    if (embedding.size() != mean_.size()) return std::nullopt;
    const double norms = double{length(embedding)} * length(mean_);
    if (!(norms > 0)) return std::nullopt;
    return std::inner_product(embedding.begin(), embedding.end(), mean_.begin(), 0.0) / norms;
  }

 private:
  /// Euclidean; NaN if the vector contains one.
  static float length(std::span<const float> vector) {
    return std::sqrt(std::inner_product(vector.begin(), vector.end(), vector.begin(), 0.0F));
  }
  std::vector<float> mean_;
};

struct Track {
  BoxFilter filter;
  std::int32_t class_index;
  Associator::Joined last;  ///< its latest detection
  Look look{};
  int unseen = 0;
};

/// How one round of matching works.
struct Round {
  double min_overlap;
  bool grow = false;
  bool sure = true;
};

/// The score above which sure detections are the share that may start tracks. Detectors differ in
/// what their scores mean, but not in which detection is more certain.
float score_of_new_share(std::vector<float> sure, double new_share) {
  if (sure.empty()) return 0;
  const auto others =
      static_cast<std::ptrdiff_t>((1 - new_share) * static_cast<double>(sure.size() - 1));
  std::ranges::nth_element(sure, sure.begin() + others);
  return sure[static_cast<std::size_t>(others)];
}

float score_in(float score, bool probabilities) {
  return std::isnan(score) || !probabilities ? 1.0F : score;
}

bool is_no_probability(float score) {
  return score < 0 || score > 1;
}

float new_score_of(float of_new_share, const AssociateOptions& options) {
  return std::max(options.new_score, std::min(always_enough, of_new_share));
}

}  // namespace

struct Associator::State {
  State(const AssociateOptions& options, AssociateWork* work)
      : options_(options), work_(work == nullptr ? own_work_ : *work) {}
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  std::span<const Joined> take_frame(const TrackColumns& columns, RowRange range,
                                     const ScoreLevels& levels) {
    table_ = &columns;
    first_row_ = range.begin;
    levels_ = levels;
    joined_.assign(range.size(), {});
    predict();
    Rows sure, unsure;
    for (std::uint32_t row = range.begin; row < range.end; ++row) {
      const float score = score_of(row);
      if (score >= options_.high_score)
        sure.push_back(row);
      else if (score >= options_.min_score)
        unsure.push_back(row);
    }
    matched_ = {};
    join(sure, {options_.min_overlap}, [](const Track&) { return true; });
    join(unsure, {.min_overlap = options_.low_overlap, .sure = false},
         [](const Track& t) { return t.unseen == 1; });
    join(sure, {.min_overlap = grown_overlap, .grow = true}, [](const Track&) { return true; });
    join_by_look(sure);
    for (const std::uint32_t row : sure)
      if (score_of(row) >= levels_.new_score) begin_track(row);
    retire(range.size() > 0);
    table_ = nullptr;
    return joined_;
  }
  void cut() { active_.clear(); }

 private:
  [[nodiscard]] float score_of(std::uint32_t row) const {
    return score_in(table_->score[row], levels_.probabilities);
  }

  [[nodiscard]] bool classes_agree(const Track& track, std::uint32_t row) const {
    const std::int32_t c = table_->class_index[row];
    return !options_.per_class || c < 0 || track.class_index < 0 || c == track.class_index;
  }

  void predict() {
    for (Track& track : active_) {
      track.filter.predict(track.unseen > 0);
      ++track.unseen;
    }
  }

  /// Matches tracks not yet seen in this frame with `rows`, where it leaves unmatched detections.
  template <class May>
  void join(Rows& rows, const Round& round, May may) {
    const Rows tracks = unseen_tracks(may);
    take(pairs_of(tracks, rows, round), tracks, rows, round.sure);
  }

  /// The same by similarity alone, for tracks that could have moved there.
  void join_by_look(Rows& rows) {
    if (table_->embedding_size == 0) return;
    constexpr float everywhere = std::numeric_limits<float>::infinity();
    const Rows tracks = unseen_tracks([](const Track& t) { return t.unseen > 1; });
    const LeftEdges edges = edges_of(rows);
    std::vector<MatchPair> pairs;
    for (std::uint32_t t = 0; t < tracks.size(); ++t) {
      const Track& track = active_[tracks[t]];
      const std::size_t first = pairs.size();
      work_.looks +=
          edges.look(track.filter.box().x, -everywhere, everywhere, [&](std::uint32_t i) {
            const auto similarity =
                classes_agree(track, rows[i]) &&
                        track.filter.distance(table_->box[rows[i]]) <= possible_distance
                    ? similarity_of(track, rows[i])
                    : std::nullopt;
            if (similarity && *similarity > 0 && *similarity >= options_.min_similarity)
              pairs.push_back({t, i, *similarity});
            return true;
          });
      keep_best(pairs, first);
    }
    take(pairs, tracks, rows, true);
  }

  template <class May>
  [[nodiscard]] Rows unseen_tracks(May may) const {
    Rows tracks;
    for (std::uint32_t t = 0; t < active_.size(); ++t)
      if (active_[t].unseen > 0 && may(active_[t])) tracks.push_back(t);
    return tracks;
  }

  /// Assigns detections to tracks by the best matching, and removes them from `rows`.
  void take(const std::vector<MatchPair>& pairs, const Rows& tracks, Rows& rows, bool sure) {
    work_.pairs += pairs.size();
    const std::vector<std::int32_t> column_of = match(pairs, tracks.size(), rows.size());
    std::vector<bool> taken(rows.size(), false);
    for (std::size_t t = 0; t < tracks.size(); ++t) {
      if (column_of[t] == unassigned) continue;
      const auto column = static_cast<std::size_t>(column_of[t]);
      taken[column] = true;
      extend(active_[tracks[t]], rows[column], sure);
    }
    std::size_t left = 0;
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (!taken[i]) rows[left++] = rows[i];
    rows.resize(left);
  }

  /// The gain of a pair whose boxes overlap by `boxes`; 0 if they must not be joined.
  [[nodiscard]] double worth(const Track& track, std::uint32_t row, double boxes,
                             const Round& round) const {
    if (options_.fuse_score && round.sure) boxes *= score_of(row);
    if (boxes <= 0 || boxes < round.min_overlap) return 0;
    const auto similarity = similarity_of(track, row);
    if (!similarity) return boxes;
    // A lost track is only continued by something that looks like it.
    if (track.unseen > 1 && *similarity < options_.min_similarity) return 0;
    return std::lerp(boxes, std::max(0.0, *similarity), options_.appearance);
  }

  /// Nothing if either appearance is unknown, or appearance is not used.
  [[nodiscard]] std::optional<double> similarity_of(const Track& track, std::uint32_t row) const {
    if (options_.appearance == 0) return std::nullopt;
    return track.look.similarity(table_->embedding_of(row));
  }

  /// Indices into `rows`, by the left edges of their boxes.
  [[nodiscard]] LeftEdges edges_of(const Rows& rows) const {
    LeftEdges edges;
    for (std::uint32_t i = 0; i < rows.size(); ++i) edges.insert(table_->box[rows[i]].x, i);
    return edges;
  }

  /// Of the pairs from `first` on, which belong to one track, keeps those of greatest gain.
  static void keep_best(std::vector<MatchPair>& pairs, std::size_t first) {
    if (pairs.size() - first <= most_pairs) return;
    const auto begin = pairs.begin() + static_cast<std::ptrdiff_t>(first);
    const auto end = begin + static_cast<std::ptrdiff_t>(most_pairs);
    std::nth_element(begin, end, pairs.end(), [](const MatchPair& a, const MatchPair& b) {
      return a.gain != b.gain ? a.gain > b.gain : a.column < b.column;
    });
    pairs.erase(end, pairs.end());
  }

  /// The pairs that overlap enough.
  [[nodiscard]] std::vector<MatchPair> pairs_of(const Rows& tracks, const Rows& rows,
                                                const Round& round) const {
    const LeftEdges edges = edges_of(rows);
    float widest = 0;
    for (const std::uint32_t row : rows) widest = std::max(widest, table_->box[row].width);

    std::vector<MatchPair> pairs;
    for (std::uint32_t t = 0; t < tracks.size(); ++t) {
      const Track& track = active_[tracks[t]];
      const float by = round.grow ? growth_of(track) : 0;
      const Box predicted = grown(track.filter.box(), by);
      const std::size_t first = pairs.size();
      const float low = predicted.x - widest * (1 + by);
      const float high = predicted.x + std::max(predicted.width, 0.0F) + widest * by;
      // The box that overlaps best begins near the track's left edge, before either is grown.
      work_.looks += edges.look(track.filter.box().x, low, high, [&](std::uint32_t i) {
        const Box& box = table_->box[rows[i]];
        const double gain = classes_agree(track, rows[i])
                                ? worth(track, rows[i], overlap(predicted, grown(box, by)), round)
                                : 0;
        if (gain > 0) pairs.push_back({t, i, gain});
        return true;
      });
      keep_best(pairs, first);
    }
    return pairs;
  }

  [[nodiscard]] static float growth_of(const Track& track) {
    return std::min(most_growth, growth + growth_per_frame * static_cast<float>(track.unseen - 1));
  }

  void extend(Track& track, std::uint32_t row, bool sure) {
    track.filter.correct(table_->box[row]);
    if (sure) track.look.see(table_->embedding_of(row));
    hit(track, row);
    track.unseen = 0;
    if (track.class_index < 0) track.class_index = table_->class_index[row];
    matched_.insert(table_->box[row].x, row);
  }

  void begin_track(std::uint32_t row) {
    const Box& box = table_->box[row];
    if (box.width <= 0 || box.height <= 0) return;
    if (is_duplicate(row)) return;
    active_.push_back({BoxFilter(box), table_->class_index[row], {.track = tracks_++}});
    active_.back().look.see(table_->embedding_of(row));
    hit(active_.back(), row);
    matched_.insert(box.x, row);
  }

  /// Counts a detection of a track.
  void hit(Track& track, std::uint32_t row) {
    ++track.last.hits;
    if (track.last.id == no_id && std::cmp_greater_equal(track.last.hits, options_.min_hits))
      track.last.id = ++ids_;
    joined_[row - first_row_] = track.last;
  }

  /// Whether a detection lies on top of one that already belongs to a track.
  [[nodiscard]] bool is_duplicate(std::uint32_t row) const {
    const Box& box = table_->box[row];
    const float reach = duplicate_reach * box.width;
    bool found = false;
    work_.looks += matched_.look(box.x, box.x - reach, box.x + reach, [&](std::uint32_t other) {
      found = overlap(box, table_->box[other]) > duplicate_overlap &&
              (!options_.per_class || table_->class_index[row] == table_->class_index[other]);
      return !found;
    });
    return found;
  }

  /// Until a track has min_hits it must not miss a detection, as in SORT; a frame without any
  /// detections may not have been searched.
  void retire(bool searched) {
    std::erase_if(active_, [&](const Track& track) {
      const bool tentative = std::cmp_less(track.last.hits, options_.min_hits);
      return track.unseen > (tentative && searched ? 0 : options_.max_gap);
    });
  }

  const TrackColumns* table_ = nullptr;  ///< of this frame
  std::uint32_t first_row_ = 0;
  AssociateOptions options_;
  ScoreLevels levels_;
  AssociateWork own_work_;
  AssociateWork& work_;
  std::vector<Track> active_;
  std::uint64_t tracks_ = 0;
  TrackId ids_ = 0;
  std::vector<Joined> joined_;  ///< by row of this frame
  LeftEdges matched_;           ///< rows of this frame that belong to tracks
};

Associator::Associator(const AssociateOptions& options, AssociateWork* work)
    : state_(std::make_unique<State>(options, work)) {}
Associator::~Associator() = default;
Associator::Associator(Associator&&) noexcept = default;
Associator& Associator::operator=(Associator&&) noexcept = default;

std::span<const Associator::Joined> Associator::take_frame(const TrackColumns& columns,
                                                           RowRange rows,
                                                           const ScoreLevels& levels) {
  return state_->take_frame(columns, rows, levels);
}

void Associator::cut() {
  state_->cut();
}

ScoreLevels score_levels(const TrackColumns& detections, const AssociateOptions& options) {
  ScoreLevels levels;
  levels.probabilities = std::ranges::none_of(detections.score, is_no_probability);
  std::vector<float> sure;
  for (const float score : detections.score)
    if (const float counted = score_in(score, levels.probabilities); counted >= options.high_score)
      sure.push_back(counted);
  levels.new_score = new_score_of(score_of_new_share(std::move(sure), options.new_share), options);
  return levels;
}

void SeenScores::see(std::span<const float> scores, const AssociateOptions& options) {
  if (std::ranges::any_of(scores, is_no_probability)) probabilities_ = false;
  for (const float score : scores)
    if (const float counted = score_in(score, probabilities_); counted >= options.high_score)
      ++sure_[static_cast<std::size_t>(counted * bins)];
}

ScoreLevels SeenScores::levels(const AssociateOptions& options) const {
  ScoreLevels levels{.probabilities = probabilities_};
  const std::uint64_t all = std::accumulate(sure_.begin(), sure_.end(), std::uint64_t{0});
  const double others = (1 - options.new_share) * static_cast<double>(all);
  std::uint64_t below = 0;
  std::size_t bin = 0;
  while (bin < bins && static_cast<double>(below + sure_[bin]) <= others) below += sure_[bin++];
  levels.new_score = new_score_of(static_cast<float>(bin) / bins, options);
  return levels;
}

TrackTable associate(const TrackTable& detections, const AssociateOptions& options,
                     AssociateWork* work) {
  const ScoreLevels levels = score_levels(detections, options);
  Associator associator(options, work);
  std::vector<std::uint64_t> track_of;  // by row
  std::vector<std::uint32_t> hits;      // by track
  track_of.reserve(detections.row_count());
  for (std::int32_t f = 0; f < detections.frame_count(); ++f) {
    const RowRange rows = detections.rows(detections.first_frame + f);
    if (std::ranges::binary_search(detections.cuts, detections.first_frame + f)) associator.cut();
    for (const Associator::Joined& joined : associator.take_frame(detections, rows, levels)) {
      track_of.push_back(joined.track);
      if (joined.track == Associator::no_track) continue;
      if (joined.track >= hits.size()) hits.resize(joined.track + 1);
      hits[joined.track] = joined.hits;
    }
  }

  TrackTable result = detections;
  std::vector<TrackId> ids(hits.size(), no_id);
  TrackId count = 0;
  for (std::uint32_t row = 0; row < result.row_count(); ++row) {
    const std::uint64_t track = track_of[row];
    const bool is_tracked =
        track != Associator::no_track && std::cmp_greater_equal(hits[track], options.min_hits);
    if (is_tracked && ids[track] == no_id) ids[track] = ++count;
    result.id[row] = is_tracked ? ids[track] : no_id;
  }
  if (options.keep_untracked) return result;
  TrackTable tracked =
      select_rows(result, [&](std::uint32_t row) { return result.id[row] != no_id; });
  tracked.cuts = detections.cuts;
  return tracked;
}

}  // namespace overlace
