// SPDX-License-Identifier: Apache-2.0
// The two passes over values with boxes.
#include "io/tracks/rows/script_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "graph/core/error.h"
#include "io/tracks/frame_files.h"
#include "io/tracks/rows/picture_names.h"

namespace overlace {
namespace {

/// Whether a frame is written as the name of its picture, such as "frame_0012.jpg".
bool is_picture_name(const Json& frame) {
  return frame.is_string() && !parse_field(frame.as_string()) &&
         numbered_name(frame.as_string()).number;
}

/// The member that names a row's picture, if no other gives its frame.
const std::string* picture_of(const Json& row) {
  std::vector<std::string_view> keys;
  for (const auto& [key, value] : row.as_object()) {
    if (column_named(key) == NamedColumn::frame && is_picture_name(value))
      return &value.as_string();
    keys.push_back(key);
  }
  const auto column = picture_column(keys);
  if (!column) return nullptr;
  const Json& name = row.as_object()[*column].second;
  return name.is_string() ? &name.as_string() : nullptr;
}

bool has_frame(const Json& row, const TrackReadOptions& options) {
  const bool mapped =
      !options.frame_column.empty() ||
      std::ranges::any_of(options.columns, [](const MappedColumn& column) {
        return column.meaning == std::variant<NamedColumn, BoxList>(NamedColumn::frame);
      });
  return mapped || std::ranges::any_of(row.as_object(), [](const Json::Member& member) {
           return column_named(member.first) == NamedColumn::frame &&
                  !is_picture_name(member.second);
         });
}

class Reader {
 public:
  Reader(const ScriptValues& values, const TrackReadOptions& options, TrackReport& report)
      : options_(options), rows_(options.columns) {
    JsonWalk walk(rows_, [&](const Json& row, std::uint64_t) { profile(row); });
    values.walk(walk);
    const bool odd = walk.boxless() > 0 || !walk.other_list().empty();
    if (walk.found() == 0 && (odd || !values.may_be_empty)) refuse(walk, report);
    if (pictured_) pictures_.settle(options, report);
    rows_.settle(options, report);
    reading_ = rows_.reading(options);
    TrackConventions conventions = this->conventions();
    conventions.by_track = values.by_track;
    builder_.emplace(conventions, reading_, report);
    if (walk.boxless() > 0)
      builder_->remark("an object has key points or an outline, but no box", 0);
    if (values.before) values.before(*builder_);
    JsonWalk taking(rows_, [&](const Json& row, std::uint64_t line) { take(row, line); });
    values.walk(taking);
  }
  TrackTable finish() { return builder_->finish(); }

 private:
  [[noreturn]] static void refuse(const JsonWalk& walk, const TrackReport& report) {
    if (!walk.other_list().empty())
      throw Error(ErrorCode::input,
                  fmt::format("the file has lists of numbers, but none with the name of a box such "
                              "as bbox; the first is '{}'",
                              walk.other_list()),
                  fmt::format("if they are boxes, say --map xyxy={0} for corners, or xywh={0}",
                              walk.other_list()),
                  {.file = report.file});
    throw Error(ErrorCode::input,
                walk.boxless() > 0 ? "the file's objects have key points or outlines, but no boxes"
                                   : "the file has no boxes",
                "a box is an object with members such as x, y, width, height, or a list bbox; "
                "--map names unusual ones, as in --map frame=image_idx,x=px",
                {.file = report.file});
  }

  [[nodiscard]] TrackConventions conventions() const {
    TrackConventions out = rows_.conventions();
    if (pictured_) out.frame_reason = pictures_.reason();
    return out;
  }

  void profile(const Json& row) {
    const std::string* const picture = has_frame(row, options_) ? nullptr : picture_of(row);
    if (picture != nullptr) pictures_.add(*picture);
    pictured_ = pictured_ || picture != nullptr;
    rows_.profile(pictured_ ? numbered(row, 0) : row);
  }

  static Json numbered(const Json& row, std::int64_t frame) {
    Json out = row;
    std::erase_if(out.as_object(), [](const Json::Member& member) {
      return column_named(member.first) == NamedColumn::frame;
    });
    out.set("frame", frame);
    return out;
  }

  void take(const Json& row, std::uint64_t line) {
    const std::string* const picture = has_frame(row, options_) ? nullptr : picture_of(row);
    if (!pictured_ || picture == nullptr) return rows_.take(row, *builder_, line);
    if (const auto frame = pictures_.frame(*picture))
      rows_.take(numbered(row, *frame), *builder_, line);
  }

  const TrackReadOptions& options_;
  TrackReadOptions reading_;
  JsonRows rows_;
  PictureNames pictures_;
  bool pictured_ = false;
  std::optional<TrackBuilder> builder_;
};

}  // namespace

TrackTable read_script_rows(const ScriptValues& values, const TrackReadOptions& options,
                            TrackReport& report) {
  return Reader(values, options, report).finish();
}

}  // namespace overlace
