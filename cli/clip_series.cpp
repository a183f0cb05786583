// SPDX-License-Identifier: Apache-2.0
// Tables of all track nodes, and no picture.
#include "cli/clip_series.h"

#include "cli/numbers_report.h"
#include "render/frame_choice.h"
#include "render/frame_times.h"
#include "render/graph_source.h"
#include "render/media.h"

namespace overlace {
namespace {

/// The graph with all that its track and audio nodes make in place of what it paints and plays:
/// numbers need no picture.
Graph tables_alone(Graph graph) {
  graph.composite.clear();
  graph.sound.clear();
  for (std::size_t i = 0; i < graph.nodes.size(); ++i)
    if (is_of_clip(graph.nodes[i].type->stage)) graph.composite.push_back({.node = i, .group = {}});
  return graph;
}

/// What neither file may replace. Refuses what cannot be written before anything is read.
OutputPolicy checked_policy(const SeriesSettings& settings, const Graph& graph,
                            const std::vector<std::string>& files) {
  OutputPolicy policy{settings.overwrite, files};
  policy.inputs.push_back(settings.input.path);
  for (const FileUse& use : files_read(graph)) policy.inputs.push_back(use.path);
  OutputPolicy checked = policy;
  for (const std::string& path : {settings.series, settings.events}) {
    if (!path.empty()) check_output(path, checked);
    checked.inputs.push_back(path);
  }
  return policy;
}

/// Throws Error(usage) if it is not known: how often the file would have to be read is not, either.
std::int32_t frames_of(const VideoReader& reader) {
  const std::int32_t count = counted_frames(reader.info().clip);
  if (count == 0)
    throw Error(ErrorCode::usage, "the number of frames is not known",
                "store the video in a file of its own", SourceLocation{reader.path()});
  return count;
}

ClipNumbers numbers_of_clip(const SeriesSettings& settings, const Graph& graph,
                            const VideoReader& reader, const LogSink& log) {
  GraphSettings with_picture = settings.graph;
  with_picture.coded = reader.info().coded;
  const Media media = media_of_files(with_picture, reader.info().clip, settings.input.path, log);
  ClipNumbers numbers = numbers_of(analyse(graph, media));
  if (numbers.empty())
    throw Error(ErrorCode::usage, "the graph counts and measures nothing",
                "track_line, track_zone, track_series and others make series: overlace nodes",
                SourceLocation{graph.source});
  return numbers;
}

}  // namespace

void write_clip_series(const SeriesSettings& settings, const LogSink& log) {
  check_series_file(settings.series);
  check_events_file(settings.events);
  const GraphSource source = load_graph(settings.graph);
  const Graph graph = tables_alone(source.graph);
  const OutputPolicy policy = checked_policy(settings, graph, source.files);
  ReaderOptions reading = settings.input.reading;
  reading.log = log;
  reading.autorotate = true;
  const VideoReader reader(settings.input.path, reading);
  NumbersReport report{.numbers = {},
                       .frames = existing_frames(settings.frames, reader.info(), log),
                       .frame_count = frames_of(reader)};
  report.numbers = numbers_of_clip(settings, graph, reader, log);
  if (!settings.events.empty()) write_events(report, settings.events, policy);
  if (!settings.series.empty() || settings.events.empty())
    write_series(report, settings.series, policy);
}

}  // namespace overlace
