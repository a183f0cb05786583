// SPDX-License-Identifier: Apache-2.0
// Settings that contradict each other.
#include "render/render_settings.h"

#include "graph/core/error.h"
#include "io/files/sequence_name.h"
#include "render/frame_drawing.h"

namespace overlace {
namespace {

/// Packets can be copied only in groups that depend on each other.
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

/// Layers, mattes and AOVs need a file per picture.
void check_pictures(const TranscodeOptions& transcode) {
  const WriterOptions& writer = transcode.writer;
  check_beside(transcode.output, writer);
  if (is_sequence(transcode.output)) return;
  if (writer.layers.split != LayerSplit::none)
    throw Error(ErrorCode::usage, "layers are written as a picture sequence",
                "name it like layers_####.exr", SourceLocation{"--layers"});
  if (!writer.aovs.empty())
    throw Error(ErrorCode::usage, "mattes and AOVs are written in a picture sequence",
                "name it like overlay_####.exr",
                SourceLocation{writer.aovs.mattes.empty() ? "--aov" : "--cryptomatte"});
}

}  // namespace

void check_settings(const RenderSettings& settings) {
  if (settings.copy_if_untouched) check_passing(settings);
  const TranscodeOptions& transcode = settings.transcode;
  if (transcode.writer.start_number && !is_sequence(transcode.output))
    throw Error(ErrorCode::usage, "only picture sequences have numbers",
                "name them like frame_####.exr", SourceLocation{"--start-number"});
  check_pictures(transcode);
}

}  // namespace overlace
