// SPDX-License-Identifier: Apache-2.0
// track_filter: keeps the tracks one wants to see.
#include <charconv>
#include <cmath>
#include <set>
#include <unordered_map>

#include "node_list.h"
#include "nodes/track_sources.h"

namespace overlace {
namespace {

struct Params {
  std::vector<std::string> classes;
  std::vector<std::string> ids;
  Number min_score{0};
  Number min_area{0};
  int min_length = 0;
};

std::optional<std::int64_t> parse_integer(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// Classes by name, or by number for files without names.
std::set<std::int32_t> wanted_classes(const std::vector<std::string>& wanted,
                                      const TrackTable& table) {
  std::set<std::int32_t> classes;
  for (const std::string& text : wanted) {
    const auto name = std::ranges::find(table.class_names, text);
    if (name != table.class_names.end()) {
      classes.insert(static_cast<std::int32_t>(name - table.class_names.begin()));
    } else if (const auto number = parse_integer(text)) {
      classes.insert(static_cast<std::int32_t>(std::clamp<std::int64_t>(*number, -1, 1 << 30)));
    } else {
      throw Error(ErrorCode::usage, fmt::format("the tracks have no class '{}'", text),
                  suggest(text, table.class_names));
    }
  }
  return classes;
}

/// First and last id of a range.
using IdRange = std::pair<TrackId, TrackId>;

/// "7" or "7-12".
IdRange parse_ids(const std::string& text) {
  const std::size_t dash = text.find('-');
  const auto first = parse_integer(std::string_view(text).substr(0, dash));
  const auto last =
      dash == std::string::npos ? first : parse_integer(std::string_view(text).substr(dash + 1));
  if (!first || !last || *first > *last)
    throw Error(ErrorCode::usage, fmt::format("'{}' is no id", text),
                "ids are written \"7\" or \"7-12\"");
  return {*first, *last};
}

/// Frames from the first to the last box of each track.
std::unordered_map<TrackId, std::int32_t> track_lengths(const TrackTable& table) {
  std::unordered_map<TrackId, std::int32_t> first, length;
  for (std::uint32_t row = 0; row < table.row_count(); ++row) {
    const std::int32_t frame = table.frame_of(row);
    const TrackId id = table.id[row];
    length[id] = frame - first.try_emplace(id, frame).first->second + 1;
  }
  return length;
}

TrackTable make(const Params& p, TrackContext& context) {
  const TrackTable& table = *context.inputs.front();
  const std::set<std::int32_t> classes = wanted_classes(p.classes, table);
  std::vector<IdRange> ids;
  for (const std::string& text : p.ids) ids.push_back(parse_ids(text));
  const auto lengths = track_lengths(table);
  const double picture = static_cast<double>(context.clip.size.width) * context.clip.size.height;
  const float min_area = static_cast<float>(p.min_area.constant.value * picture);
  const float min_score = p.min_score.constant.value;

  return select_rows(table, [&](std::uint32_t row) {
    const TrackId id = table.id[row];
    const auto holds_id = [id](const IdRange& r) { return id >= r.first && id <= r.second; };
    if (!classes.empty() && !classes.contains(table.class_index[row])) return false;
    if (!ids.empty() && std::ranges::none_of(ids, holds_id)) return false;
    if (table.score[row] < min_score) return false;  // false for a score not given
    if (table.box[row].width * table.box[row].height < min_area) return false;
    return p.min_length <= 1 || (id != no_id && lengths.at(id) >= p.min_length);
  });
}

}  // namespace

NodeType track_filter() {
  return Node<Params>("track_filter", Stage::tracks, "Keeps the tracks one wants to see.")
      .input("tracks", Stage::tracks, "The tracks to choose from.")
      .text_list("classes", &Params::classes,
                 "Names (or numbers) of the classes to keep; empty keeps all.")
      .text_list("ids", &Params::ids, "Ids to keep, as \"7\" or \"7-12\"; empty keeps all.")
      .fixed_number("min_score", &Params::min_score, {0, 1e6, Unit::none},
                    "Least score; boxes without a score stay.")
      .fixed_number("min_area", &Params::min_area, {0, 1, Unit::ratio},
                    "Least box, as a share of the picture.")
      .integer("min_length", &Params::min_length, {0, 1000000, Unit::frames},
               "Frames from the first to the last box of a track, at least.")
      .makes(make);
}

}  // namespace overlace
