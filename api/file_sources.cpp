// SPDX-License-Identifier: Apache-2.0
// Track files by their readers, SVG drawings by the module.
#include "api/file_sources.h"

#include <memory>
#include <sstream>
#include <string>
#include <utility>

#include "graph/core/error.h"
#include "io/read/svg.h"
#include "io/tracks/file_version.h"
#include "render/media.h"

namespace overlace::api {
namespace {

/// Pictures to paint with need a decoder, which this library lacks.
std::shared_ptr<const Texture> read_texture(const std::string& path) {
  if (is_svg(path)) return read_svg(path);
  throw Error(ErrorCode::unavailable, "pictures other than SVG cannot be read by libovl",
              "use an SVG drawing, or render with the command line", SourceLocation{path});
}

/// A sink that hands a text with details on as its lines: hosts get one at a time.
LogSink line_by_line(LogSink log) {
  if (!log) return log;
  return [log = std::move(log)](const std::string& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
      if (!line.empty()) log(line);
  };
}

}  // namespace

ClipSources file_sources(const GraphSettings& graph, const ClipInfo& clip, LogSink log) {
  ClipSources sources = media_of_tracks(graph, at_full_size(clip), line_by_line(std::move(log)));
  sources.clip = clip;
  sources.file_version = file_version;
  sources.read_texture = read_texture;
  return sources;
}

}  // namespace overlace::api
