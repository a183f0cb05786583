// SPDX-License-Identifier: Apache-2.0
// overlace_json: overlace's own track file, which keeps everything a table holds.
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "io/tracks/json_reader.h"
#include "track_format_list.h"

namespace overlace {
namespace {

TrackGuess sniff(const TrackSample& sample) {
  const std::size_t start = sample.text.find_first_not_of(" \t\r\n");
  if (start == std::string_view::npos || sample.text[start] != '{') return {};
  if (sample.text.find("\"overlace_tracks\"") == std::string_view::npos) return {};
  return {100, "it says so"};
}

std::string quoted(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string quoted_list(const std::vector<std::string>& texts) {
  std::vector<std::string> list;
  for (const std::string& text : texts) list.push_back(quoted(text));
  return fmt::format("[{}]", fmt::join(list, ", "));
}

/// The shortest text that reads back as the same number.
void append_number(fmt::memory_buffer& out, float value) {
  if (std::isfinite(value))
    fmt::format_to(std::back_inserter(out), ", {}", value);
  else
    out.append(std::string_view(", null"));
}

void write_head(const TrackTable& table, const ClipInfo& clip, std::ostream& out) {
  std::vector<std::string> columns(json_track_columns.begin(), json_track_columns.end());
  for (const AttributeColumn& column : table.attributes) columns.push_back(column.name);
  out << "{\n  \"overlace_tracks\": 1,\n";
  if (clip.size.width > 0 && clip.size.height > 0)
    out << fmt::format("  \"size\": [{}, {}],\n", clip.size.width, clip.size.height);
  if (clip.frame_rate.num > 0)
    out << fmt::format("  \"frame_rate\": [{}, {}],\n", clip.frame_rate.num, clip.frame_rate.den);
  if (clip.frame_count > 0) out << fmt::format("  \"frame_count\": {},\n", clip.frame_count);
  out << fmt::format("  \"classes\": {},\n", quoted_list(table.class_names));
  out << fmt::format("  \"columns\": {},\n  \"rows\": [", quoted_list(columns));
}

std::vector<std::string> write(const TrackTable& table, const ClipInfo& clip, std::ostream& out) {
  write_head(table, clip, out);
  fmt::memory_buffer text;
  for (std::int32_t f = 0; f < table.frame_count(); ++f) {
    const RowRange rows = table.rows(table.first_frame + f);
    for (std::uint32_t r = rows.begin; r < rows.end; ++r) {
      const Box& b = table.box[r];
      fmt::format_to(std::back_inserter(text), "{}\n    [{}, {}, {}, {}, {}, {}, {}",
                     r == 0 ? "" : ",", table.first_frame + f, table.id[r], b.x, b.y, b.width,
                     b.height, table.class_index[r]);
      append_number(text, table.score[r]);
      for (const AttributeColumn& column : table.attributes) append_number(text, column.values[r]);
      text.push_back(']');
    }
    out.write(text.data(), static_cast<std::streamsize>(text.size()));
    text.clear();
  }
  out << "\n  ]\n}\n";
  return {};
}

}  // namespace

TrackFormat overlace_json() {
  return {.name = "overlace_json",
          .title = "overlace tracks",
          .doc =
              "JSON with size, frame_rate, classes, columns and one row of numbers per box. "
              "Frames and pixels count from 0; id and class -1 are none, null is no value.",
          .extensions = {".json"},
          .rules = {"from 0", "from 0", "left, top, width, height", "whole clip, -1 none"},
          .sniff = sniff,
          .read = read_json_tracks,
          .write = write};
}

}  // namespace overlace
