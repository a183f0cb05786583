// SPDX-License-Identifier: Apache-2.0
// Joins columns by name, and decides which rows and ids to keep.
#include "tracking/merge.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>
#include <unordered_set>

#include "graph/core/log.h"
#include "tracking/left_edges.h"
#include "tracking/overlap.h"

namespace overlace {
namespace {

constexpr float none = std::numeric_limits<float>::quiet_NaN();

/// The index of `value` in `list`, to which it is added if missing.
template <class T>
std::int32_t index_of(std::vector<T>& list, const T& value) {
  auto found = std::ranges::find(list, value);
  if (found == list.end()) found = list.insert(found, value);
  return static_cast<std::int32_t>(found - list.begin());
}

/// Concatenates the rows of tables, unsorted.
class ColumnJoiner {
 public:
  explicit ColumnJoiner(bool class_names) : class_names_(class_names) {}

  /// Appends all rows of a table; false if its embeddings did not fit.
  bool append(const TrackColumns& from) {
    const std::uint32_t first = rows_.row_count();
    rows_.box.insert(rows_.box.end(), from.box.begin(), from.box.end());
    rows_.id.insert(rows_.id.end(), from.id.begin(), from.id.end());
    rows_.score.insert(rows_.score.end(), from.score.begin(), from.score.end());
    append_classes(from);
    append_column(rows_.rotation, from.rotation, first, 0.0F);
    append_column(rows_.mask_size, from.mask_size, first, Size{});
    append_skeletons(from, first);
    for (const AttributeColumn& column : from.attributes) append_attribute(column, first);
    for (std::uint32_t row = 0; row < from.row_count(); ++row) {
      rows_.key_points.put(first + row, from.key_points.of(row));
      rows_.outlines.put(first + row, from.outlines.of(row));
      rows_.mask_runs.put(first + row, from.mask_runs.of(row));
    }
    return append_embeddings(from, first);
  }

  /// The joined rows, with all columns filled up to the same length.
  TrackColumns finish() {
    const std::uint32_t count = rows_.row_count();
    fill_up(rows_.rotation, count, 0.0F);
    fill_up(rows_.mask_size, count, Size{});
    fill_up(rows_.skeleton, count, -1);
    for (AttributeColumn& column : rows_.attributes) column.values.resize(count, none);
    rows_.embedding.resize(std::size_t{count} * rows_.embedding_size, none);
    return std::move(rows_);
  }

 private:
  template <class T>
  static void fill_up(std::vector<T>& column, std::uint32_t count, T value) {
    if (!column.empty()) column.resize(count, value);
  }
  template <class T>
  static void append_column(std::vector<T>& to, const std::vector<T>& from, std::uint32_t first,
                            T missing) {
    if (from.empty()) return;
    to.resize(first, missing);
    to.insert(to.end(), from.begin(), from.end());
  }

  /// A class without a name is named by its number.
  void append_classes(const TrackColumns& from) {
    std::unordered_map<std::int32_t, std::int32_t> joined;
    for (const std::int32_t c : from.class_index) {
      if (c < 0 || !class_names_) {
        rows_.class_index.push_back(c);
        continue;
      }
      const auto [known, fresh] = joined.try_emplace(c, -1);
      const auto index = static_cast<std::size_t>(c);
      if (fresh)
        known->second = index_of(rows_.class_names,
                                 index < from.class_names.size() && !from.class_names[index].empty()
                                     ? from.class_names[index]
                                     : fmt::to_string(c));
      rows_.class_index.push_back(known->second);
    }
  }

  void append_skeletons(const TrackColumns& from, std::uint32_t first) {
    std::vector<std::int32_t> skeleton = from.skeleton;
    for (std::int32_t& s : skeleton)
      if (s >= 0) s = index_of(rows_.skeletons, from.skeletons[static_cast<std::size_t>(s)]);
    append_column(rows_.skeleton, skeleton, first, -1);
  }

  /// Numbers and texts of the same name stay separate: the later ones become "NAME_2".
  void append_attribute(const AttributeColumn& from, std::uint32_t first) {
    std::string name = from.name;
    const auto is_it = [&](const AttributeColumn& c) { return c.name == name; };
    auto found = std::ranges::find_if(rows_.attributes, is_it);
    for (int i = 2; found != rows_.attributes.end() && found->texts.empty() != from.texts.empty();
         ++i) {
      name = fmt::format("{}_{}", from.name, i);
      found = std::ranges::find_if(rows_.attributes, is_it);
    }
    AttributeColumn& to = found != rows_.attributes.end()
                              ? *found
                              : rows_.attributes.emplace_back(AttributeColumn{name, {}});
    append_column(to.values, from.texts.empty() ? from.values : joined_texts(from, to.texts), first,
                  none);
  }

  /// A column's values as indices into `texts`, to which new texts are added. One without rows
  /// stays a column of texts.
  static std::vector<float> joined_texts(const AttributeColumn& from,
                                         std::vector<std::string>& texts) {
    if (from.values.empty()) index_of(texts, from.texts.front());
    std::vector<float> joined(from.texts.size(), none), values = from.values;
    for (float& value : values) {
      if (std::isnan(value)) continue;
      const auto text = static_cast<std::size_t>(value);
      if (std::isnan(joined[text]))
        joined[text] = static_cast<float>(index_of(texts, from.texts[text]));
      value = joined[text];
    }
    return values;
  }

  bool append_embeddings(const TrackColumns& from, std::uint32_t first) {
    if (from.embedding_size == 0) return true;
    if (rows_.embedding_size == 0) rows_.embedding_size = from.embedding_size;
    if (rows_.embedding_size != from.embedding_size) return false;
    rows_.embedding.resize(std::size_t{first} * rows_.embedding_size, none);
    rows_.embedding.insert(rows_.embedding.end(), from.embedding.begin(), from.embedding.end());
    return true;
  }

  TrackColumns rows_;
  bool class_names_;  ///< classes are identified by name
};

/// Gives out ids that no earlier table has.
class IdGiver {
 public:
  void give(std::span<TrackId> ids) {
    std::unordered_map<TrackId, TrackId> names;
    for (const TrackId id : ids)
      if (id != no_id && !taken_.contains(id)) names.emplace(id, id);
    for (const auto& [id, name] : names) taken_.insert(name);
    for (TrackId& id : ids) {
      if (id == no_id) continue;
      const auto [entry, fresh] = names.try_emplace(id, no_id);
      if (fresh) entry->second = next_free();
      id = entry->second;
    }
  }

 private:
  TrackId next_free() {
    while (!taken_.insert(next_).second) ++next_;
    return next_;
  }
  std::unordered_set<TrackId> taken_;
  TrackId next_ = 1;
};

/// Decides which rows of the joined table to keep.
class Chooser {
 public:
  Chooser(const TrackTable& table, std::span<const float> source, const MergeOptions& options)
      : table_(table), source_(source), options_(options) {}

  /// To be called for every row in order.
  [[nodiscard]] bool keeps(std::uint32_t row) {
    enter_frame_of(row);
    const bool covered = options_.max_overlap < 1 && is_covered(row);
    if (options_.ids == MergeIds::joined && is_second_of_its_id(row)) {
      ++twice_;
      return false;
    }
    if (covered) {
      ++covered_;
      return false;
    }
    return true;
  }
  void report(const LogSink& log) const {
    if (twice_ > 0)
      log(fmt::format("{} boxes are left out: an earlier input has the same id in that frame",
                      twice_));
    if (covered_ > 0)
      log(fmt::format("{} boxes are left out: an earlier input has a box there", covered_));
  }

 private:
  void enter_frame_of(std::uint32_t row) {
    const std::int32_t frame = table_.frame_of(row);
    if (frame == frame_) return;
    frame_ = frame;
    ids_.clear();
    edges_ = {};
    widest_ = 0;
  }
  [[nodiscard]] bool is_second_of_its_id(std::uint32_t row) {
    return table_.id[row] != no_id && !ids_.insert(table_.id[row]).second;
  }
  /// Whether a box of an earlier table, kept or not, covers the row's box.
  [[nodiscard]] bool is_covered(std::uint32_t row) {
    const Box& box = table_.box[row];
    bool found = false;
    edges_.look(box.x, box.x - widest_, box.x + box.width, [&](std::uint32_t other) {
      found = source_[other] != source_[row] && may_be_same_class(row, other) &&
              overlap(box, table_.box[other]) > options_.max_overlap;
      return !found;
    });
    edges_.insert(box.x, row);
    widest_ = std::max(widest_, box.width);
    return found;
  }
  [[nodiscard]] bool may_be_same_class(std::uint32_t a, std::uint32_t b) const {
    return table_.class_index[a] < 0 || table_.class_index[b] < 0 ||
           table_.class_index[a] == table_.class_index[b];
  }

  const TrackTable& table_;
  std::span<const float> source_;  ///< per row: the table it comes from
  const MergeOptions& options_;
  std::int32_t frame_ = -1;
  std::unordered_set<TrackId> ids_;  ///< seen in that frame
  LeftEdges edges_;                  ///< of the frame's rows so far
  float widest_ = 0;                 ///< of these rows
  std::size_t twice_ = 0, covered_ = 0;
};

}  // namespace

void keep_ids_apart(std::span<const TrackId> taken, std::span<TrackId> ids) {
  IdGiver giver;
  std::vector<TrackId> first(taken.begin(), taken.end());
  giver.give(first);
  giver.give(ids);
}

TrackTable merge_tracks(std::span<const TrackTable* const> tables, const MergeOptions& options,
                        const LogSink& log) {
  ColumnJoiner joiner(std::ranges::any_of(
      tables, [](const TrackTable* table) { return !table->class_names.empty(); }));
  IdGiver giver;
  std::vector<std::int32_t> frame;
  std::vector<float> source;
  for (const TrackTable* table : tables) {
    TrackTable named = *table;
    if (options.ids == MergeIds::apart) giver.give(named.id);
    if (!joiner.append(named))
      log(fmt::format("embeddings of {} values are left out: an earlier input has others",
                      table->embedding_size));
    const std::vector<std::int32_t> frames = frames_of_rows(*table);
    frame.insert(frame.end(), frames.begin(), frames.end());
    source.resize(frame.size(), static_cast<float>(source.empty() ? 0 : source.back() + 1));
  }
  TrackColumns rows = joiner.finish();
  // Each row's source travels with it through the sort.
  rows.attributes.push_back({"", source});
  TrackTable merged = sort_tracks(std::move(rows), frame);
  const std::vector<float> sources = std::move(merged.attributes.back().values);
  merged.attributes.pop_back();
  Chooser chooser(merged, sources, options);
  TrackTable chosen = select_rows(merged, [&](std::uint32_t row) { return chooser.keeps(row); });
  chooser.report(log);
  return chosen;
}

}  // namespace overlace
