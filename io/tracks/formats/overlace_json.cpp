// SPDX-License-Identifier: Apache-2.0
// overlace_json: overlace's own track file, which stores everything in a table.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "graph/core/error.h"
#include "io/tracks/coco_rle.h"
#include "io/tracks/json/coco_annotations.h"
#include "io/tracks/writing.h"
#include "track_format_list.h"

namespace overlace {
namespace {

/// The columns in every file, in this order; attributes follow.
constexpr std::array<std::string_view, 8> first_columns = {"frame", "id",     "x",     "y",
                                                           "width", "height", "class", "score"};
constexpr std::size_t most_columns = 1000;  // more than a table's attributes

TrackGuess sniff(const TrackSample& sample) {
  if (!looks_like_json(sample.text, "{", {"overlace_tracks"})) return {};
  return {100, "it names its format"};
}

std::vector<std::string> texts_of(const Json& list) {
  std::vector<std::string> texts;
  for (const Json& text : elements(list))
    if (text.is_string()) texts.push_back(text.as_string());
  return texts;
}

class Reader {
 public:
  Reader(TrackInput& input, const TrackReadOptions& options, TrackReport& report)
      : input_(input), options_(options), report_(report) {
    visit_json(input, {"/rows/#", "/*"}, [&](const JsonPart& part) {
      if (part.pattern == 0)
        add_row(part.value);
      else
        read_head(part.name(), part.value);
    });
  }

  TrackTable finish() {
    if (!builder_) begin_rows(Json());
    builder_->see_frame();  // it lists all existing rows
    TrackTable table = builder_->finish(std::move(classes_));
    for (const std::int64_t cut : cuts_)
      table.cuts.push_back(
          static_cast<std::int32_t>(cut - report_.frame_base + options_.clip.first_frame));
    return table;
  }

 private:
  void read_head(const std::string& key, const Json& value) {
    static const std::vector<std::string> keys = {
        "overlace_tracks", "size",    "frame_rate", "frame_count", "cuts",
        "classes",         "columns", "texts",      "skeletons",   "rows"};
    if (key == "overlace_tracks") return check_version(value);
    if (key == "size") {
      const auto [width, height] = two_numbers(key, value);
      size_ = {static_cast<int>(width), static_cast<int>(height)};
    } else if (key == "frame_rate") {
      const auto [num, den] = two_numbers(key, value);
      report_.frame_rate = Rational{num, den};
    } else if (key == "cuts") {
      read_cuts(value);
    } else if (key == "classes") {
      classes_ = texts_of(value);
    } else if (key == "columns") {
      columns_ = texts_of(value);
    } else if (key == "texts") {
      texts_ = value;
    } else if (key == "skeletons") {
      skeletons_ = value;
    } else if (key != "frame_count") {
      refuse_json(input_, value, fmt::format("the key '{}' is not known", key), suggest(key, keys));
    }
  }

  void check_version(const Json& version) {
    if (version != Json(1))
      refuse_json(input_, version,
                  fmt::format("this is version {} of the format; this overlace reads version 1",
                              version.dump()),
                  "use a newer overlace");
    versioned_ = true;
  }

  std::pair<std::int64_t, std::int64_t> two_numbers(const std::string& key, const Json& list) {
    constexpr std::int64_t largest = 1'000'000'000;
    const auto n = elements(list);
    const auto fits = [](const Json& number) {
      return number.is_integer() && number.as_integer() > 0 && number.as_integer() <= largest;
    };
    if (n.size() != 2 || !fits(n[0]) || !fits(n[1]))
      refuse_json(input_, list, fmt::format("\"{}\" takes two positive integers", key));
    return {n[0].as_integer(), n[1].as_integer()};
  }

  void read_cuts(const Json& list) {
    for (const Json& cut : elements(list)) {
      if (!cut.is_integer() || cut.as_integer() < 0 || cut.as_integer() > max_track_frames)
        refuse_json(input_, cut, "\"cuts\" takes frame numbers");
      cuts_.push_back(cut.as_integer());
    }
    std::ranges::sort(cuts_);
  }

  void begin_rows(const Json& first_row) {
    if (!versioned_) refuse_json(input_, first_row, "the key \"overlace_tracks\" must come first");
    if (columns_.size() < first_columns.size() || columns_.size() > most_columns ||
        !std::equal(first_columns.begin(), first_columns.end(), columns_.begin()))
      refuse_json(input_, first_row,
                  "\"columns\" must come before \"rows\" and begin with frame, id, x, y, width, "
                  "height, class, score");
    for (std::size_t i = first_columns.size(); i < columns_.size(); ++i) {
      const Json* const texts = texts_.find(columns_[i]);
      column_texts_.push_back(texts == nullptr ? std::vector<std::string>() : texts_of(*texts));
    }
    TrackConventions conventions;
    conventions.frame_reason = conventions.pixel_reason = "as always in this format";
    conventions.size = size_;
    conventions.size_reason = "as the file says";
    builder_.emplace(conventions, options_, report_);
    for (const Json& skeleton : elements(skeletons_))
      builder_->add_skeleton(read_coco_skeleton(skeleton));
  }

  void add_row(const Json& row) {
    if (!builder_) begin_rows(row);
    auto values = elements(row);
    const bool has_shapes = !values.empty() && values.back().is_object();
    const Json none;
    const Json& shapes = has_shapes ? values.back() : none;
    if (has_shapes) values = values.first(values.size() - 1);
    if (!row.is_array() || values.size() != columns_.size())
      refuse_json(input_, row,
                  fmt::format("the row has {} values where there are {} columns", values.size(),
                              columns_.size()));
    for (const Json& value : values)
      if (!value.is_number() && !value.is_null())
        refuse_json(input_, value, fmt::format("{} has no place in a row", value.type_name()));
    if (!values[0].is_integer() || !values[1].is_integer())
      return builder_->reject("frame or id is not an integer", row.line);

    Detection detection;
    constexpr std::int64_t largest_class = std::numeric_limits<std::int32_t>::max();
    detection.box = {.frame = values[0].as_integer(),
                     .id = values[1].as_integer(),
                     .x = number_of(values[2]),
                     .y = number_of(values[3]),
                     .width = number_of(values[4]),
                     .height = number_of(values[5]),
                     .class_index = static_cast<std::int32_t>(std::clamp<std::int64_t>(
                         values[6].is_integer() ? values[6].as_integer() : -1, -1, largest_class)),
                     .score = static_cast<float>(number_of(values[7]))};
    read_attributes(values.subspan(first_columns.size()), detection);
    read_shapes(shapes, detection);
    if (!add_detection(*builder_, std::move(detection), row.line)) return;
    if (const auto embedding = numbers_of(list_in(shapes, "embedding")); !embedding.empty())
      builder_->set_embedding(std::vector<float>(embedding.begin(), embedding.end()), row.line);
  }

  void read_attributes(std::span<const Json> values, Detection& detection) const {
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::string& name = columns_[first_columns.size() + i];
      const std::vector<std::string>& texts = column_texts_[i];
      const double value = number_of(values[i]);
      if (!std::isfinite(value)) continue;
      if (texts.empty())
        detection.attributes.emplace_back(name, value);
      else if (value >= 0 && value < static_cast<double>(texts.size()))
        detection.attributes.emplace_back(name, texts[static_cast<std::size_t>(value)]);
    }
  }

  void read_shapes(const Json& shapes, Detection& detection) {
    if (shapes.is_null()) return;
    if (const double turn = number_in(shapes, "rotation"); std::isfinite(turn))
      detection.box.rotation = turn;
    const std::int64_t skeleton = integer_in(shapes, "skeleton", -1);
    const bool known =
        skeleton >= 0 && skeleton < static_cast<std::int64_t>(elements(skeletons_).size());
    detection.skeleton = known ? static_cast<std::int32_t>(skeleton) : -1;
    for (const Json& point : list_in(shapes, "key_points"))
      detection.key_points.push_back(point_of(point));
    for (const Json& ring : list_in(shapes, "outline"))
      detection.add_ring(numbers_of(elements(ring)));
    if (const Json* mask = shapes.find("mask"))
      if (const std::string problem = read_coco_segmentation(*mask, detection); !problem.empty())
        builder_->remark(problem + " and is left out", mask->line);
  }

  /// x, y, state as COCO's 0, 1 and 2, and an optional score.
  static FileKeyPoint point_of(const Json& json) {
    const std::vector<double> n = numbers_of(elements(json));
    FileKeyPoint point;
    if (n.size() < 3) return point;
    point.at = {n[0], n[1]};
    point.state = n[2] == 1   ? PointState::hidden
                  : n[2] == 2 ? PointState::visible
                              : PointState::absent;
    if (n.size() > 3) point.score = static_cast<float>(n[3]);
    return point;
  }

  TrackInput& input_;
  const TrackReadOptions& options_;
  TrackReport& report_;
  std::optional<TrackBuilder> builder_;
  bool versioned_ = false;
  Size size_;
  std::vector<std::int64_t> cuts_;
  std::vector<std::string> classes_, columns_;
  Json texts_, skeletons_;
  std::vector<std::vector<std::string>> column_texts_;  ///< for each attribute; empty for numbers
};

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  return Reader(input, options, report).finish();
}

Json key_points_json(std::span<const KeyPoint> points) {
  Json list{Json::Array{}};
  for (const KeyPoint& point : points) {
    Json json{
        Json::Array{float_json(point.at.x), float_json(point.at.y), static_cast<int>(point.state)}};
    if (!std::isnan(point.score)) json.push_back(float_json(point.score));
    list.push_back(std::move(json));
  }
  return list;
}

/// What a row has beside numbers; null if nothing.
Json shapes_json(const TrackTable& table, std::uint32_t row) {
  Json shapes;
  if (!table.rotation.empty() && table.rotation[row] != 0)
    shapes.set("rotation", float_json(table.rotation[row]));
  if (!table.skeleton.empty() && table.skeleton[row] >= 0)
    shapes.set("skeleton", table.skeleton[row]);
  if (const auto points = table.key_points.of(row); !points.empty())
    shapes.set("key_points", key_points_json(points));
  if (const auto outline = table.outlines.of(row); !outline.empty())
    shapes.set("outline", rings_json(outline));
  if (const auto runs = table.mask_runs.of(row); !runs.empty())
    shapes.set("mask", mask_json(table.mask_size[row], runs));
  if (const auto embedding = table.embedding_of(row);
      !embedding.empty() && !std::isnan(embedding.front())) {
    Json list{Json::Array{}};
    for (const float value : embedding) list.push_back(float_json(value));
    shapes.set("embedding", std::move(list));
  }
  return shapes;
}

void write_head(const TrackTable& table, const ClipInfo& clip, std::ostream& out) {
  std::vector<std::string> columns(first_columns.begin(), first_columns.end());
  Json texts{Json::Object{}}, skeletons{Json::Array{}};
  for (const AttributeColumn& column : table.attributes) {
    columns.push_back(column.name);
    if (!column.texts.empty()) texts.set(column.name, list_json(column.texts));
  }
  for (const Skeleton& skeleton : table.skeletons) skeletons.push_back(skeleton_json(skeleton));
  out << "{\n  \"overlace_tracks\": 1,\n";
  if (clip.size.width > 0 && clip.size.height > 0)
    out << fmt::format("  \"size\": [{}, {}],\n", clip.size.width, clip.size.height);
  if (clip.frame_rate.num > 0)
    out << fmt::format("  \"frame_rate\": [{}, {}],\n", clip.frame_rate.num, clip.frame_rate.den);
  if (clip.frame_count > 0) out << fmt::format("  \"frame_count\": {},\n", clip.frame_count);
  if (!table.cuts.empty()) out << fmt::format("  \"cuts\": [{}],\n", fmt::join(table.cuts, ", "));
  out << fmt::format("  \"classes\": {},\n", list_json(table.class_names).dump());
  out << fmt::format("  \"columns\": {},\n", list_json(columns).dump());
  if (!texts.as_object().empty()) out << fmt::format("  \"texts\": {},\n", texts.dump());
  if (!table.skeletons.empty()) out << fmt::format("  \"skeletons\": {},\n", skeletons.dump());
}

void write(const TrackTable& table, const ClipInfo& clip, std::ostream& out) {
  write_head(table, clip, out);
  out << "  \"rows\": ";
  JsonListWriter rows(out, "    ");
  for_each_row(table, [&](std::int32_t frame, std::uint32_t row) {
    const Box& b = table.box[row];
    Json json{Json::Array{frame, table.id[row], float_json(b.x), float_json(b.y),
                          float_json(b.width), float_json(b.height), table.class_index[row],
                          float_json(table.score[row])}};
    for (const AttributeColumn& column : table.attributes)
      json.push_back(float_json(column.values[row]));
    if (Json shapes = shapes_json(table, row); !shapes.is_null()) json.push_back(std::move(shapes));
    rows.add(json);
  });
  rows.close();
  out << "\n}\n";
}

std::vector<std::string> losses(const TrackTable&) {
  return {};
}

}  // namespace

TrackFormat overlace_json() {
  return {.name = "overlace_json",
          .title = "overlace tracks",
          .doc =
              "JSON with size, frame_rate, cuts, classes, columns and one row of numbers per box, "
              "followed by an object with its key points, outline, mask, rotation and embedding. "
              "Frames and pixels count from 0; -1 is no id or class, null is no value.",
          .extensions = {".json"},
          .rules = {"from 0", "from 0", "left, top, width, height", "whole clip, -1 none"},
          .sniff = sniff,
          .read = read,
          .write = write,
          .losses = losses};
}

}  // namespace overlace
