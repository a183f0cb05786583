// SPDX-License-Identifier: Apache-2.0
// Row checks and conventions shared by all track readers.
#include "io/tracks/builder/builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "geometry/rotated_box.h"
#include "graph/core/error.h"
#include "graph/core/math.h"
#include "io/tracks/rows/text_encoding.h"

namespace overlace {
namespace {

constexpr double farthest = 1e6;  // px; beyond it single precision no longer places a pixel
constexpr TrackId large_id = 0x7fffffff;
// More would let a damaged file exhaust memory: every attribute has a value for every row.
constexpr std::size_t most_attributes = 256;
constexpr std::size_t most_texts = 100'000;
constexpr std::size_t most_skeletons = 1000;
constexpr std::int64_t largest_class = 1'000'000;
constexpr std::string_view odd_class = "the class is not a small integer and taken as none";
constexpr float none = std::numeric_limits<float>::quiet_NaN();

void count(std::vector<TrackFinding>& findings, std::string_view what, RowLocation place) {
  const auto known = std::ranges::find(findings, what, &TrackFinding::what);
  if (known == findings.end()) {
    findings.push_back({std::string(what), 1, place.line, std::string(place.file)});
    return;
  }
  ++known->count;
  if (place.file == known->first_file) known->first_line = std::min(known->first_line, place.line);
}

bool finite(const FileBox& b) {
  return std::isfinite(b.x) && std::isfinite(b.y) && std::isfinite(b.width) &&
         std::isfinite(b.height) && std::isfinite(b.rotation);
}

/// Sets the entry of the last of `count` rows in a column that only some rows have.
template <class T>
void put_last(std::vector<T>& column, std::size_t count, T value, T missing) {
  column.resize(count, missing);
  column.back() = value;
}

bool known(Size size) {
  return size.width > 0 && size.height > 0;
}

using TextNumbers = std::map<std::string, std::uint32_t, std::less<>>;

/// The number of a text in a column; NaN when the column already has too many.
float number_of_text(std::string_view text, AttributeColumn& column, TextNumbers& numbers) {
  auto known = numbers.find(text);
  if (known == numbers.end()) {
    if (column.texts.size() >= most_texts) return none;
    known = numbers.emplace(text, static_cast<std::uint32_t>(column.texts.size())).first;
    column.texts.push_back(as_utf8(text));
  }
  return static_cast<float>(known->second);
}

/// A column holds either numbers or texts: numbers before the first text become texts.
void spell_out(AttributeColumn& column, TextNumbers& numbers) {
  for (float& value : column.values)
    if (!std::isnan(value)) value = number_of_text(fmt::format("{}", value), column, numbers);
}

}  // namespace

TrackBuilder::TrackBuilder(TrackConventions conventions, const TrackReadOptions& options,
                           TrackReport& report)
    : conventions_(std::move(conventions)), options_(options), report_(report) {
  if (options.frame_base) {
    if (*options.frame_base < -max_track_frames || *options.frame_base > max_track_frames)
      throw Error(ErrorCode::usage,
                  fmt::format("frame base {} is out of range", *options.frame_base),
                  "0 and 1 are usual");
    conventions_.frame_base = *options.frame_base;
    conventions_.frame_reason = "as you said";
  }
  if (options.pixel_base) {
    conventions_.pixel_base = *options.pixel_base;
    conventions_.pixel_reason = "as you said";
  }
  conventions_.fractions = conventions_.fractions || options.fractions;
  if (known(options.source_size)) {
    conventions_.size = options.source_size;
    conventions_.size_reason = "as you said";
  }
  if (options.stored) shown_ = inverse(options.clip.stored);
  settle_scale();
  if (!options.embeddings.empty()) embeddings_ = read_npy_matrix(options.embeddings);
}

void TrackBuilder::settle_scale() {
  const Size clip = turned(options_.clip.size, shown_);
  if (conventions_.fractions) {
    const Size picture = known(clip) ? clip : conventions_.size;
    report_.size = picture;
    scale_x_ = known(picture) ? picture.width : 1;
    scale_y_ = known(picture) ? picture.height : 1;
    conventions_.pixel_base = 0;
    return;
  }
  report_.size = conventions_.size;
  if (!known(conventions_.size) || !known(clip) || conventions_.size == clip) return;
  scale_x_ = static_cast<double>(clip.width) / conventions_.size.width;
  scale_y_ = static_cast<double>(clip.height) / conventions_.size.height;
}

void TrackBuilder::expect(std::uint64_t rows) {
  const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(rows, options_.max_boxes));
  frames_.reserve(count);
  rows_.box.reserve(count);
  rows_.id.reserve(count);
  rows_.class_index.reserve(count);
  rows_.score.reserve(count);
}

void TrackBuilder::reserve(std::uint64_t count, std::uint64_t bytes_each, std::uint64_t line) {
  const std::uint64_t left = options_.max_filled - filled_;
  if (bytes_each > 0 && count > left / bytes_each)
    throw Error(
        ErrorCode::limit,
        fmt::format(
            "what the file implies, such as boxes between key frames, would take more than {} MiB",
            options_.max_filled >> 20U),
        "are its frame numbers and sizes right? --max-filled MIB allows more",
        {.file = report_.file, .line = static_cast<std::size_t>(line)});
  filled_ += count * bytes_each;
}

void TrackBuilder::refer_to(Size size, std::string reason) {
  if (known(options_.source_size)) return;
  conventions_.size = size;
  conventions_.size_reason = std::move(reason);
  settle_scale();
}

void TrackBuilder::begin_file(std::string name) {
  see_frame();
  places_.begin_file(std::move(name));
  latest_frame_ = std::numeric_limits<std::int64_t>::min();
}

void TrackBuilder::refuse_if_strict(std::string_view what, RowLocation place) const {
  if (options_.strict)
    throw Error(ErrorCode::input, std::string(what), "strict reading refuses such rows",
                {.file = place.file.empty() ? report_.file : std::string(place.file),
                 .line = static_cast<std::size_t>(place.line)});
}

void TrackBuilder::reject(std::string_view what, RowLocation place) {
  refuse_if_strict(what, place);
  count(report_.lost, what, place);
}

void TrackBuilder::reject(std::string_view what, std::uint64_t line) {
  ++report_.evidence.lost;
  drop(what, line);
}

void TrackBuilder::drop(std::string_view what, std::uint64_t line) {
  ++file_rows_;
  reject(what, RowLocation{places_.file(), line});
}

void TrackBuilder::remark(std::string_view what, std::uint64_t line) {
  const RowLocation place{places_.file(), line};
  refuse_if_strict(what, place);
  count(report_.oddities, what, place);
}

bool TrackBuilder::acceptable(const FileBox& box, std::uint64_t line) {
  const auto refuse = [&](std::string_view what) {
    ++report_.evidence.lost;
    reject(what, RowLocation{places_.file(), line});
    return false;
  };
  if (box.frame == no_frame) return refuse("the frame number is not a 64-bit integer");
  if (box.frame < 0) return refuse("the frame number is negative");
  if (!has_frame(box.frame))
    return refuse(fmt::format("the frame number is over {}", max_track_frames));
  if (!finite(box)) return refuse("the box is not made of numbers: NaN, infinite or missing");
  if (box.width < 0 || box.height < 0) return refuse("the box has a negative size");
  if (std::max({std::abs(box.x), box.width}) * scale_x_ > farthest ||
      std::max({std::abs(box.y), box.height}) * scale_y_ > farthest)
    return refuse(fmt::format("the box lies more than {:.0f} px away", farthest));
  return true;
}

void TrackBuilder::remark_on(const FileBox& box, const Box& placed, std::uint64_t line) {
  if (placed.width == 0 || placed.height == 0) remark("the box has no area", line);
  if (box.id < no_id) remark("the id is negative and taken as none", line);
  if (box.class_index > largest_class) remark(odd_class, line);
  if (box.id > large_id) remark("the id is above 2^31", line);
  note_order(box, line);
  const Size clip = options_.clip.size;
  if (known(clip) &&
      (placed.x >= static_cast<float>(clip.width) || placed.y >= static_cast<float>(clip.height) ||
       placed.x + placed.width <= 0 || placed.y + placed.height <= 0))
    remark("the box lies outside the picture", line);
}

/// Frames may run back where another track begins; rising ids show that one does.
void TrackBuilder::note_order(const FileBox& box, std::uint64_t line) {
  if (box.frame < latest_frame_ && !conventions_.by_track) {
    remark("the frame is earlier than the row before", line);
    if (box.id <= highest_id_) ++report_.evidence.backwards;
  }
  highest_id_ = std::max(highest_id_, box.id);
}

FileBox TrackBuilder::squeezed(FileBox box, std::uint64_t line) {
  const RotatedSides sides = scaled({box.width, box.height, box.rotation}, scale_x_, scale_y_);
  if (!stays_box(box.rotation, scale_x_, scale_y_))
    remark("the rotated box becomes a parallelogram, and the box that fits it best is kept", line);
  const double width = sides.width / scale_x_, height = sides.height / scale_y_;
  box.x += (box.width - width) / 2;
  box.y += (box.height - height) / 2;
  box.width = width;
  box.height = height;
  box.rotation = sides.degrees;
  return box;
}

bool TrackBuilder::add(const FileBox& given, std::uint64_t line) {
  ++report_.rows;
  ++file_rows_;
  if (!acceptable(given, line)) return false;
  const bool turned = given.rotation != 0 && scale_x_ != scale_y_;
  const FileBox box = turned ? squeezed(given, line) : given;
  if (frames_.size() >= options_.max_boxes)
    throw Error(ErrorCode::limit, fmt::format("more than {} boxes", options_.max_boxes),
                "--max-boxes allows more",
                {.file = report_.file, .line = static_cast<std::size_t>(line)});
  const Box placed_box = placed(box);
  remark_on(box, placed_box, line);
  lowest_frame_ = std::min(lowest_frame_, box.frame);
  latest_frame_ = box.frame;
  frames_.push_back(static_cast<std::int32_t>(box.frame));
  places_.add(line);
  rows_.box.push_back(placed_box);
  rows_.id.push_back(std::max(box.id, no_id));
  rows_.class_index.push_back(box.class_index > largest_class ? -1 : std::max(box.class_index, -1));
  rows_.score.push_back(box.score);
  if (box.rotation != 0)
    put_last(rows_.rotation, frames_.size(),
             static_cast<float>(shown_.mirrors() ? -box.rotation : box.rotation), 0.0F);
  if (embeddings_) take_embedding(line);
  return true;
}

/// Pads rows without an embedding so far with an empty one.
void TrackBuilder::fill_embeddings(std::size_t rows, std::uint64_t line) {
  const std::size_t values = rows * rows_.embedding_size;
  reserve(values - std::min(values, rows_.embedding.size()), sizeof(float), line);
  rows_.embedding.resize(values, none);
}

/// A file with too few embeddings is refused once its rows have been counted.
void TrackBuilder::take_embedding(std::uint64_t line) {
  rows_.embedding_size = embeddings_->columns;
  if (file_rows_ > embeddings_->rows) return;
  fill_embeddings(last_row(), line);
  const std::span<const float> row = embeddings_->row(file_rows_ - 1);
  rows_.embedding.insert(rows_.embedding.end(), row.begin(), row.end());
}

Vec2 TrackBuilder::placed(FilePoint point) const {
  const Box at = placed(FileBox{.x = point.x, .y = point.y});
  return {at.x, at.y};
}

Box TrackBuilder::placed(const FileBox& box) const {
  const Box scaled{static_cast<float>((box.x - conventions_.pixel_base.x) * scale_x_),
                   static_cast<float>((box.y - conventions_.pixel_base.y) * scale_y_),
                   static_cast<float>(box.width * scale_x_),
                   static_cast<float>(box.height * scale_y_)};
  return to_stored(scaled, shown_, options_.clip.size);
}

/// Null when there are already too many attributes.
AttributeColumn* TrackBuilder::attribute(std::string_view name) {
  const auto known = std::ranges::find(rows_.attributes, name, &AttributeColumn::name);
  if (known != rows_.attributes.end()) return &*known;
  if (rows_.attributes.size() < most_attributes) {
    text_numbers_.emplace_back();
    rows_.attributes.push_back({as_utf8(name), {}});
    return &rows_.attributes.back();
  }
  remark(fmt::format("an attribute past the first {} is not kept", most_attributes),
         places_.of(last_row()).line);
  return nullptr;
}

void TrackBuilder::set(std::string_view name, double value) {
  AttributeColumn* const column = attribute(name);
  if (column == nullptr) return;
  if (!column->texts.empty() && !std::isnan(value))
    set_text(name, fmt::format("{}", value));
  else
    put_last(column->values, frames_.size(), static_cast<float>(value), none);
}

void TrackBuilder::set_text(std::string_view name, std::string_view text) {
  AttributeColumn* const column = attribute(name);
  if (column == nullptr) return;
  Names& numbers = text_numbers_[static_cast<std::size_t>(column - rows_.attributes.data())];
  if (column->texts.empty()) spell_out(*column, numbers);
  const float number = number_of_text(text, *column, numbers);
  put_last(column->values, frames_.size(), number, none);
  if (std::isnan(number))
    remark(fmt::format("a text past the first {} of an attribute is not kept", most_texts),
           places_.of(last_row()).line);
}

void TrackBuilder::set_corners(const std::array<FilePoint, 4>& corners) {
  std::array<FilePoint, 4> at{};
  std::ranges::transform(corners, at.begin(), [&](FilePoint corner) {
    return FilePoint{(corner.x - conventions_.pixel_base.x) * scale_x_,
                     (corner.y - conventions_.pixel_base.y) * scale_y_};
  });
  const double x = (at[0].x + at[1].x + at[2].x + at[3].x) / 4;
  const double y = (at[0].y + at[1].y + at[2].y + at[3].y) / 4;
  const FilePoint along{at[1].x - at[0].x, at[1].y - at[0].y};
  const double width = std::hypot(along.x, along.y);
  const double height = std::hypot(at[2].x - at[1].x, at[2].y - at[1].y);
  const Box upright{static_cast<float>(x - width / 2), static_cast<float>(y - height / 2),
                    static_cast<float>(width), static_cast<float>(height)};
  rows_.box.back() = to_stored(upright, shown_, options_.clip.size);
  const double turn = std::atan2(along.y, along.x) * 180 / std::numbers::pi;
  if (width > 0)
    put_last(rows_.rotation, frames_.size(), static_cast<float>(shown_.mirrors() ? -turn : turn),
             0.0F);
}

void TrackBuilder::set_key_points(std::span<const FileKeyPoint> points, std::int32_t skeleton) {
  std::vector<KeyPoint> list;
  for (const FileKeyPoint& point : points)
    list.push_back({placed(point.at), point.score, point.state});
  rows_.key_points.put(last_row(), list);
  put_last(rows_.skeleton, frames_.size(), skeleton, -1);
}

void TrackBuilder::set_outline(std::span<const FileCorner> outline) {
  std::vector<OutlinePoint> list;
  for (const FileCorner& corner : outline) list.push_back({placed(corner.at), corner.ring});
  rows_.outlines.put(last_row(), list);
}

void TrackBuilder::set_mask(Size size, std::span<const std::uint32_t> runs) {
  if (shown_ != Orientation{})
    throw Error(ErrorCode::usage, "masks of coded pictures cannot be rotated",
                "give them as the video is displayed", {.file = report_.file});
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
                {}, {.file = report_.file, .line = static_cast<std::size_t>(line)});
  fill_embeddings(last_row(), line);
  rows_.embedding.insert(rows_.embedding.end(), embedding.begin(), embedding.end());
}

std::int32_t TrackBuilder::add_skeleton(Skeleton skeleton) {
  rows_.skeletons.push_back(std::move(skeleton));
  return static_cast<std::int32_t>(rows_.skeletons.size()) - 1;
}

std::int32_t TrackBuilder::skeleton_like(const Skeleton& skeleton) {
  const auto known = std::ranges::find(rows_.skeletons, skeleton);
  if (known != rows_.skeletons.end())
    return static_cast<std::int32_t>(known - rows_.skeletons.begin());
  if (rows_.skeletons.size() >= most_skeletons) return -1;
  return add_skeleton(skeleton);
}

std::int32_t TrackBuilder::class_named(std::string_view name) {
  const auto known = class_numbers_.find(name);
  if (known != class_numbers_.end()) return static_cast<std::int32_t>(known->second);
  if (rows_.class_names.size() >= most_texts) return -1;
  const auto number = static_cast<std::uint32_t>(rows_.class_names.size());
  class_numbers_.emplace(name, number);
  rows_.class_names.push_back(as_utf8(name));
  recoded_ = recoded_ || rows_.class_names.back() != name;
  return static_cast<std::int32_t>(number);
}

void TrackBuilder::name_numbered_classes() {
  for (std::int32_t& index : rows_.class_index)
    if (index >= 0) index = class_named(std::to_string(index));
}

std::int32_t TrackBuilder::class_numbered(const ParsedNumber& number, std::uint64_t line) {
  if (std::isnan(number.value) || (number.is_whole && number.whole == -1)) return -1;
  if (number.is_whole && number.whole >= 0 && number.whole <= largest_class)
    return static_cast<std::int32_t>(number.whole);
  remark(odd_class, line);
  return -1;
}

}  // namespace overlace
