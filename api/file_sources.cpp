// SPDX-License-Identifier: Apache-2.0
// Track files by their readers, SVG drawings by the module.
#include "api/file_sources.h"

#include <memory>
#include <string>
#include <utility>

#include "api/file_version.h"
#include "graph/core/error.h"
#include "io/read/svg.h"
#include "render/media.h"

namespace overlace::api {
namespace {

/// Pictures to paint with need a decoder, which this library lacks.
std::shared_ptr<const Texture> read_texture(const std::string& path) {
  if (is_svg(path)) return read_svg(path);
  throw Error(ErrorCode::unavailable, "pictures other than SVG cannot be read by libovl",
              "use an SVG drawing, or render with the command line", SourceLocation{path});
}

}  // namespace

ClipSources file_sources(const GraphSettings& graph, const ClipInfo& clip, LogSink log) {
  ClipSources sources = media_of_tracks(graph, at_full_size(clip), std::move(log));
  sources.clip = clip;
  sources.file_version = file_version;
  sources.read_texture = read_texture;
  return sources;
}

}  // namespace overlace::api
