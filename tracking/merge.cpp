// SPDX-License-Identifier: Apache-2.0
// Decides which of the joined rows and ids to keep.
#include "tracking/merge.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "graph/core/log.h"
#include "graph/data/append_rows.h"
#include "graph/data/column_names.h"
#include "tracking/left_edges.h"
#include "tracking/overlap.h"

namespace overlace {
namespace {

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

/// Numbers and texts of the same name stay separate attributes: the later ones become "NAME_2".
/// Embeddings of another size than before are left out.
void keep_kinds_apart(const ColumnNames& names, TrackColumns& rows, const LogSink& log) {
  for (AttributeColumn& column : rows.attributes) {
    const std::string name = column.name;
    for (int i = 2; !names.fits(column); ++i) column.name = fmt::format("{}_{}", name, i);
  }
  if (rows.embedding_size == 0 || names.embedding_size() == 0 ||
      rows.embedding_size == names.embedding_size())
    return;
  log(fmt::format("embeddings of {} values are left out: an earlier input has others",
                  rows.embedding_size));
  rows.embedding.clear();
  rows.embedding_size = 0;
}

}  // namespace

void keep_ids_apart(std::span<const TrackId> taken, std::span<TrackId> ids) {
  IdGiver giver;
  std::vector<TrackId> first(taken.begin(), taken.end());
  giver.give(first);
  giver.give(ids);
}

TrackTable merge_tracks(std::span<const TrackTable* const> tables, const MergeOptions& options,
                        const LogSink& log) {
  const bool has_classes = std::ranges::any_of(
      tables, [](const TrackTable* table) { return !table->class_names.empty(); });
  ColumnNames names;
  TrackColumns rows;
  IdGiver giver;
  std::vector<std::int32_t> frame;
  std::vector<float> source;
  for (const TrackTable* table : tables) {
    TrackColumns own = *table;
    if (options.ids == MergeIds::apart) giver.give(own.id);
    if (has_classes) name_used_classes(own);
    keep_kinds_apart(names, own, log);
    append_rows(names.take(std::move(own)), rows);
    const std::vector<std::int32_t> frames = frames_of_rows(*table);
    frame.insert(frame.end(), frames.begin(), frames.end());
    source.resize(frame.size(), static_cast<float>(source.empty() ? 0 : source.back() + 1));
  }
  names.give_to(rows);
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
