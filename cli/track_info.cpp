// SPDX-License-Identifier: Apache-2.0
// Reads tracks, describes them, and draws the first boxes.
#include "cli/track_info.h"

#include <fmt/format.h>

#include <memory>
#include <optional>

#include "cli/console.h"
#include "cli/product.h"
#include "cli/track_facts.h"
#include "io/read/grab.h"
#include "io/tracks/clip_match.h"
#include "io/write/still_file.h"
#include "render/graph_source.h"
#include "render/media.h"

namespace overlace {
namespace {

void print(const std::vector<std::string>& lines) {
  for (const std::string& line : lines) tell(stdout, line);
}

/// Draws the boxes as they are, without assigning ids.
SessionDocument plain_boxes(const std::string& path) {
  constexpr const char* text = R"({"overlace": 1,
    "nodes": {"tracks": {"type": "track_file", "params": {"path": "$tracks"}},
              "boxes": {"type": "draw_boxes", "inputs": {"tracks": "tracks"}}},
    "composite": ["boxes"]})";
  return {parse_json(text, "boxes"), "boxes", {{"tracks", path}}};
}

/// Draws the first frame that has boxes, and returns its number.
std::int32_t draw_first_boxes(const TrackInfoOptions& options,
                              std::shared_ptr<const TrackTable> table, const OutputPolicy& policy) {
  if (table->row_count() == 0)
    throw Error(ErrorCode::input, "there is no box to draw", {},
                SourceLocation{options.graph.tracks});
  VideoReader reader(options.clip.input,
                     {.first_frame = options.clip.first_frame, .autorotate = true});
  const ClipInfo& clip = reader.info().clip;
  const std::int32_t number = table->first_frame;
  const GrabbedFrame frame = grab_frame(reader, number - clip.first_frame);
  const Session session(
      plain_boxes(options.graph.tracks),
      with_tracks(media_of_files(options.graph, clip, options.clip.input, {}), std::move(table)));
  const auto plan = session.plan(session.analyse());
  session.replay(plan, cpu_device())->draw(frame.time(), frame.view());
  write_still(options.still, frame.view(), policy);
  return number;
}

/// What is reported in addition to the report itself.
struct Findings {
  std::vector<std::string> fit;             ///< with the video, if any
  std::optional<std::int32_t> still_frame;  ///< that was drawn
};

void print_text(const TrackInfoOptions& options, const TrackReport& report, const Findings& found) {
  print(report.lines());
  print(found.fit);
  if (found.still_frame)
    tell(stdout, fmt::format("{}: frame {}", options.still, *found.still_frame));
}

void print_json(const TrackInfoOptions& options, const TrackReport& report, const Findings& found) {
  Json json = track_facts(report);
  json.set("fit", list_of(found.fit));
  json.set("still", found.still_frame ? Json(options.still) : Json());
  json.set("still_frame", found.still_frame ? Json(*found.still_frame) : Json());
  print_product("{}\n", json.dump(2));
}

}  // namespace

int run_track_info(const TrackInfoOptions& options) {
  const bool with_video = !options.clip.input.empty();
  OutputPolicy policy{options.overwrite, track_files(options.graph)};
  policy.inputs.push_back(options.clip.input);
  if (!options.still.empty()) {
    if (!with_video)
      throw Error(ErrorCode::usage, "a still needs a video", "give one with --video",
                  SourceLocation{"--still"});
    check_still(options.still, policy);
  }
  const ClipInfo clip = with_video ? tracked_clip(options.clip.input, options.clip.first_frame)
                                   : ClipInfo{{}, {0, 1}, 0};
  TrackReadOptions reading = options.graph.reading;
  reading.clip = clip;
  TrackReport report;
  const auto table =
      std::make_shared<const TrackTable>(read_tracks(options.graph.tracks, reading, report));
  Findings found;
  if (with_video) found.fit = describe_clip_match(*table, report, clip);
  if (!options.still.empty()) found.still_frame = draw_first_boxes(options, table, policy);
  options.json ? print_json(options, report, found) : print_text(options, report, found);
  return 0;
}

}  // namespace overlace
