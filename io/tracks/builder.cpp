// SPDX-License-Identifier: Apache-2.0
// Row checks, conventions, duplicates and the report that every track reader shares.
#include "io/tracks/builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <unordered_set>

#include "graph/core/error.h"

namespace overlace {
namespace {

constexpr double farthest = 1e6;  // px; beyond it single precision no longer places a pixel
constexpr TrackId large_id = 0x7fffffff;

void count(std::vector<TrackFinding>& findings, std::string_view what, std::uint64_t line) {
  const auto known = std::ranges::find(findings, what, &TrackFinding::what);
  if (known != findings.end())
    ++known->count;
  else
    findings.push_back({std::string(what), 1, line});
}

bool finite(const FileBox& b) {
  return std::isfinite(b.x) && std::isfinite(b.y) && std::isfinite(b.width) &&
         std::isfinite(b.height);
}

bool known(Size size) {
  return size.width > 0 && size.height > 0;
}

bool same_id_twice(const TrackTable& table, RowRange rows, std::vector<TrackId>& ids) {
  ids.clear();
  for (std::uint32_t r = rows.begin; r < rows.end; ++r)
    if (table.id[r] != no_id) ids.push_back(table.id[r]);
  std::ranges::sort(ids);
  return std::ranges::adjacent_find(ids) != ids.end();
}

bool has_surplus(const TrackTable& table, std::size_t most) {
  std::vector<TrackId> ids;
  for (std::int32_t f = 0; f < table.frame_count(); ++f) {
    const RowRange rows = table.rows(table.first_frame + f);
    if (rows.size() > most || same_id_twice(table, rows, ids)) return true;
  }
  return false;
}

}  // namespace

TrackBuilder::TrackBuilder(TrackConventions conventions, const TrackReadOptions& options,
                           TrackReport& report)
    : conventions_(std::move(conventions)), options_(options), report_(report) {
  if (options.frame_base) {
    if (*options.frame_base < -max_track_frames || *options.frame_base > max_track_frames)
      throw Error(ErrorCode::usage,
                  fmt::format("frame base {} is out of range", *options.frame_base),
                  "usual are 0 and 1");
    conventions_.frame_base = *options.frame_base;
    conventions_.frame_reason = "as you said";
  }
  if (options.pixel_base) {
    conventions_.pixel_base = *options.pixel_base;
    conventions_.pixel_reason = "as you said";
  }
  if (known(options.source_size)) {
    conventions_.size = options.source_size;
    conventions_.size_reason = "as you said";
  }
  report_.size = conventions_.size;
  const Size clip = options.stored ? stored_size(options.clip) : options.clip.size;
  if (known(conventions_.size) && known(clip) && conventions_.size != clip) {
    scale_x_ = static_cast<double>(clip.width) / conventions_.size.width;
    scale_y_ = static_cast<double>(clip.height) / conventions_.size.height;
    report_.assumptions.push_back(fmt::format(
        "boxes are scaled from {}x{} to {}x{}, {} (--source-size)", conventions_.size.width,
        conventions_.size.height, clip.width, clip.height, conventions_.size_reason));
  }
}

void TrackBuilder::lose(std::string_view what, std::uint64_t line) {
  if (options_.strict)
    throw Error(ErrorCode::input, std::string(what), "strict reading refuses such rows",
                {.file = report_.file, .line = line});
  count(report_.lost, what, line);
}

void TrackBuilder::remark(std::string_view what, std::uint64_t line) {
  count(report_.oddities, what, line);
}

bool TrackBuilder::acceptable(const FileBox& box, std::uint64_t line) {
  const auto refuse = [&](std::string_view what) {
    lose(what, line);
    return false;
  };
  if (box.frame < 0) return refuse("the frame number is negative");
  if (box.frame >= max_track_frames + conventions_.frame_base)
    return refuse(fmt::format("the frame number is over {}", max_track_frames));
  if (!finite(box)) return refuse("the box is not made of numbers");
  if (box.width < 0 || box.height < 0) return refuse("the box has a negative size");
  if (std::max({std::abs(box.x), std::abs(box.y), box.width, box.height}) > farthest)
    return refuse(fmt::format("the box lies more than {:.0f} px away", farthest));
  return true;
}

void TrackBuilder::remark_on(const FileBox& box, const Box& placed, std::uint64_t line) {
  if (placed.width == 0 || placed.height == 0) remark("the box has no area", line);
  if (box.id < no_id) remark("the id is negative and taken as none", line);
  if (box.id > large_id) remark("the id is above 2^31", line);
  if (box.frame < latest_frame_) remark("the frame is earlier than the row before", line);
  const Size clip = options_.clip.size;
  if (known(clip) &&
      (placed.x >= static_cast<float>(clip.width) || placed.y >= static_cast<float>(clip.height) ||
       placed.x + placed.width <= 0 || placed.y + placed.height <= 0))
    remark("the box lies outside the picture", line);
}

bool TrackBuilder::add(const FileBox& box, std::uint64_t line) {
  ++report_.rows;
  if (!acceptable(box, line)) return false;
  if (rows_.size() >= options_.max_boxes)
    throw Error(ErrorCode::limit, fmt::format("more than {} boxes", options_.max_boxes), {},
                {.file = report_.file, .line = line});
  Box placed{static_cast<float>((box.x - conventions_.pixel_base) * scale_x_),
             static_cast<float>((box.y - conventions_.pixel_base) * scale_y_),
             static_cast<float>(box.width * scale_x_), static_cast<float>(box.height * scale_y_)};
  if (options_.stored)
    placed = to_stored(placed, inverse(options_.clip.stored), options_.clip.size);
  remark_on(box, placed, line);
  lowest_frame_ = std::min(lowest_frame_, box.frame);
  latest_frame_ = box.frame;
  rows_.push_back({static_cast<std::int32_t>(box.frame), std::max(box.id, no_id), placed,
                   std::max(box.class_index, -1), box.score});
  lines_.push_back(line);
  return true;
}

void TrackBuilder::set(std::string_view attribute, double value) {
  auto column = std::ranges::find(columns_, attribute, &AttributeColumn::name);
  if (column == columns_.end())
    column = columns_.insert(columns_.end(), {std::string(attribute), {}});
  column->values.resize(rows_.size(), std::numeric_limits<float>::quiet_NaN());
  column->values.back() = static_cast<float>(value);
}

/// A file with a frame 0 counts from 0, whatever its format prescribes: many tools get this wrong.
void TrackBuilder::settle_frame_base() {
  if (!options_.frame_base && lowest_frame_ < conventions_.frame_base) {
    conventions_.frame_base = lowest_frame_;
    conventions_.frame_reason = fmt::format("because the file has a frame {}", lowest_frame_);
  }
  report_.assumptions.push_back(fmt::format("frames count from {}, {} (--frame-base)",
                                            conventions_.frame_base, conventions_.frame_reason));
  report_.assumptions.push_back(fmt::format("pixels count from {}, {} (--pixel-base)",
                                            conventions_.pixel_base, conventions_.pixel_reason));
}

void TrackBuilder::keep_only(const std::vector<bool>& keep) {
  const auto filter = [&](auto& values) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < values.size(); ++i)
      if (keep[i]) values[kept++] = values[i];
    values.resize(kept);
  };
  filter(rows_);
  filter(lines_);
  for (AttributeColumn& column : columns_) filter(column.values);
}

void TrackBuilder::drop_early_rows() {
  if (rows_.empty() || lowest_frame_ >= conventions_.frame_base) return;
  std::vector<bool> keep(rows_.size(), true);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (rows_[i].frame >= conventions_.frame_base) continue;
    keep[i] = false;
    lose("the frame comes before the first one", lines_[i]);
  }
  keep_only(keep);
}

/// Of boxes with one id in one frame the first stays; of a crowded frame the first so many.
void TrackBuilder::drop_surplus_rows(const TrackTable& sorted) {
  std::set<std::pair<std::int32_t, TrackId>> seen;
  std::vector<std::size_t> boxes(static_cast<std::size_t>(sorted.frame_count()), 0);
  std::vector<bool> keep(rows_.size(), true);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const TrackRow& row = rows_[i];
    std::size_t& in_frame = boxes[static_cast<std::size_t>(row.frame - sorted.first_frame)];
    if (row.id != no_id && !seen.emplace(row.frame, row.id).second) {
      keep[i] = false;
      lose("the id occurs twice in one frame", lines_[i]);
    } else if (++in_frame > options_.max_boxes_per_frame) {
      keep[i] = false;
      lose(fmt::format("the frame has more than {} boxes", options_.max_boxes_per_frame),
           lines_[i]);
    }
  }
  keep_only(keep);
}

void TrackBuilder::describe(const TrackTable& table) {
  report_.boxes = table.row_count();
  if (report_.boxes == 0) return;
  report_.first_frame = table.first_frame;
  report_.last_frame = table.first_frame + table.frame_count() - 1;
  std::unordered_set<TrackId> ids(table.id.begin(), table.id.end());
  ids.erase(no_id);
  report_.ids = ids.size();
  if (!ids.empty()) {
    const auto [low, high] = std::ranges::minmax(ids);
    report_.lowest_id = low;
    report_.highest_id = high;
  }
  for (std::uint32_t r = 0; r < std::min(table.row_count(), 3U); ++r) {
    const Box& b = table.box[r];
    report_.first_boxes.push_back(fmt::format("frame {} at {:.1f}, {:.1f} size {:.1f} x {:.1f}",
                                              table.frame_of(r), b.x, b.y, b.width, b.height));
  }
  const std::int32_t frames = options_.clip.frame_count;
  if (frames > 0 && report_.last_frame >= frames) {
    const std::uint32_t late = table.first_frame < frames ? table.rows(frames).begin : 0;
    report_.oddities.push_back(
        {"the frame comes after the clip's last one", table.row_count() - late, 0});
  }
}

TrackTable TrackBuilder::finish(std::vector<std::string> class_names) {
  settle_frame_base();
  drop_early_rows();
  for (AttributeColumn& column : columns_)
    column.values.resize(rows_.size(), std::numeric_limits<float>::quiet_NaN());
  for (TrackRow& row : rows_)
    row.frame = static_cast<std::int32_t>(row.frame - conventions_.frame_base);

  TrackTable table = make_track_table(rows_, class_names, columns_);
  if (has_surplus(table, options_.max_boxes_per_frame)) {
    drop_surplus_rows(table);
    table = make_track_table(rows_, std::move(class_names), std::move(columns_));
  }
  describe(table);
  return table;
}

}  // namespace overlace
