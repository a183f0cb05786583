// SPDX-License-Identifier: Apache-2.0
// Nothing is lost silently: what a format cannot store is reported before it is written.
#include "cli/track_conversion.h"

#include <fmt/format.h>
#include <unistd.h>

#include <functional>

#include "cli/clip_options.h"
#include "cli/console.h"
#include "cli/first_pass.h"
#include "graph/core/quantity.h"
#include "io/read/frame_rate.h"
#include "io/tracks/format.h"
#include "io/tracks/writer.h"
#include "render/graph_source.h"
#include "render/made_tracks.h"
#include "render/media.h"

namespace overlace {
namespace {

/// Reports what the output's format cannot store, and throws unless the user accepts the loss.
/// Returns whether there is any.
bool check_losses(const TrackConversion& conversion, const TrackTable& table) {
  const TrackFormat& format = output_format(conversion.output, conversion.format);
  const std::vector<std::string> losses = format.losses(table);
  if (losses.empty()) return false;
  if (!conversion.accept_loss)
    throw Error(ErrorCode::usage,
                fmt::format("{} cannot hold: {}", format.name, fmt::join(losses, ", ")),
                "--accept-loss leaves it out; overlace_json (.json) holds everything",
                {.file = conversion.output});
  for (const std::string& lost : losses) print_note(conversion.output + ": not kept: " + lost);
  return true;
}

/// Some formats look alike, or are only recognised by their customary file names.
void log_if_not_recognised(const TrackConversion& conversion) {
  const std::filesystem::path path = tracks_to_read(conversion.output, conversion.format);
  const TrackFormat& written = output_format(conversion.output, conversion.format);
  if (const TrackFormat* const found = recognise_format(path); found != &written)
    print_note(fmt::format("{}: {}; read it with --tracks-format {}", path.string(),
                           found == nullptr ? "its content does not show its format"
                                            : fmt::format("it looks like {}", found->name),
                           written.name));
}

int save(const TrackConversion& conversion, const OutputPolicy& policy, const TrackTable& table,
         const ClipInfo& clip) {
  const bool lossy = check_losses(conversion, table);
  write_tracks(table, clip, conversion.output, policy, conversion.format);
  log_if_not_recognised(conversion);
  tell(stdout, fmt::format("{}: {} in {}{}", conversion.output,
                           count_text(table.row_count(), "box", "boxes"),
                           count_text(table.frame_count(), "frame"),
                           lossy ? ", less what is not kept" : ""));
  return 0;
}

/// The output must be none of the files that are read.
OutputPolicy checked_policy(const TrackConversion& conversion, std::vector<std::string> inputs) {
  inputs.push_back(conversion.video);
  OutputPolicy policy{conversion.overwrite, std::move(inputs)};
  check_tracks_output(conversion.output, policy, conversion.format);
  return policy;
}

/// The rate that the user gives for a file without a video, if any.
std::optional<Rational> given_rate(const TrackConversion& conversion) {
  if (conversion.frame_rate) return conversion.frame_rate;
  const double rate = conversion.graph.reading.frame_rate;
  return rate > 0 ? std::optional(parse_frame_rate(fmt::format("{}", rate))) : std::nullopt;
}

}  // namespace

int make_tracks(const TrackConversion& conversion) {
  const GraphSource source = load_graph(conversion.graph);
  const OutputPolicy policy = checked_policy(conversion, source.files);
  const ClipInfo clip = tracked_clip(conversion.video, conversion.first_frame);
  ClipSources sources =
      media_of_files(conversion.graph, clip, conversion.video, notes_to_user({.details = true}));
  Progress progress(isatty(STDERR_FILENO) != 0 ? ProgressMode::automatic : ProgressMode::none);
  FirstPass pass(clip, progress);
  const auto table = tracks_of_node(source, conversion.graph.values, std::move(sources),
                                    conversion.node, std::ref(pass));
  progress.clear_bar();
  return save(conversion, policy, *table, clip);
}

int convert_tracks(const TrackConversion& conversion) {
  const OutputPolicy policy = checked_policy(conversion, track_files(conversion.graph));
  const std::optional<Rational> rate = given_rate(conversion);
  const bool has_video = !conversion.video.empty();
  ClipInfo clip =
      has_video ? tracked_clip(conversion.video, conversion.first_frame) : ClipInfo{{}, {0, 1}, 0};
  TrackReadOptions reading = conversion.graph.reading;
  reading.clip = clip;
  TrackReport report;
  const TrackTable table = read_tracks(conversion.graph.tracks, reading, report);
  for (const std::string& line : report.lines()) print_note(line);
  if (!has_video) {
    clip.size = report.size;
    if (rate || report.frame_rate) clip.frame_rate = rate ? *rate : *report.frame_rate;
  }
  return save(conversion, policy, table, clip);
}

}  // namespace overlace
