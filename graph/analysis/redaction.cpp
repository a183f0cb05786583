// SPDX-License-Identifier: Apache-2.0
// Gaps in the tracks that a graph hides.
#include "graph/analysis/redaction.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "graph/core/frame_clock.h"

namespace overlace {
namespace {

void add_table(const TrackTable& table, const ClipInfo& clip, Redaction& redaction) {
  const std::vector<std::int32_t> frame = frames_of_rows(table);
  for (const std::vector<std::uint32_t>& rows : rows_by_track(table)) {
    ++redaction.objects;
    for (std::size_t i = 1; i < rows.size(); ++i) {
      const std::int32_t before = frame[rows[i - 1]], after = frame[rows[i]];
      if (after - before > 1) redaction.gaps.push_back({table.id[rows[i]], before + 1, after - 1});
    }
  }
  redaction.boxes += table.row_count() - rows_after(table, clip);
  redaction.without_id += static_cast<std::size_t>(std::ranges::count(table.id, no_id));
  for (const TrackOrigin& origin : table.origins) {
    RowLoss loss{.file = origin.file, .left_out = origin.left_out};
    if (clip.frame_count > 0 && origin.last_frame >= clip.first_frame + clip.frame_count)
      loss.after_clip = origin.last_frame;
    const bool is_new = std::ranges::find(redaction.losses, loss) == redaction.losses.end();
    if (is_new && (loss.left_out > 0 || loss.after_clip)) redaction.losses.push_back(loss);
  }
}

/// Adds the networks that find what a track node makes, by way of its inputs.
void add_models(const Graph& graph, std::size_t node, std::vector<std::string>& models) {
  const GraphNode& track_node = graph.nodes[node];
  if (track_node.type->name == "track_detect")
    for (const std::string& file :
         track_node.type->find_param("model")->files(track_node.params.get()))
      if (std::ranges::find(models, file) == models.end()) models.push_back(file);
  for (const std::vector<std::size_t>& port : track_node.inputs)
    for (const std::size_t input : port) add_models(graph, input, models);
}

/// "1 gap", "2 gaps".
std::string counted(std::uint64_t count, std::string_view one, std::string_view several) {
  return fmt::format("{} {}", count, count == 1 ? one : several);
}

/// "frame 5", "frames 5-9".
std::string frames_text(std::int32_t first, std::int32_t last) {
  return first == last ? fmt::format("frame {}", first) : fmt::format("frames {}-{}", first, last);
}

std::string text_of(const std::string& node, const TrackGap& gap) {
  return fmt::format("{}: nothing hides track {} in {}", node, gap.id,
                     frames_text(gap.first, gap.last));
}

void add_warnings(const std::string& node, const RowLoss& loss, std::vector<std::string>& texts) {
  if (loss.left_out > 0)
    texts.push_back(fmt::format("{}: nothing hides what {} of {} would say, left out", node,
                                counted(loss.left_out, "row", "rows"), loss.file));
  if (loss.after_clip)
    texts.push_back(
        fmt::format("{}: {} goes on to frame {}, after the clip's end: do its frames "
                    "count from elsewhere (--frame-base)?",
                    node, loss.file, *loss.after_clip));
}

std::string text_of(const std::string& node, const OtherPictures& p) {
  const std::string frames = frames_text(p.first, p.last);
  const char* verb = p.first == p.last ? "is" : "are";
  const std::string shown = frames_text(p.shows_first, p.shows_last);
  switch (p.kind) {
    case OtherPictures::Kind::stand_in:
      return fmt::format("{}: {} {} missing; a stand-in shows {}, whose objects are hidden, too",
                         node, frames, verb, shown);
    case OtherPictures::Kind::scaled:
      return fmt::format("{}: {} {} scaled from another size: do the boxes count its pixels?", node,
                         frames, verb);
    case OtherPictures::Kind::concealed:
      break;
  }
  return fmt::format("{}: {} {} damaged and concealed by parts of {}, which may be anywhere", node,
                     frames, verb, shown);
}

/// One sentence for each of the first few items, and one for how many more there are.
template <class T>
void add_few(const std::string& node, const std::vector<T>& items, const char* what,
             std::vector<std::string>& texts) {
  constexpr std::size_t most = 8;
  for (std::size_t i = 0; i < std::min(items.size(), most); ++i)
    texts.push_back(text_of(node, items[i]));
  if (items.size() > most)
    texts.push_back(
        fmt::format("{}: {} more {}; --report lists all of them", node, items.size() - most, what));
}

std::int64_t frames_of(const Redaction& redaction, OtherPictures::Kind kind) {
  std::int64_t frames = 0;
  for (const OtherPictures& p : redaction.pictures)
    if (p.kind == kind) frames += std::int64_t{p.last} - p.first + 1;
  return frames;
}

/// The longest time from one frame of a clip to the next.
double longest_step(const ClipInfo& clip) {
  const std::vector<double>& times = clip.clock->reading().times;
  double longest = 0;
  for (std::size_t i = 1; i < times.size(); ++i)
    longest = std::max(longest, times[i] - times[i - 1]);
  return longest;
}

}  // namespace

void add_picture(std::vector<OtherPictures>& list, const OtherPictures& frame) {
  const bool goes_on =
      !list.empty() && list.back().kind == frame.kind && list.back().last + 1 == frame.first;
  if (!goes_on) return list.push_back(frame);
  OtherPictures& span = list.back();
  span.last = frame.last;
  span.shows_first = std::min(span.shows_first, frame.shows_first);
  span.shows_last = std::max(span.shows_last, frame.shows_last);
}

bool Redaction::is_complete() const {
  const bool is_known = std::ranges::all_of(
      pictures, [](const OtherPictures& p) { return p.kind == OtherPictures::Kind::stand_in; });
  return is_known && moved_s == 0 && boxes > 0 && gaps.empty() && without_id == 0 && losses.empty();
}

std::vector<Redaction> redactions(const Graph& graph, const ClipTables& tables) {
  std::vector<Redaction> all;
  for (const std::size_t node : graph.redact) {
    Redaction redaction{.node = graph.nodes[node].name};
    for (const std::size_t tracks : tracks_read(graph, node)) {
      if (tables.of_node[tracks] == nullptr) continue;
      add_table(*tables.of_node[tracks], tables.clip, redaction);
      add_models(graph, tracks, redaction.models);
    }
    all.push_back(std::move(redaction));
  }
  return all;
}

double moved_by(double file_rate, const ClipInfo& clip) {
  const double clip_rate = clip.frame_rate.value();
  if (file_rate <= 0 || clip_rate <= 0) return 0;
  if (has_variable_rate(clip)) {
    constexpr double precise = 1e-3;  // of time stamps
    const double most = std::min(1 / file_rate, longest_step(clip)) / 2;
    return most < precise ? 0 : most;
  }
  const double ratio = std::max(clip_rate / file_rate, file_rate / clip_rate);
  constexpr double exact = 1e-6;  // of rates as people write them
  return std::abs(ratio - std::round(ratio)) < exact * ratio ? 0 : 0.5 / clip_rate;
}

std::vector<std::string> warnings(const std::vector<Redaction>& redactions) {
  std::vector<std::string> texts;
  for (const Redaction& r : redactions) {
    add_few(r.node, r.gaps, "gaps", texts);
    add_few(r.node, r.pictures, "spans of pictures that are not their frames' own", texts);
    if (r.boxes == 0)
      texts.push_back(fmt::format("{}: hides nothing: no object has a box in the clip", r.node));
    if (r.without_id > 0)
      texts.push_back(fmt::format("{}: {} without an id, whose gaps cannot be found", r.node,
                                  counted(r.without_id, "box", "boxes")));
    if (r.moved_s > 0)
      texts.push_back(
          fmt::format("{}: boxes are moved by up to {:.2g} s to the clip's frames: what "
                      "moves may be elsewhere (--tracks-fps)",
                      r.node, r.moved_s));
    for (const RowLoss& loss : r.losses) add_warnings(r.node, loss, texts);
    for (const std::string& model : r.models)
      texts.push_back(fmt::format(
          "{}: hides what {} finds: no detector finds everybody in every frame; look at the result",
          r.node, model));
  }
  return texts;
}

std::string summary(const Redaction& redaction) {
  std::uint64_t left_out = 0, late = 0;
  for (const RowLoss& loss : redaction.losses) {
    left_out += loss.left_out;
    late += loss.after_clip ? 1 : 0;
  }
  std::vector<std::string> parts;
  const auto add = [&](std::uint64_t count, std::string_view one, std::string_view several) {
    if (count > 0) parts.push_back(counted(count, one, several));
  };
  if (redaction.boxes == 0) parts.emplace_back("no box in the clip");
  add(redaction.gaps.size(), "gap in tracks", "gaps in tracks");
  add(redaction.without_id, "box without an id", "boxes without an id");
  add(left_out, "row left out", "rows left out");
  add(late, "track file longer than the clip", "track files longer than the clip");
  using Kind = OtherPictures::Kind;
  add(frames_of(redaction, Kind::concealed), "concealed frame", "concealed frames");
  add(frames_of(redaction, Kind::scaled), "scaled frame", "scaled frames");
  if (redaction.moved_s > 0) parts.emplace_back("boxes moved to other times");
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace overlace
