// SPDX-License-Identifier: Apache-2.0
// Callbacks that read files.
#include "render/media.h"

#include <array>
#include <utility>

#include "graph/analysis/named_files.h"
#include "graph/core/log.h"
#include "io/files/cube.h"
#include "io/files/named_file.h"
#include "io/tracks/track_notes.h"

namespace overlace {
namespace {

/// Embeddings belong to the --tracks file, not to other files that the graph names.
TrackReadOptions reading_of(const std::string& path, const GraphSettings& settings,
                            const ClipInfo& clip) {
  TrackReadOptions reading = settings.reading;
  reading.clip = clip;
  reading.clip.stored = settings.coded.value_or(clip.stored);
  if (!settings.tracks.empty() && path != settings.tracks) reading.embeddings.clear();
  return reading;
}

TrackOrigin origin_of(const TrackReport& report) {
  TrackOrigin origin{.file = report.file, .last_frame = report.last_frame};
  for (const TrackFinding& finding : report.lost) origin.left_out += finding.count;
  return origin;
}

/// Errors in the --tracks file name only that file. Errors in other files also name the graph.
TrackTable read_given_or_named(const std::string& path, const GraphSettings& settings,
                               const ClipInfo& clip, TrackReport& report) {
  try {
    return read_named_file(path, [&](const std::string& file) {
      return read_tracks(file, reading_of(file, settings, clip), report);
    });
  } catch (const Error& error) {
    if (path == settings.tracks) throw;
    throw_as_named(path, error);
  }
}

}  // namespace

Media media_of_tracks(const GraphSettings& settings, const ClipInfo& clip, LogSink log) {
  throw_if_missing(settings.reading.embeddings, ErrorCode::input);
  Media media{.clip = clip, .log = log, .limits = settings.limits()};
  media.read_lut = [](const std::string& path) { return read_named_file(path, read_cube); };
  media.read_tracks = [settings, clip, log](const std::string& path) {
    TrackReport report;
    TrackTable table = read_given_or_named(path, settings, clip, report);
    if (log)
      for (const std::string& note : notes_of(report)) log(note);
    table.origins = {origin_of(report)};
    return table;
  };
  return media;
}

Media with_tracks(Media media, std::shared_ptr<const TrackTable> table) {
  media.read_tracks = [table = std::move(table)](const std::string& /*path*/) { return *table; };
  return media;
}

Media with_stand_in(Media media) {
  if (!media.play_video) media.play_video = [](const auto& /*visit*/) {};
  if (!media.read_texture) {
    media.read_texture = [](const std::string& /*path*/) {
      constexpr std::array<std::uint16_t, 4> transparent{};
      return std::make_shared<const Texture>(make_texture({1, 1}, transparent));
    };
  }
  return media;
}

}  // namespace overlace
