// SPDX-License-Identifier: Apache-2.0
// Keeps frames apart, and joins those of a window into a table.
#include "render/live_rows.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "graph/data/append_rows.h"

namespace overlace {
namespace {

/// This many are remembered even if no row has them, so that numbers stay the same.
constexpr std::size_t remembered_texts = 1000;

/// Gives rows the names of their classes, and no others.
void name_classes(const std::vector<std::string>& all, TrackColumns& rows) {
  std::vector<std::int32_t> number(all.size(), -1);
  for (std::int32_t& index : rows.class_index) {
    const auto at = static_cast<std::size_t>(index);
    if (at >= all.size()) continue;
    if (number[at] < 0) {
      number[at] = static_cast<std::int32_t>(rows.class_names.size());
      rows.class_names.push_back(all[at]);
    }
    index = number[at];
  }
}

bool has_ids(const TrackColumns& rows) {
  return std::ranges::any_of(rows.id, [](TrackId id) { return id != no_id; });
}

}  // namespace

LiveRows::LiveRows(const Limits& limits, const std::vector<std::string>& class_names,
                   bool assign_ids)
    : limits_(limits),
      class_names_(class_names),
      columns_(class_names),
      assign_ids_(assign_ids),
      most_texts_(remembered_texts + class_names.size()) {}

void LiveRows::put(std::int32_t frame, const TrackColumns& rows) {
  Frame taken{.frame = frame, .rows = columns_.take(rows, limits_.max_rows)};
  lost_ += rows.row_count() - taken.rows.row_count();
  brings_ids_ = brings_ids_ || has_ids(taken.rows);
  if (assign_ids_ && !brings_ids_) give_ids(taken);
  const auto at = std::ranges::lower_bound(frames_, frame, {}, &Frame::frame);
  if (at != frames_.end() && at->frame == frame)
    *at = std::move(taken);
  else
    frames_.insert(at, std::move(taken));
  for (; frames_.size() > limits_.frames; frames_.pop_front())
    lost_ += frames_.front().rows.row_count();
  if (columns_.most_texts() > most_texts_) forget_texts();
}

void LiveRows::forget_before(std::int32_t frame) {
  while (!frames_.empty() && frames_.front().frame < frame) frames_.pop_front();
}

void LiveRows::clear() {
  frames_.clear();
  ids_.reset();
  brings_ids_ = false;
}

/// Frames between the last one and this were not searched.
void LiveRows::give_ids(Frame& frame) {
  if (!ids_) ids_ = std::make_unique<IdGiver>();
  const AssociateOptions options = IdGiver::options();
  if (ids_->has_begun && frame.frame <= ids_->last) return;
  ids_->scores.see(frame.rows.score, options);
  const ScoreLevels levels = ids_->scores.levels(options);
  const std::int64_t missed =
      ids_->has_begun ? std::int64_t{frame.frame} - ids_->last - 1 : std::int64_t{0};
  for (std::int64_t i = std::min<std::int64_t>(missed, options.max_gap + 1); i > 0; --i)
    static_cast<void>(ids_->associator.take_frame(frame.rows, {}, levels));
  ids_->last = frame.frame;
  ids_->has_begun = true;
  std::uint32_t row = 0;
  for (const Associator::Joined& joined :
       ids_->associator.take_frame(frame.rows, {0, frame.rows.row_count()}, levels)) {
    frame.tracks.push_back(joined.track);
    frame.rows.id[row++] = joined.id;
    if (std::cmp_equal(joined.hits, options.min_hits)) rename_track(joined.track, joined.id);
  }
}

/// Gives its id to the rows of a track that had none yet.
void LiveRows::rename_track(std::uint64_t track, TrackId id) {
  for (Frame& frame : frames_)
    for (std::size_t row = 0; row < frame.tracks.size(); ++row)
      if (frame.tracks[row] == track) frame.rows.id[row] = id;
}

TrackTable LiveRows::table(FrameInterval window) const {
  TrackTable table;
  static_cast<TrackColumns&>(table) = columns_.empty();
  for (const Frame& frame : frames_) {
    if (frame.frame < window.begin || frame.frame >= window.end || frame.rows.box.empty()) continue;
    if (table.frame_begin.empty()) table.first_frame = frame.frame;
    const auto number = static_cast<std::size_t>(frame.frame - table.first_frame);
    table.frame_begin.resize(number + 1, table.row_count());
    append_rows(frame.rows, table);
  }
  if (!table.frame_begin.empty()) table.frame_begin.push_back(table.row_count());
  return table;
}

/// Numbers the texts that rows still have anew.
void LiveRows::forget_texts() {
  const TrackColumns before = columns_.empty();
  TrackColumns known = before;
  known.class_names.clear();
  for (AttributeColumn& column : known.attributes)
    if (column.texts.size() > 1) column.texts.resize(1);
  LiveColumns fresh(class_names_);
  static_cast<void>(fresh.take(known, 0));
  for (Frame& frame : frames_) {
    TrackColumns& rows = frame.rows;
    name_classes(before.class_names, rows);
    rows.skeletons = before.skeletons;
    for (std::size_t i = 0; i < rows.attributes.size(); ++i) {
      rows.attributes[i].name = before.attributes[i].name;
      rows.attributes[i].texts = before.attributes[i].texts;
      rows.attributes[i].values.resize(rows.row_count(), std::numeric_limits<float>::quiet_NaN());
    }
    rows = fresh.take(rows, rows.row_count());
  }
  columns_ = std::move(fresh);
  most_texts_ = std::max(most_texts_, 2 * columns_.most_texts());
}

}  // namespace overlace
