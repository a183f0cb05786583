// SPDX-License-Identifier: Apache-2.0
// json: written by scripts; boxes by their usual names in any nesting.
#include <fmt/format.h>

#include <algorithm>

#include "graph/core/error.h"
#include "io/tracks/json_parts.h"
#include "io/tracks/json_walk.h"
#include "io/tracks/picture_names.h"
#include "track_format_list.h"

namespace overlace {
namespace {

/// The quoted keys of a sample that precede a colon.
std::vector<std::string_view> keys_of(std::string_view sample) {
  std::vector<std::string_view> keys;
  for (std::size_t at = sample.find('"'); at != sample.npos; at = sample.find('"', at + 1)) {
    const std::size_t end = sample.find('"', at + 1);
    if (end == sample.npos) break;
    const std::size_t next = sample.find_first_not_of(" \t\r\n", end + 1);
    if (next != sample.npos && sample[next] == ':')
      keys.push_back(sample.substr(at + 1, end - at - 1));
    at = end;
  }
  return keys;
}

/// Whether a sample has four consecutive numbers in brackets.
bool has_number_list(std::string_view sample) {
  std::size_t commas = 0;
  bool numbers = false;
  for (const char c : sample) {
    if (c == '[') {
      commas = 0;
      numbers = true;
    } else if (c == ',') {
      ++commas;
    } else if (c == ']') {
      if (numbers && commas >= 3 && commas < BoxListProfile::most) return true;
      numbers = false;
    } else if (std::string_view("0123456789.+-eE \t\r\n").find(c) == std::string_view::npos) {
      numbers = false;
    }
  }
  return false;
}

TrackGuess sniff(const TrackSample& sample) {
  if (!looks_like_json(sample.text, "[{", {})) return {};
  using enum NamedColumn;
  bool across = false, down = false;
  for (const std::string_view key : keys_of(sample.text)) {
    const NamedColumn meaning = column_named(key);
    across = across || meaning == left || meaning == right || meaning == center_x;
    down = down || meaning == top || meaning == bottom || meaning == center_y;
  }
  if (across && down) return {40, "its objects have places by their usual names"};
  return has_number_list(sample.text) ? TrackGuess{30, "it has lists of four numbers and more"}
                                      : TrackGuess{};
}

/// The member that names a row's picture, if no other gives its frame.
const std::string* picture_of(const Json& row) {
  std::vector<std::string_view> keys;
  for (const auto& [key, value] : row.as_object()) keys.push_back(key);
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
           return column_named(member.first) == NamedColumn::frame;
         });
}

class Reader {
 public:
  Reader(TrackInput& input, const TrackReadOptions& options, TrackReport& report)
      : options_(options), rows_(options.columns) {
    std::uint64_t found = 0;
    const auto profile = [&](const Json& row, std::uint64_t) {
      ++found;
      const std::string* const picture = has_frame(row, options_) ? nullptr : picture_of(row);
      if (picture != nullptr) pictures_.add(*picture);
      pictured_ = pictured_ || picture != nullptr;
      rows_.profile(pictured_ ? numbered(row, 0) : row);
    };
    JsonWalk walk(rows_, profile);
    walk.run(input);
    if (found == 0) refuse(walk, report);
    if (pictured_) pictures_.settle(options, report);
    rows_.settle(options, report);
    builder_.emplace(conventions(), options, report);
    if (walk.boxless() > 0)
      builder_->remark("an object has key points or an outline, but no box", 0);
    rewind(input);
    JsonWalk(rows_, [&](const Json& row, std::uint64_t line) { take(row, line); }).run(input);
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
    TrackConventions out = row_conventions();
    if (pictured_) out.frame_reason = pictures_.reason();
    out.by_track = true;
    return out;
  }

  static Json numbered(const Json& row, std::int64_t frame) {
    Json out = row;
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
  JsonRows rows_;
  PictureNames pictures_;
  bool pictured_ = false;
  std::optional<TrackBuilder> builder_;
};

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  return Reader(input, options, report).finish();
}

}  // namespace

TrackFormat json() {
  return {.name = "json",
          .title = "generic JSON",
          .doc =
              "Boxes in any nesting: objects with x, y, width, height or corners in any common "
              "spelling, or lists such as bbox; a list of frames with their objects, a JSON object "
              "from frames to boxes, lists of boxes. Members around a box belong to it. A frame is "
              "a member, a key that is a number or a picture's name, or the index in the outer "
              "list. Whether a list holds corners or sizes is inferred from how its numbers vary; "
              "--map states it, and names unusual members.",
          .extensions = {".json"},
          .rules = {"a member, key or index, from 0", "from 0", "by the names", "whole clip"},
          .named = true,
          .sniff = sniff,
          .read = read};
}

}  // namespace overlace
