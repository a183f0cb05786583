// SPDX-License-Identifier: Apache-2.0
// json: written by scripts; boxes by their usual names in any nesting.
#include "io/tracks/json/json_parts.h"
#include "io/tracks/rows/script_rows.h"
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
  bool across = false, down = false, listed = false;
  for (const std::string_view key : keys_of(sample.text)) {
    listed = listed || JsonRows::names_box(key);
    const NamedColumn meaning = column_named(key);
    across = across || meaning == left || meaning == right || meaning == center_x;
    down = down || meaning == top || meaning == bottom || meaning == center_y;
  }
  if (across && down) return {40, "its objects have places by their usual names"};
  if (looks_like_json(sample.text, "{", {"columns", "data"}))
    return {35, "it has the names of columns, and data"};
  if (has_number_list(sample.text)) return {30, "it has lists of four numbers and more"};
  return listed ? TrackGuess{20, "its objects have members with names of boxes"} : TrackGuess{};
}

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  return read_script_rows({.walk =
                               [&](JsonWalk& walk) {
                                 rewind(input);
                                 walk.run(input);
                               }},
                          options, report);
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
