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
#include "graph/data/column_joiner.h"
#include "io/tracks/coco_rle.h"
#include "io/tracks/table_cache.h"

namespace overlace::api {
namespace {

/// The last source of each frame's rows; frames without an entry have those of the table.
using LastPuts = std::unordered_map<std::int32_t, std::size_t>;
constexpr std::size_t of_table = 0;

/// Appends the rows of a source that no later one has replaced.
void append_current(const TrackColumns& rows, const std::vector<std::int32_t>& frame,
                    std::size_t source, const LastPuts& last, ColumnJoiner& joiner,
                    std::vector<std::int32_t>& frames) {
  std::vector<std::uint32_t> current;
  for (std::uint32_t row = 0; row < rows.row_count(); ++row) {
    const auto found = last.find(frame[row]);
    if ((found == last.end() ? of_table : found->second) != source) continue;
    current.push_back(row);
    frames.push_back(frame[row]);
  }
  const bool all = current.size() == rows.row_count();
  static_cast<void>(joiner.append(all ? rows : gather_rows(rows, current)));
}

}  // namespace

Tracks::Tracks() : table_(std::make_shared<const TrackTable>()) {}

Tracks::Tracks(TrackTable table, const StatedClip& stated)
    : table_(std::make_shared<const TrackTable>(std::move(table))), stated_(stated) {
  class_names_ = table_->class_names;
  for (const std::string& name : class_names_)
    class_numbers_.emplace(name, static_cast<std::int32_t>(class_numbers_.size()));
  for (const AttributeColumn& column : table_->attributes)
    has_texts_.emplace(column.name, !column.texts.empty());
  embedding_size_ = table_->embedding_size;
  if (table_->frame_count() > 0)
    frames_ = {table_->first_frame, table_->first_frame + table_->frame_count()};
}

void Tracks::put(std::int32_t frame, const ovl_columns* given) {
  CallerColumns columns = read_columns(given, frame, class_names_);
  check_kinds(columns.rows);
  check_limits(columns.frame);
  constexpr std::size_t most_waiting = 1'000'000;
  if (waiting_ > most_waiting + table_->row_count()) static_cast<void>(table());
  if (std::size_t{table_->row_count()} + waiting_ + columns.frame.size() > default_max_boxes)
    throw Error(ErrorCode::limit, fmt::format("more than {} rows", default_max_boxes));
  Put put{std::move(columns.rows), std::move(columns.frame)};
  name_classes(put);
  remember(put);
  waiting_ += put.frame.size() + 1;
  if (put.frame.empty()) put.frame.push_back(frame);
  puts_.push_back(std::move(put));
  view_.reset();
  digest_.reset();
}

void Tracks::check_kinds(const TrackColumns& rows) const {
  if (rows.embedding_size != 0 && embedding_size_ != 0 && rows.embedding_size != embedding_size_)
    throw Error(ErrorCode::usage,
                fmt::format("ovl_columns.embedding_size is {}; earlier rows have {}",
                            rows.embedding_size, embedding_size_));
  for (const AttributeColumn& column : rows.attributes) {
    const auto known = has_texts_.find(column.name);
    if (known != has_texts_.end() && known->second == column.texts.empty())
      throw Error(
          ErrorCode::usage,
          fmt::format("ovl_columns.attributes: '{}' has {}; earlier rows have {}", column.name,
                      known->second ? "numbers" : "texts", known->second ? "texts" : "numbers"));
  }
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

/// Gives the rows' classes their numbers in class_names_, to which new names are added.
void Tracks::name_classes(Put& put) {
  put.has_names = !put.rows.class_names.empty();
  std::vector<std::int32_t> numbers;
  for (const std::string& name : put.rows.class_names) {
    const auto next = static_cast<std::int32_t>(class_names_.size());
    const auto [known, fresh] = class_numbers_.try_emplace(name, next);
    if (fresh) class_names_.push_back(name);
    numbers.push_back(known->second);
  }
  for (std::int32_t& index : put.rows.class_index)
    if (put.has_names && index >= 0) index = numbers[static_cast<std::size_t>(index)];
  put.rows.class_names.clear();
}

void Tracks::remember(const Put& put) {
  for (const AttributeColumn& column : put.rows.attributes)
    has_texts_.try_emplace(column.name, !column.texts.empty());
  if (put.rows.embedding_size != 0) embedding_size_ = put.rows.embedding_size;
  for (const std::int32_t frame : put.frame) {
    if (!frames_) frames_ = {frame, frame + 1};
    frames_ = {std::min(frames_->begin, frame), std::max(frames_->end, frame + 1)};
  }
}

std::shared_ptr<const TrackTable> Tracks::table() {
  if (puts_.empty()) return table_;
  table_ = std::make_shared<const TrackTable>(joined());
  puts_.clear();
  waiting_ = 0;
  return table_;
}

TrackTable Tracks::joined() {
  LastPuts last;
  for (std::size_t i = 0; i < puts_.size(); ++i)
    for (const std::int32_t frame : puts_[i].frame) last[frame] = i + 1;
  ColumnJoiner joiner(!class_names_.empty());
  joiner.add_classes(class_names_);
  std::vector<std::int32_t> frames;
  append_current(*table_, frames_of_rows(*table_), of_table, last, joiner, frames);
  for (std::size_t i = 0; i < puts_.size(); ++i) {
    Put& put = puts_[i];
    if (put.has_names) put.rows.class_names = class_names_;
    append_current(put.rows, put.frame, i + 1, last, joiner, frames);
    put.rows.class_names.clear();
  }
  return sort_tracks(joiner.finish(), frames);
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
