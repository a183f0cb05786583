// SPDX-License-Identifier: Apache-2.0
// Track files of all formats, read into the caller's tracks and written from them.
#include <fmt/format.h>

#include "api/c_error.h"
#include "api/program.h"
#include "api/structs.h"
#include "api/tracks.h"
#include "io/tracks/format.h"
#include "io/tracks/reader.h"
#include "io/tracks/writer.h"

namespace overlace::api {
namespace {

void tell(ovl_log log, void* data, const std::string& line) {
  if (log != nullptr) log(data, line.c_str());
}

TrackReadOptions reading_of(const ovl_read_options& options) {
  TrackReadOptions reading;
  if (options.format != nullptr) reading.format = options.format;
  if (options.sequence != nullptr) reading.sequence = options.sequence;
  reading.source_size = {options.width, options.height};
  reading.fractions = options.fractions != 0;
  if (options.has_frame_base != 0) reading.frame_base = options.frame_base;
  if (options.clip != nullptr) reading.clip = at_full_size(read_clip(options.clip));
  return reading;
}

/// Reads a file or folder; `log` is told what was assumed.
ovl_tracks* read(const char* path, const ovl_read_options& options) {
  TrackReport report;
  TrackTable table = read_tracks(path, reading_of(options), report);
  for (const std::string& line : report.lines()) tell(options.log, options.log_data, line);
  return new ovl_tracks{Tracks(std::move(table), {report.size, report.frame_rate})};
}

/// The clip that written tracks belong to.
ClipInfo clip_of(const ovl_clip* given, const StatedClip& stated) {
  if (given != nullptr) return at_full_size(read_clip(given));
  ClipInfo clip{stated.size, {0, 1}, 0};
  if (stated.rate) clip.frame_rate = *stated.rate;
  return clip;
}

void write(Tracks& tracks, const char* path, const ovl_write_options& options) {
  const std::string format = options.format == nullptr ? "" : options.format;
  const OutputPolicy policy{.overwrite = options.overwrite != 0};
  check_tracks_output(path, policy, format);
  const auto table = tracks.table();
  for (const std::string& lost : output_format(path, format).losses(*table))
    tell(options.log, options.log_data, fmt::format("{}: not kept: {}", path, lost));
  write_tracks(*table, clip_of(options.clip, tracks.stated()), path, policy, format);
}

}  // namespace
}  // namespace overlace::api

using namespace overlace::api;

extern "C" {

int ovl_tracks_read(const char* path, const ovl_read_options* options, ovl_tracks** tracks,
                    ovl_error** error) {
  return guarded(error, [&] {
    require(tracks != nullptr, "there is nowhere to put the tracks: it is NULL");
    *tracks = nullptr;
    require(path != nullptr, "the path is NULL");
    *tracks = read(
        path, options == nullptr ? ovl_read_options{} : read_struct(options, "ovl_read_options"));
  });
}

int ovl_tracks_write(ovl_tracks* tracks, const char* path, const ovl_write_options* options,
                     ovl_error** error) {
  return guarded(error, [&] {
    require(tracks != nullptr, "the tracks are NULL");
    require(path != nullptr, "the path is NULL");
    write(tracks->tracks, path,
          options == nullptr ? ovl_write_options{} : read_struct(options, "ovl_write_options"));
  });
}

}  // extern "C"
