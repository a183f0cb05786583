// SPDX-License-Identifier: Apache-2.0
// Row checks, conventions, duplicates and the report that every track reader shares.
#include "io/tracks/builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_set>

#include "graph/core/error.h"

namespace overlace {
namespace {

constexpr double farthest = 1e6;  // px; beyond it single precision no longer places a pixel
constexpr TrackId large_id = 0x7fffffff;

void count(std::vector<TrackFinding>& findings, std::string_view what, std::uint64_t line) {
  const auto known = std::ranges::find(findings, what, &TrackFinding::what);
  if (known == findings.end()) {
    findings.push_back({std::string(what), 1, line});
    return;
  }
  ++known->count;
  known->first_line = std::min(known->first_line, line);
}

bool finite(const FileBox& b) {
  return std::isfinite(b.x) && std::isfinite(b.y) && std::isfinite(b.width) &&
         std::isfinite(b.height) && std::isfinite(b.rotation);
}

constexpr float none = std::numeric_limits<float>::quiet_NaN();

/// Gives the last of `count` rows its entry in a column that only some rows have.
template <class T>
void put_last(std::vector<T>& column, std::size_t count, T value, T missing) {
  column.resize(count, missing);
  column.back() = value;
}

/// Brings a column that only some rows have to full length.
template <class T>
void fill_up(std::vector<T>& column, std::size_t count, T missing) {
  if (!column.empty()) column.resize(count, missing);
}

bool known(Size size) {
  return size.width > 0 && size.height > 0;
}

/// Rows in the order of their frames; of one frame, in the order of the file.
std::vector<std::uint32_t> rows_by_frame(const std::vector<std::int32_t>& frames) {
  std::vector<std::uint32_t> order(frames.size());
  std::iota(order.begin(), order.end(), 0U);
  if (!std::ranges::is_sorted(frames))
    std::ranges::stable_sort(order, {}, [&](std::uint32_t row) { return frames[row]; });
  return order;
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
  const Size clip = options.clip.size;
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
  if (frames_.size() >= options_.max_boxes)
    throw Error(ErrorCode::limit, fmt::format("more than {} boxes", options_.max_boxes), {},
                {.file = report_.file, .line = line});
  const Box placed_box{static_cast<float>((box.x - conventions_.pixel_base) * scale_x_),
                       static_cast<float>((box.y - conventions_.pixel_base) * scale_y_),
                       static_cast<float>(box.width * scale_x_),
                       static_cast<float>(box.height * scale_y_)};
  remark_on(box, placed_box, line);
  lowest_frame_ = std::min(lowest_frame_, box.frame);
  latest_frame_ = box.frame;
  frames_.push_back(static_cast<std::int32_t>(box.frame));
  lines_.push_back(line);
  rows_.box.push_back(placed_box);
  rows_.id.push_back(std::max(box.id, no_id));
  rows_.class_index.push_back(std::max(box.class_index, -1));
  rows_.score.push_back(box.score);
  if (box.rotation != 0)
    put_last(rows_.rotation, frames_.size(), static_cast<float>(box.rotation), 0.0F);
  return true;
}

Vec2 TrackBuilder::placed(Vec2 point) const {
  return {static_cast<float>((point.x - conventions_.pixel_base) * scale_x_),
          static_cast<float>((point.y - conventions_.pixel_base) * scale_y_)};
}

AttributeColumn& TrackBuilder::attribute(std::string_view name) {
  const auto known = std::ranges::find(rows_.attributes, name, &AttributeColumn::name);
  return known != rows_.attributes.end() ? *known
                                         : rows_.attributes.emplace_back(std::string(name));
}

void TrackBuilder::set(std::string_view name, double value) {
  put_last(attribute(name).values, frames_.size(), static_cast<float>(value), none);
}

void TrackBuilder::set_text(std::string_view name, std::string_view text) {
  AttributeColumn& column = attribute(name);
  auto known = std::ranges::find(column.texts, text);
  if (known == column.texts.end()) known = column.texts.insert(known, std::string(text));
  put_last(column.values, frames_.size(), static_cast<float>(known - column.texts.begin()), none);
}

void TrackBuilder::set_key_points(std::span<const KeyPoint> points, std::int32_t skeleton) {
  std::vector<KeyPoint> list(points.begin(), points.end());
  for (KeyPoint& point : list) point.at = placed(point.at);
  rows_.key_points.put(last_row(), list);
  put_last(rows_.skeleton, frames_.size(), skeleton, -1);
}

void TrackBuilder::set_outline(std::span<const OutlinePoint> outline) {
  std::vector<OutlinePoint> list(outline.begin(), outline.end());
  for (OutlinePoint& point : list) point.at = placed(point.at);
  rows_.outlines.put(last_row(), list);
}

void TrackBuilder::set_mask(Size size, std::span<const std::uint32_t> runs) {
  rows_.mask_runs.put(last_row(), runs);
  put_last(rows_.mask_size, frames_.size(), size, Size{});
}

void TrackBuilder::set_embedding(std::span<const float> embedding, std::uint64_t line) {
  if (rows_.embedding_size == 0)
    rows_.embedding_size = static_cast<std::uint32_t>(embedding.size());
  if (embedding.size() != rows_.embedding_size)
    throw Error(ErrorCode::input,
                fmt::format("the embedding has {} values where the first one has {}",
                            embedding.size(), rows_.embedding_size),
                {}, {.file = report_.file, .line = line});
  rows_.embedding.resize(std::size_t{last_row()} * rows_.embedding_size, none);
  rows_.embedding.insert(rows_.embedding.end(), embedding.begin(), embedding.end());
}

std::int32_t TrackBuilder::add_skeleton(Skeleton skeleton) {
  rows_.skeletons.push_back(std::move(skeleton));
  return static_cast<std::int32_t>(rows_.skeletons.size()) - 1;
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
  std::vector<std::uint32_t> kept;
  for (std::uint32_t i = 0; i < keep.size(); ++i)
    if (keep[i]) kept.push_back(i);
  rows_ = gather_rows(rows_, kept);
  for (std::size_t i = 0; i < kept.size(); ++i) {
    frames_[i] = frames_[kept[i]];
    lines_[i] = lines_[kept[i]];
  }
  frames_.resize(kept.size());
  lines_.resize(kept.size());
}

void TrackBuilder::drop_early_rows() {
  if (frames_.empty() || lowest_frame_ >= conventions_.frame_base) return;
  std::vector<bool> keep(frames_.size(), true);
  for (std::size_t i = 0; i < frames_.size(); ++i) {
    if (frames_[i] >= conventions_.frame_base) continue;
    keep[i] = false;
    lose("the frame comes before the first one", lines_[i]);
  }
  keep_only(keep);
}

/// Of boxes with one id in one frame the first stays; of a crowded frame the first so many.
void TrackBuilder::drop_surplus_rows() {
  const std::vector<std::uint32_t> order = rows_by_frame(frames_);
  std::vector<bool> keep(frames_.size(), true);
  std::vector<std::pair<TrackId, std::uint32_t>> named;
  bool lost = false;
  const auto drop = [&](std::uint32_t row, std::string_view what) {
    keep[row] = false;
    lost = true;
    lose(what, lines_[row]);
  };
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    named.clear();
    for (end = begin; end < order.size() && frames_[order[end]] == frames_[order[begin]]; ++end)
      if (rows_.id[order[end]] != no_id) named.emplace_back(rows_.id[order[end]], order[end]);
    std::ranges::sort(named);
    for (std::size_t i = 1; i < named.size(); ++i)
      if (named[i].first == named[i - 1].first)
        drop(named[i].second, "the id occurs twice in one frame");
    std::size_t boxes = 0;
    for (std::size_t i = begin; i < end; ++i)
      if (keep[order[i]] && ++boxes > options_.max_boxes_per_frame)
        drop(order[i],
             fmt::format("the frame has more than {} boxes", options_.max_boxes_per_frame));
  }
  if (lost) keep_only(keep);
}

/// Every column that only some rows have gets an entry for each.
void TrackBuilder::complete_columns() {
  const std::size_t count = frames_.size();
  for (AttributeColumn& column : rows_.attributes) column.values.resize(count, none);
  fill_up(rows_.rotation, count, 0.0F);
  fill_up(rows_.skeleton, count, -1);
  fill_up(rows_.mask_size, count, Size{});
  rows_.embedding.resize(count * rows_.embedding_size, none);
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
  complete_columns();
  rows_.class_names = std::move(class_names);
  drop_early_rows();
  for (std::int32_t& frame : frames_)
    frame = static_cast<std::int32_t>(frame - conventions_.frame_base);

  drop_surplus_rows();
  TrackTable table = sort_tracks(std::move(rows_), frames_);
  describe(table);
  return table;
}

}  // namespace overlace
