// SPDX-License-Identifier: Apache-2.0
// Settings that contradict each other.
#include "render/render_settings.h"

#include "graph/core/error.h"
#include "io/files/sequence_name.h"

namespace overlace {
namespace {

/// Packets are passed on in groups that need each other.
void check_passing(const RenderSettings& settings) {
  const TranscodeOptions& transcode = settings.transcode;
  const SourceLocation location{"--copy-if-untouched"};
  if (!transcode.frames.all() || transcode.writer.overlay_only || is_sequence(transcode.output))
    throw Error(ErrorCode::usage, "frames are passed on in whole videos only",
                "leave out --frames and --overlay-only, and name a video file", location);
  if (transcode.keep_on_stop)
    throw Error(ErrorCode::usage, "groups of frames that are passed on cannot be cut short",
                "leave out --on-interrupt keep", location);
  if (settings.input.reading.on_corrupt == OnCorrupt::skip)
    throw Error(ErrorCode::usage, "damaged frames are passed on with those that need them",
                "leave out --on-corrupt skip", location);
}

/// A layer is drawn by itself; pictures lie below all of them.
void check_layers(const TranscodeOptions& transcode) {
  const LayerOptions& layers = transcode.writer.layers;
  overlace::check_layers(transcode.output, layers);
  if (layers.split == LayerSplit::none) return;
  const SourceLocation location{"--layers"};
  if (!transcode.writer.overlay_only)
    throw Error(ErrorCode::usage, "layers are those of an overlay alone", "add --overlay-only",
                location);
  if (!is_sequence(transcode.output))
    throw Error(ErrorCode::usage, "layers are written as a picture sequence",
                "name it like layers_####.exr", location);
}

/// Mattes tell whose paint a pixel has; below it is the plate, which is nobody's.
void check_aovs(const TranscodeOptions& transcode) {
  const AovOptions& aovs = transcode.writer.aovs;
  overlace::check_aovs(transcode.output, aovs);
  if (aovs.empty()) return;
  const SourceLocation location{aovs.mattes.empty() ? "--aov" : "--cryptomatte"};
  if (!transcode.writer.overlay_only)
    throw Error(ErrorCode::usage, "mattes and AOVs are those of an overlay alone",
                "add --overlay-only", location);
  if (!is_sequence(transcode.output))
    throw Error(ErrorCode::usage, "mattes and AOVs are written in a picture sequence",
                "name it like overlay_####.exr", location);
}

}  // namespace

void check_settings(const RenderSettings& settings) {
  if (settings.copy_if_untouched) check_passing(settings);
  const TranscodeOptions& transcode = settings.transcode;
  if (transcode.writer.start_number && !is_sequence(transcode.output))
    throw Error(ErrorCode::usage, "only picture sequences have numbers",
                "name them like frame_####.exr", SourceLocation{"--start-number"});
  check_layers(transcode);
  check_aovs(transcode);
}

}  // namespace overlace
