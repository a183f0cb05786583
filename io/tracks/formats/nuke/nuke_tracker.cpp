// SPDX-License-Identifier: Apache-2.0
// nuke_tracker: the points of Nuke's Tracker4 nodes, in scripts and on the clipboard.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "graph/core/error.h"
#include "io/tracks/formats/nuke/nuke_script.h"
#include "io/tracks/rows/names.h"
#include "io/tracks/rows/tracked_points.h"
#include "track_format_list.h"

namespace overlace {
namespace {

constexpr std::string_view kind = "Tracker4";

TrackGuess sniff(const TrackSample& sample) {
  return sniff_nuke(sample, kind);
}

/// The positions of the columns used in a node's table of tracks.
struct Columns {
  std::size_t enable = 0, name = 0, x = 0, y = 0;
  std::optional<std::size_t> offset_x, offset_y;
};

/// The table's second word lists the columns: "{ 5 1 20 enable e 1 }" and so on.
Columns columns_of(const NukeWord& list, const NukeScript& script) {
  std::vector<std::string_view> names;
  for (const NukeWord& column : script.words(list)) {
    const auto words = script.words(column);
    names.push_back(words.size() > 3 ? words[3].text : std::string_view{});
  }
  const auto find = [&](std::string_view name) -> std::optional<std::size_t> {
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) return std::nullopt;
    return static_cast<std::size_t>(found - names.begin());
  };
  const auto need = [&](std::string_view name) {
    const auto at = find(name);
    if (!at)
      throw Error(ErrorCode::input, fmt::format("the table of tracks has no column {}", name), {},
                  {.file = script.file(), .line = static_cast<std::size_t>(list.line)});
    return *at;
  };
  return {need("enable"),  need("name"),     need("track_x"),
          need("track_y"), find("offset_x"), find("offset_y")};
}

/// Nodes of a script may repeat track names; this makes them unique.
class OwnNames {
 public:
  std::string of(std::string name) {
    if (name.empty()) name = "track";
    if (last_.try_emplace(name, 1).second) return name;
    int& last = last_.at(name);
    std::string own;
    do own = fmt::format("{} ({})", name, ++last);
    while (!last_.try_emplace(own, 1).second);
    return own;
  }

 private:
  std::map<std::string, int> last_;  ///< the last number given to tracks of that name
};

class Reader {
 public:
  Reader(const NukeScript& script, const TrackReadOptions& options, TrackReport& report)
      : script_(script),
        options_(options),
        report_(report),
        builder_(nuke_conventions(script), options, report) {}

  TrackTable read() {
    for (const NukeNode& node : script_.nodes(kind)) {
      builder_.see_frame();
      if (const auto tracks = script_.knob(node, "tracks")) add_node(*tracks);
    }
    remark_filled(filled_, report_);
    return builder_.finish();
  }

 private:
  void add_node(const NukeWord& tracks) {
    const auto table = script_.words(tracks);
    if (table.size() < 3) return;  // a node without tracks
    const Columns columns = columns_of(table[1], script_);
    for (const NukeWord& track : script_.words(table[2])) add_track(track, columns);
  }

  void add_track(const NukeWord& track, const Columns& columns) {
    const auto words = script_.words(track);
    if (words.size() <= std::max({columns.enable, columns.name, columns.x, columns.y}))
      return builder_.reject("the track has fewer columns than its table names", track.line);
    const NukeCurve enable = script_.curve(words[columns.enable]);
    const std::array<NukeCurve, 2> at = {script_.curve(words[columns.x]),
                                         script_.curve(words[columns.y])};
    if (at[0].keys.empty() && at[1].keys.empty())
      return builder_.drop("the track has no keys, and so no frames", track.line);
    for (const auto& offset : {columns.offset_x, columns.offset_y})
      if (offset && *offset < words.size() && is_offset(words[*offset]))
        builder_.remark("the track has an offset, which is not read", track.line);
    const std::string name = names_.of(words[columns.name].plain());
    filled_ += for_each_keyed_frame(at, track.line, builder_, [&](std::int64_t frame) {
      const auto time = static_cast<double>(frame);
      if (enable.at(time) == 0) {
        builder_.pass_over();
        return false;
      }
      Detection point = tracked_point({at[0].at(time), rows_.down(at[1].at(time))}, options_);
      point.box.frame = frame;
      ids_.identify(point, name);
      return add_detection(builder_, std::move(point), track.line);
    });
  }

  [[nodiscard]] bool is_offset(const NukeWord& word) const {
    const NukeCurve offset = script_.curve(word);
    return offset.constant != 0 || std::ranges::any_of(offset.keys, [](const NukeCurve::Key& key) {
             return key.value != 0;
           });
  }

  const NukeScript& script_;
  const TrackReadOptions& options_;
  TrackReport& report_;
  TrackBuilder builder_;
  UpwardRows rows_{script_.picture(), options_, script_.file()};
  TrackIds ids_;
  OwnNames names_;
  std::uint64_t filled_ = 0;
};

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  const NukeScript script(input, report.file);
  return Reader(script, options, report).read();
}

/// The columns of Nuke's own table of tracks, as Nuke writes them.
constexpr std::array<std::string_view, 31> columns = {
    "5 1 20 enable e 1",
    "3 1 75 name name 1",
    "2 1 58 track_x track_x 1",
    "2 1 58 track_y track_y 1",
    "2 1 63 offset_x offset_x 1",
    "2 1 63 offset_y offset_y 1",
    "4 1 27 T T 1",
    "4 1 27 R R 1",
    "4 1 27 S S 1",
    "2 0 45 error error 1",
    "1 1 0 error_min error_min 1",
    "1 1 0 error_max error_max 1",
    "1 1 0 pattern_x pattern_x 1",
    "1 1 0 pattern_y pattern_y 1",
    "1 1 0 pattern_r pattern_r 1",
    "1 1 0 pattern_t pattern_t 1",
    "1 1 0 search_x search_x 1",
    "1 1 0 search_y search_y 1",
    "1 1 0 search_r search_r 1",
    "1 1 0 search_t search_t 1",
    "2 1 0 key_track key_track 1",
    "2 1 0 key_search_x key_search_x 1",
    "2 1 0 key_search_y key_search_y 1",
    "2 1 0 key_search_r key_search_r 1",
    "2 1 0 key_search_t key_search_t 1",
    "2 1 0 key_track_x key_track_x 1",
    "2 1 0 key_track_y key_track_y 1",
    "2 1 0 key_track_r key_track_r 1",
    "2 1 0 key_track_t key_track_t 1",
    "2 1 0 key_centre_offset_x key_centre_offset_x 1",
    "2 1 0 key_centre_offset_y key_centre_offset_y 1"};

/// One track: enabled where it has rows, with keys there.
std::string track_text(const TrackTable& table, std::span<const RowInFrame> rows,
                       const std::string& name, double height, std::int64_t shift) {
  std::vector<NukeCurve::Key> enable, x, y;
  for (const RowInFrame& at : rows) {
    const auto frame = static_cast<double>(at.frame + shift);
    const FilePoint centre = centre_of(table.box[at.row]);
    if (x.empty() || enable.back().value == 0) enable.push_back({frame, 1, true});
    if (!at.goes_on) enable.push_back({frame + 1, 0, true});
    x.push_back({frame, centre.x});
    y.push_back({frame, height - centre.y});
  }
  const Box& first = table.box[rows.front().row];
  const std::string right = pixels_text(first.width / 2), top = pixels_text(first.height / 2);
  const std::string left = pixels_text(-first.width / 2), bottom = pixels_text(-first.height / 2);
  return fmt::format(
      " {{ {} {} {} {} 0 0 1 0 0 0 1 0 {} {} {} {} {} {} {} {}"
      " {{}} {{}} {{}} {{}} {{}} {{}} {{}} {{}} {{}} {{}} {{}} }}\n",
      nuke_curve(enable), nuke_text(name), nuke_curve(x), nuke_curve(y), left, bottom, right, top,
      left, bottom, right, top);
}

void write(const TrackTable& table, const ClipInfo& clip, std::ostream& out) {
  const Size size = needed_size(clip, "y counts from the bottom");
  const NumberedTracks tracks = number_tracks(table);
  const IdTexts ids(table);
  const std::int64_t first = clip.first_frame > 0 ? clip.first_frame : 1;
  const std::int64_t shift = first - clip.first_frame;
  out << nuke_root(clip, first, table.first_frame + table.frame_count() - 1 + shift);
  out << fmt::format("{} {{\n inputs 0\n tracks {{ {{ 1 31 {} }}\n{{", kind, tracks.rows.size());
  for (const std::string_view column : columns) out << fmt::format(" {{ {} }}\n", column);
  out << "}\n{\n";
  for (const auto& rows : tracks.rows)
    out << track_text(table, rows, track_name(ids, tracks, rows.front().row), size.height, shift);
  out << "}\n}\n name Overlace_tracks\n}\n";
}

std::vector<std::string> losses(const TrackTable& table) {
  return losses_of_points(table, true, [](const TrackTable&, std::uint32_t) { return false; });
}

}  // namespace

TrackFormat nuke_tracker() {
  return {.name = "nuke_tracker",
          .title = "Nuke Tracker4",
          .doc =
              "A .nk script, or nodes from the clipboard: the tracks of all Tracker4 nodes as "
              "points, boxes of --point-size; enable tells when they are present. y counts from "
              "the bottom, so the picture's height is needed: Root's format, --source-size or the "
              "video. Frames count from Root's first_frame, else from 1. Names are text ids. "
              "Between keys tracks are interpolated linearly; expressions must be baked.",
          .extensions = {".nk"},
          .rules = {"first_frame, else from 1", "from 0, upwards", "points", "names"},
          .sniff = sniff,
          .read = read,
          .write = write,
          .losses = losses,
          .shot_frames = true};
}

}  // namespace overlace
