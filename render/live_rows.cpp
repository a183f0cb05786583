// SPDX-License-Identifier: Apache-2.0
// Keeps frames apart, and joins those of a window into a table.
#include "render/live_rows.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "graph/data/append_rows.h"

namespace overlace {
namespace {

/// This many are remembered even if no row has them, so that numbers stay the same.
constexpr std::size_t remembered_texts = 1000;

/// The first rows, at most `count`.
TrackColumns first_rows(TrackColumns rows, std::uint32_t count) {
  if (rows.row_count() <= count) return rows;
  std::vector<std::uint32_t> first(count);
  std::iota(first.begin(), first.end(), 0U);
  return gather_rows(rows, first);
}

bool has_ids(const TrackColumns& rows) {
  return std::ranges::any_of(rows.id, [](TrackId id) { return id != no_id; });
}

}  // namespace

LiveRows::LiveRows(const Limits& limits, const std::vector<std::string>& class_names,
                   bool assign_ids)
    : limits_(limits),
      first_classes_(class_names),
      names_(class_names),
      assign_ids_(assign_ids),
      most_texts_(remembered_texts + class_names.size()) {}

void LiveRows::put(std::int32_t frame, TrackColumns rows) {
  const std::uint32_t given = rows.row_count();
  const bool were_numbers = class_names().empty();
  Frame taken{.frame = frame, .rows = names_.take(first_rows(std::move(rows), limits_.max_rows))};
  lost_ += given - taken.rows.row_count();
  if (were_numbers && !class_names().empty())
    for (Frame& earlier : frames_) names_.name_numbers(earlier.rows);
  brings_ids_ = brings_ids_ || has_ids(taken.rows);
  if (assign_ids_ && !brings_ids_) give_ids(taken);
  const auto at = std::ranges::lower_bound(frames_, frame, {}, &Frame::frame);
  if (at != frames_.end() && at->frame == frame)
    *at = std::move(taken);
  else
    frames_.insert(at, std::move(taken));
  for (; frames_.size() > limits_.frames; frames_.pop_front())
    lost_ += frames_.front().rows.row_count();
  if (names_.most_texts() > most_texts_) forget_texts();
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
  for (const Frame& frame : frames_) {
    if (frame.frame < window.begin || frame.frame >= window.end || frame.rows.box.empty()) continue;
    if (table.frame_begin.empty()) table.first_frame = frame.frame;
    const auto number = static_cast<std::size_t>(frame.frame - table.first_frame);
    table.frame_begin.resize(number + 1, table.row_count());
    append_rows(frame.rows, table);
  }
  if (!table.frame_begin.empty()) table.frame_begin.push_back(table.row_count());
  names_.give_to(table);
  return table;
}

/// Numbers the texts that rows still have anew.
void LiveRows::forget_texts() {
  ColumnNames fresh(first_classes_);
  TrackColumns known;  // all attributes and skeletons, without rows
  names_.give_to(known);
  known.class_names.clear();
  static_cast<void>(fresh.take(std::move(known)));
  for (Frame& frame : frames_) {
    names_.give_to(frame.rows);
    if (!class_names().empty()) name_used_classes(frame.rows);
    frame.rows = fresh.take(std::move(frame.rows));
  }
  names_ = std::move(fresh);
  most_texts_ = std::max(most_texts_, 2 * names_.most_texts());
}

}  // namespace overlace
