// SPDX-License-Identifier: Apache-2.0
// Puts wait in the order in which they came; the last one of a frame counts.
#include "api/tracks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <span>
#include <string_view>
#include <utility>

#include "api/c_error.h"
#include "api/mask_bytes.h"
#include "api/structs.h"
#include "graph/data/append_rows.h"
#include "io/tracks/coco_rle.h"
#include "io/tracks/table_cache.h"

namespace overlace::api {
namespace {

/// The last source of each frame's rows; frames without an entry have those of the table.
using LastPuts = std::unordered_map<std::int32_t, std::size_t>;
constexpr std::size_t of_table = 0;

/// Appends the rows of a source that no later one has replaced.
void append_current(const TrackColumns& from, const std::vector<std::int32_t>& frame,
                    std::size_t source, const LastPuts& last, TrackColumns& rows,
                    std::vector<std::int32_t>& frames) {
  std::vector<std::uint32_t> current;
  for (std::uint32_t row = 0; row < from.row_count(); ++row) {
    const auto found = last.find(frame[row]);
    if ((found == last.end() ? of_table : found->second) != source) continue;
    current.push_back(row);
    frames.push_back(frame[row]);
  }
  const bool all = current.size() == from.row_count();
  append_rows(all ? from : gather_rows(from, current), rows);
}

}  // namespace

Tracks::Tracks() : table_(std::make_shared<const TrackTable>()), names_(ColumnNames()) {}

Tracks::Tracks(TrackTable table, const StatedClip& stated)
    : table_(std::make_shared<const TrackTable>(std::move(table))), stated_(stated) {
  if (table_->frame_count() > 0)
    frames_ = {table_->first_frame, table_->first_frame + table_->frame_count()};
}

void Tracks::put(std::int32_t frame, const ovl_columns* given) {
  if (!names_) take_table();
  CallerColumns columns = read_columns(given, frame, names_->class_names().size());
  check_limits(columns.frame);
  constexpr std::size_t most_waiting = 1'000'000;
  if (waiting_ > most_waiting + table_->row_count()) static_cast<void>(table());
  if (std::size_t{table_->row_count()} + waiting_ + columns.frame.size() > default_max_boxes)
    throw Error(ErrorCode::limit, fmt::format("more than {} rows", default_max_boxes));
  Put put{taken(std::move(columns.rows)), std::move(columns.frame)};
  for (const std::int32_t of_row : put.frame)
    frames_ = {std::min(frames_ ? frames_->begin : of_row, of_row),
               std::max(frames_ ? frames_->end : of_row, of_row + 1)};
  waiting_ += put.frame.size() + 1;
  if (put.frame.empty()) put.frame.push_back(frame);
  puts_.push_back(std::move(put));
  view_.reset();
  digest_.reset();
}

/// Rows are added to those of a file: by their names.
void Tracks::take_table() {
  ColumnNames names;
  TrackTable table = *table_;
  static_cast<TrackColumns&>(table) = names.take(std::move(table));
  names.give_to(table);
  table_ = std::make_shared<const TrackTable>(std::move(table));
  names_ = std::move(names);
  view_.reset();
  digest_.reset();
}

/// Rows as taken by names_. Where they bring the first names, earlier classes get some, too.
TrackColumns Tracks::taken(TrackColumns rows) {
  const bool were_numbers = names_->class_names().empty();
  TrackColumns out = names_->take(std::move(rows));
  if (!were_numbers || names_->class_names().empty()) return out;
  for (Put& put : puts_) names_->name_numbers(put.rows);
  TrackTable table = *table_;
  names_->name_numbers(table);
  table_ = std::make_shared<const TrackTable>(std::move(table));
  return out;
}

void Tracks::check_limits(const std::vector<std::int32_t>& frames) const {
  if (frames.empty()) return;
  const auto [low, high] = std::ranges::minmax(frames);
  const std::int64_t begin = frames_ ? std::min(low, frames_->begin) : low;
  const std::int64_t end = std::max(std::int64_t{high} + 1, frames_ ? frames_->end : begin);
  if (end - begin > max_track_frames)
    throw Error(ErrorCode::limit, fmt::format("tracks span {} frames; at most {} are handled",
                                              end - begin, max_track_frames));
}

std::shared_ptr<const TrackTable> Tracks::table() {
  if (puts_.empty()) return table_;
  table_ = std::make_shared<const TrackTable>(joined());
  puts_.clear();
  waiting_ = 0;
  return table_;
}

TrackTable Tracks::joined() const {
  LastPuts last;
  for (std::size_t i = 0; i < puts_.size(); ++i)
    for (const std::int32_t frame : puts_[i].frame) last[frame] = i + 1;
  TrackColumns rows;
  std::vector<std::int32_t> frames;
  append_current(*table_, frames_of_rows(*table_), of_table, last, rows, frames);
  for (std::size_t i = 0; i < puts_.size(); ++i)
    append_current(puts_[i].rows, puts_[i].frame, i + 1, last, rows, frames);
  names_->give_to(rows);
  return sort_tracks(std::move(rows), frames);
}

Digest::Value Tracks::digest() {
  if (!digest_) digest_ = digest_of(*table());
  return *digest_;
}

ColumnView& Tracks::view() {
  if (view_ == nullptr) view_ = std::make_unique<ColumnView>(table());
  return *view_;
}

namespace {

ovl_tracks_facts facts_of(const TrackTable& table, const StatedClip& stated) {
  ovl_tracks_facts facts{};
  facts.row_count = table.row_count();
  if (table.row_count() > 0) {
    facts.first = table.frame_of(0);
    facts.end = table.frame_of(table.row_count() - 1) + 1;
  }
  facts.width = stated.size.width;
  facts.height = stated.size.height;
  if (stated.rate) {
    facts.rate_num = stated.rate->num;
    facts.rate_den = stated.rate->den;
  }
  return facts;
}

/// Decodes the mask of a row.
void decode_mask(const ovl_columns& columns, std::uint32_t row, std::uint8_t* pixels,
                 std::int64_t stride) {
  require(row < columns.row_count, "ovl_columns has no such row");
  require(pixels != nullptr, "the pixels are NULL");
  require(columns.mask_runs != nullptr && columns.mask_run_offset != nullptr &&
              columns.mask_size != nullptr,
          "ovl_columns has no mask_runs");
  const std::uint64_t begin = columns.mask_run_offset[row], end = columns.mask_run_offset[row + 1];
  require(begin < end && end <= columns.mask_run_count, "the row has no mask");
  const std::span runs(columns.mask_runs + begin, static_cast<std::size_t>(end - begin));
  const Size size{columns.mask_size[2 * std::size_t{row}],
                  columns.mask_size[2 * std::size_t{row} + 1]};
  if (const std::string_view problem = check_mask(size, runs); !problem.empty())
    throw Error(ErrorCode::usage,
                fmt::format("ovl_columns.mask_runs[{}]: the mask {}", row, problem));
  require(size.height == 1 || std::abs(stride) >= size.width, "the stride is less than the width");
  write_mask(runs, size, pixels, stride);
}

}  // namespace
}  // namespace overlace::api

using namespace overlace::api;

extern "C" {

int ovl_tracks_create(ovl_tracks** tracks, ovl_error** error) {
  return guarded(error, [&] {
    require(tracks != nullptr, "there is nowhere to put the tracks: it is NULL");
    *tracks = nullptr;
    *tracks = new ovl_tracks;
  });
}

void ovl_tracks_free(ovl_tracks* tracks) {
  delete tracks;
}

int ovl_tracks_put(ovl_tracks* tracks, int32_t frame, const ovl_columns* columns,
                   ovl_error** error) {
  return guarded(error, [&] {
    require(tracks != nullptr, "the tracks are NULL");
    tracks->tracks.put(frame, columns);
  });
}

int ovl_tracks_columns(ovl_tracks* tracks, int32_t first, int32_t end, ovl_columns* columns,
                       ovl_error** error) {
  return guarded(error, [&] {
    require(tracks != nullptr, "the tracks are NULL");
    check_struct(columns, "ovl_columns");
    write_struct(tracks->tracks.view().of({first, end}), columns);
  });
}

int ovl_tracks_get(ovl_tracks* tracks, ovl_tracks_facts* facts, ovl_error** error) {
  return guarded(error, [&] {
    require(tracks != nullptr, "the tracks are NULL");
    check_struct(facts, "ovl_tracks_facts");
    write_struct(facts_of(*tracks->tracks.table(), tracks->tracks.stated()), facts);
  });
}

int ovl_mask(const ovl_columns* columns, uint32_t row, uint8_t* pixels, int64_t stride,
             ovl_error** error) {
  return guarded(error,
                 [&] { decode_mask(read_struct(columns, "ovl_columns"), row, pixels, stride); });
}

}  // extern "C"
