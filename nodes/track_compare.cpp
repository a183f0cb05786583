// SPDX-License-Identifier: Apache-2.0
// track_compare: compares tracks with the truth: what was found, missed, invented and confused.
#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "graph/core/quantity.h"
#include "node_list.h"
#include "nodes/parts/running_counts.h"
#include "nodes/parts/track_sources.h"
#include "tracking/evaluation.h"
#include "tracking/mask_overlap.h"
#include "tracking/merge.h"
#include "tracking/overlap.h"

namespace overlace {
namespace {

/// What is compared between two objects.
enum class CompareOf : std::uint8_t { box, mask };

struct Params {
  std::string name = "score";
  CompareOf of = CompareOf::box;
  Number min_overlap{0.5F};
  bool classes = true;
  bool keep_found = false;
};

constexpr float none = std::numeric_limits<float>::quiet_NaN();

/// Numbers the classes of several tables by name; a class without a name counts by its number.
class ClassNumbers {
 public:
  /// The class of each row; -1 if not known.
  std::vector<std::int32_t> of_rows(const TrackTable& table) {
    std::vector<std::int32_t> numbers;
    for (const std::int32_t c : table.class_index) {
      const auto index = static_cast<std::size_t>(c);
      const bool named = index < table.class_names.size() && !table.class_names[index].empty();
      numbers.push_back(c < 0 ? -1
                              : number_of(named ? table.class_names[index] : fmt::to_string(c)));
    }
    return numbers;
  }

 private:
  std::int32_t number_of(const std::string& name) {
    return numbers_.try_emplace(name, static_cast<std::int32_t>(numbers_.size())).first->second;
  }
  std::map<std::string, std::int32_t> numbers_;
};

/// Numbers the objects of a table. A box without an id, or a second box with the same id in one
/// frame, is a nameless object of its own.
class ObjectNumbers {
 public:
  /// The object of each row of a frame.
  std::vector<std::uint32_t> of_frame(const TrackTable& table, RowRange rows) {
    std::vector<std::uint32_t> objects;
    std::unordered_set<TrackId> seen;
    for (std::uint32_t row = rows.begin; row < rows.end; ++row) {
      const TrackId id = table.id[row];
      const bool is_named = id != no_id && seen.insert(id).second;
      objects.push_back(is_named ? number_of(id) : add(true));
    }
    return objects;
  }
  [[nodiscard]] std::uint32_t count() const {
    return static_cast<std::uint32_t>(is_nameless_.size());
  }
  /// By object.
  [[nodiscard]] const std::vector<bool>& is_nameless() const { return is_nameless_; }

 private:
  std::uint32_t number_of(TrackId id) {
    const auto [known, is_new] = numbers_.try_emplace(id, count());
    return is_new ? add(false) : known->second;
  }
  std::uint32_t add(bool nameless) {
    is_nameless_.push_back(nameless);
    return count() - 1;
  }

  std::unordered_map<TrackId, std::uint32_t> numbers_;
  std::vector<bool> is_nameless_;
};

/// All frames that either table has.
FrameInterval frames_of(const TrackTable& a, const TrackTable& b) {
  if (a.frame_count() == 0) return {b.first_frame, b.first_frame + b.frame_count()};
  if (b.frame_count() == 0) return {a.first_frame, a.first_frame + a.frame_count()};
  return {std::min(a.first_frame, b.first_frame),
          std::max(a.first_frame + a.frame_count(), b.first_frame + b.frame_count())};
}

/// How much the objects of two tables overlap, frame by frame.
class Overlaps {
 public:
  Overlaps(CompareOf of, const TrackTable& truth, const TrackTable& guess, Size picture)
      : of_(of), truth_(truth), guess_(guess), picture_(picture), grid_(picture) {
    for (const TrackTable* table : {&truth, &guess})
      for (const Size& size : table->mask_size)
        if (area(size) > area(grid_)) grid_ = size;
  }

  void begin_frame(RowRange truth, RowRange guess) {
    if (of_ == CompareOf::box) return;
    truth_masks_ = masks(truth_, truth);
    guess_masks_ = masks(guess_, guess);
  }
  /// Overlap of the t-th and the g-th row of a frame.
  [[nodiscard]] double operator()(RowRange truth, std::uint32_t t, RowRange guess,
                                  std::uint32_t g) const {
    if (of_ == CompareOf::box)
      return overlap(truth_.box[truth.begin + t], guess_.box[guess.begin + g]);
    return overlap(truth_masks_[t], guess_masks_[g]);
  }

 private:
  static std::int64_t area(Size size) { return std::int64_t{size.width} * size.height; }
  [[nodiscard]] std::vector<GridMask> masks(const TrackTable& table, RowRange rows) const {
    std::vector<GridMask> of_rows;
    for (std::uint32_t row = rows.begin; row < rows.end; ++row)
      of_rows.emplace_back(table, row, grid_, picture_);
    return of_rows;
  }

  CompareOf of_;
  const TrackTable& truth_;
  const TrackTable& guess_;
  Size picture_, grid_;  ///< all masks of a clip are compared on the finest grid
  std::vector<GridMask> truth_masks_, guess_masks_;
};

/// Converts two tables for evaluation.
EvaluatedClip clip_of(const TrackTable& truth, const TrackTable& guess, bool by_class,
                      Overlaps overlaps) {
  ClassNumbers numbers;
  const std::vector<std::int32_t> truth_class = numbers.of_rows(truth);
  const std::vector<std::int32_t> guess_class = numbers.of_rows(guess);
  const auto may_match = [&](std::uint32_t t, std::uint32_t g) {
    return !by_class || truth_class[t] < 0 || guess_class[g] < 0 ||
           truth_class[t] == guess_class[g];
  };
  ObjectNumbers truth_objects, guess_objects;
  EvaluatedClip clip;
  const FrameInterval frames = frames_of(truth, guess);
  for (std::int32_t f = frames.begin; f < frames.end; ++f) {
    const RowRange t_rows = truth.rows(f), g_rows = guess.rows(f);
    EvaluatedFrame& frame = clip.frames.emplace_back();
    frame.truth = truth_objects.of_frame(truth, t_rows);
    frame.guess = guess_objects.of_frame(guess, g_rows);
    overlaps.begin_frame(t_rows, g_rows);
    for (std::uint32_t t = 0; t < t_rows.size(); ++t)
      for (std::uint32_t g = 0; g < g_rows.size(); ++g)
        if (const double shared = overlaps(t_rows, t, g_rows, g);
            shared > 0 && may_match(t_rows.begin + t, g_rows.begin + g))
          frame.pairs.push_back({t, g, shared});
  }
  clip.truth_objects = truth_objects.count();
  clip.guess_objects = guess_objects.count();
  clip.nameless_guess = guess_objects.is_nameless();
  return clip;
}

/// What the comparison found for the rows of one side.
struct Findings {
  enum Verdict : std::uint8_t { hit, wrong, changed, missed, found };

  Findings(const TrackTable& table, Verdict at_first)
      : verdict{"verdict",
                std::vector<float>(table.row_count(), at_first),
                {"hit", "false", "switch", "miss", "found"}},
        overlap{"overlap", std::vector<float>(table.row_count(), none)},
        partner{"partner", std::vector<float>(table.row_count(), none)} {}

  void pair(std::uint32_t row, Verdict what, double shared, TrackId other) {
    verdict.values[row] = what;
    overlap.values[row] = static_cast<float>(shared);
    if (other != no_id) partner.values[row] = static_cast<float>(other);
  }
  [[nodiscard]] bool is(std::uint32_t row, Verdict what) const {
    return static_cast<int>(verdict.values[row]) == what;
  }
  /// Replaces the columns of an earlier comparison, which would hide these.
  void append_to(TrackTable& table) const {
    for (const AttributeColumn* column : {&verdict, &overlap, &partner}) {
      std::erase_if(table.attributes,
                    [&](const AttributeColumn& other) { return other.name == column->name; });
      table.attributes.push_back(*column);
    }
  }

  AttributeColumn verdict, overlap, partner;
};

/// A comparison of the tracks with the truth.
class Comparison {
 public:
  Comparison(const Params& p, const TrackTable& truth, const TrackTable& guess,
             const ClipInfo& clip)
      : p_(p),
        times_(clip),
        truth_(truth),
        guess_(guess),
        clip_(clip_of(truth, guess, p.classes, Overlaps(p.of, truth, guess, clip.size))),
        first_frame_(frames_of(truth, guess).begin),
        of_truth_(truth, Findings::missed),
        of_guess_(guess, Findings::wrong),
        since_{p.name + "_since", std::vector<float>(guess.row_count(), none)} {
    keep_ids_apart(guess_.id, truth_.id);
    const auto matches = match_clear(clip_, p.min_overlap.constant.value);
    for (std::size_t i = 0; i < matches.size(); ++i) {
      for (const ClearMatch& match : matches[i])
        take(match, first_frame_ + static_cast<std::int32_t>(i));
      counts_.add(clip_.frames[i], matches[i]);
      so_far_.push_back(counts_);
      remember_switches(first_frame_ + static_cast<std::int32_t>(i));
    }
  }

  /// The tracker's boxes, and those of the truth that it missed, or all with `keep_found`.
  TrackTable table(const LogSink& log) {
    of_truth_.append_to(truth_);
    of_guess_.append_to(guess_);
    guess_.attributes.push_back(since_);
    const TrackTable of_truth = select_rows(truth_, [&](std::uint32_t row) {
      return p_.keep_found || of_truth_.is(row, Findings::missed);
    });
    const TrackTable* tables[] = {&guess_, &of_truth};
    TrackTable both = merge_tracks(tables, {}, log);
    both.marks = marks_;
    append_counts(both);
    return both;
  }

  [[nodiscard]] std::string summary() const {
    const auto text = [](double count, const char* one, const char* many) {
      return count_text(static_cast<std::int64_t>(count), one, many);
    };
    return fmt::format("{}: MOTA {:.3f}, IDF1 {:.3f}, HOTA {:.3f}; {}, {}, {}, {}", p_.name,
                       counts_.mota(), idf1_, hota_.hota, text(counts_.hits, "hit", "hits"),
                       text(counts_.misses, "miss", "misses"),
                       text(counts_.false_boxes, "false box", "false boxes"),
                       text(counts_.switches, "switch", "switches"));
  }

 private:
  void take(const ClearMatch& match, std::int32_t frame) {
    const std::uint32_t t = truth_.rows(frame).begin + match.pair.truth;
    const std::uint32_t g = guess_.rows(frame).begin + match.pair.guess;
    of_truth_.pair(t, Findings::found, match.pair.overlap, guess_.id[g]);
    of_guess_.pair(g, match.is_switch ? Findings::changed : Findings::hit, match.pair.overlap,
                   truth_.id[t]);
    if (match.is_switch)
      marks_.push_back(mark_of(guess_, g, frame, guess_.box[g].center(), p_.name, "switch"));
  }

  /// Records how long ago each of a frame's objects had its last switch.
  void remember_switches(std::int32_t frame) {
    const RowRange rows = guess_.rows(frame);
    for (std::uint32_t row = rows.begin; row < rows.end; ++row) {
      if (of_guess_.is(row, Findings::changed)) switched_[guess_.id[row]] = frame;
      if (const auto found = switched_.find(guess_.id[row]);
          found != switched_.end() && guess_.id[row] != no_id)
        since_.values[row] = static_cast<float>(seconds_between(times_, found->second, frame));
    }
  }

  void append(TrackTable& table, const char* part, std::vector<double> values,
              SeriesCarry carry = SeriesCarry::none) const {
    table.series.push_back(std::make_shared<const Series>(Series{.name = p_.name + '.' + part,
                                                                 .values = std::move(values),
                                                                 .first_frame = first_frame_,
                                                                 .carry = carry}));
  }
  template <class Measure>
  void append_so_far(TrackTable& table, const char* part, Measure measure,
                     SeriesCarry carry = SeriesCarry::none) const {
    std::vector<double> values;
    for (const ClearCounts& counts : so_far_) values.push_back(std::invoke(measure, counts));
    append(table, part, std::move(values), carry);
  }
  void append_counts(TrackTable& table) const {
    append_so_far(table, "tp", &ClearCounts::hits, SeriesCarry::sum);
    append_so_far(table, "fp", &ClearCounts::false_boxes, SeriesCarry::sum);
    append_so_far(table, "fn", &ClearCounts::misses, SeriesCarry::sum);
    append_so_far(table, "switches", &ClearCounts::switches, SeriesCarry::sum);
    append_so_far(table, "mota", &ClearCounts::mota);
    append_so_far(table, "motp", &ClearCounts::motp);
    append_so_far(table, "precision", &ClearCounts::precision);
    append_so_far(table, "recall", &ClearCounts::recall);
    append(table, "idf1", {idf1_});
    append(table, "hota", {hota_.hota});
    append(table, "deta", {hota_.detection});
    append(table, "assa", {hota_.association});
    append(table, "objects", {static_cast<double>(clip_.truth_objects)});
  }

  const Params& p_;
  const ClipInfo& times_;
  TrackTable truth_, guess_;  ///< they have no ids in common
  EvaluatedClip clip_;
  std::int32_t first_frame_;
  Findings of_truth_, of_guess_;
  AttributeColumn since_;  ///< by row of the tracker: seconds since its object's last switch
  std::unordered_map<TrackId, std::int32_t> switched_;  ///< frame of the last switch
  ClearCounts counts_;
  std::vector<ClearCounts> so_far_;  ///< by frame
  std::vector<TrackMark> marks_;
  double idf1_ = idf1(clip_, p_.min_overlap.constant.value);
  HotaScore hota_ = hota(clip_);
};

/// Whether both tables have classes but none in common.
bool share_no_class(const TrackTable& a, const TrackTable& b) {
  ClassNumbers numbers;
  const auto classes = [&](const TrackTable& table) {
    const std::vector<std::int32_t> of_rows = numbers.of_rows(table);
    return std::set<std::int32_t>(of_rows.begin(), of_rows.end());
  };
  const std::set<std::int32_t> of_a = classes(a), of_b = classes(b);
  if (of_a.empty() || of_b.empty() || of_a.contains(-1) || of_b.contains(-1)) return false;
  return std::ranges::none_of(of_a, [&](std::int32_t c) { return of_b.contains(c); });
}

TrackTable make(const Params& p, TrackContext& context) {
  const TrackTable& truth = *context.inputs[0];
  const TrackTable& guess = *context.inputs[1];
  for (const TrackTable* table : {&truth, &guess}) check_attribute_name(p.name, *table, "_since");
  for (const auto& [table, port] : {std::pair(&truth, "truth"), std::pair(&guess, "guess")})
    if (table->row_count() > 0 && !has_ids(*table))
      log(context, fmt::format("the boxes of '{}' have no ids: each is an object of its own; "
                               "track_associate gives them",
                               port));
  if (truth.row_count() == 0) log(context, "the truth has no boxes: nothing can be right");
  if (p.classes && share_no_class(truth, guess))
    log(context, "truth and guess have no class in common: with \"classes\": false all are alike");
  Comparison comparison(p, truth, guess, context.clip);
  log(context, comparison.summary());
  return comparison.table(context.log);
}

}  // namespace

NodeType track_compare() {
  return Node<Params>("track_compare", Stage::tracks,
                      "Compares tracks with the truth: hits, misses, false boxes and switches.")
      .input("truth", Stage::tracks, "The true tracks.")
      .input("guess", Stage::tracks,
             "The tracks of a tracker; a box without an id is never a switch.")
      .text("name", &Params::name,
            "Name of the series, as TrackEval computes them: NAME.tp, NAME.fp, NAME.fn and "
            "NAME.switches count so far, NAME.mota, NAME.motp, NAME.precision and NAME.recall "
            "follow from these; NAME.idf1, NAME.hota, NAME.deta and NAME.assa are of the whole "
            "clip, and NAME.objects counts the true objects. Objects get the attributes verdict "
            "(hit, false, switch; miss and found for boxes of the truth), overlap, partner (the id "
            "of "
            "the other one) and NAME_since, the seconds since their last switch.")
      .choice<CompareOf>("of", &Params::of, {{"box", CompareOf::box}, {"mask", CompareOf::mask}},
                         "What is compared; an object without a mask uses its outline, and one "
                         "without either its box.")
      .fixed_number("min_overlap", &Params::min_overlap, {0.01, 1, Unit::ratio},
                    "Overlap, intersection over union, that makes two objects a pair.")
      .boolean("classes", &Params::classes,
               "Only boxes of one class can be a pair; a box without a class goes with any.")
      .boolean("keep_found", &Params::keep_found,
               "Also pass on the boxes of the truth that were found, not only the missed ones.")
      .makes(make);
}

}  // namespace overlace
