// SPDX-License-Identifier: Apache-2.0
// Decode, draw and encode a whole clip, overlapped in a bounded pipeline.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "gpu/replay.h"
#include "graph/core/time.h"
#include "io/files/frame_list.h"
#include "io/read/video_reader.h"
#include "io/write/frame_sink.h"
#include "render/frame_route.h"

namespace overlace {

class CoverPainter;
class Trace;

struct TranscodeOptions {
  std::string output;  ///< file name, or a PNG pattern such as frame_####.png
  /// Frames to render, counted from 0. The first frame of a selection is at time 0, and the others
  /// keep their distance from it; sound is cut to the packets of the selection, other streams are
  /// left out.
  FrameList frames;
  WriterOptions writer;
  WriterRun run{};              ///< what `writer_run` does not set
  std::size_t queue_depth = 4;  ///< at most, waiting between two stages
  /// Fewer frames wait, but at least one, if they would exceed these totals. Decoded frames are
  /// mostly in the decoder's memory anyway, and the longer they wait, the more of them it has
  /// released, so that they need not be copied. Drawn frames take additional memory.
  std::size_t decoded_bytes = std::size_t{40} << 20U, drawn_bytes = std::size_t{16} << 20U;
  /// Of a graph that redacts: hides what pictures show of other frames. Borrowed, may be null.
  CoverPainter* covers = nullptr;
  bool keep_on_stop = false;  ///< a stopped render finishes its file with the frames so far
  Trace* trace = nullptr;     ///< gets a span for every stage of every frame; borrowed, may be null
};

struct TranscodeProgress {
  std::int64_t frames_done = 0;
  std::int64_t frames_total = 0;  ///< 0 when unknown
  std::int64_t bytes_written = 0;
  double time_s = 0;  ///< presentation time of the latest frame done, relative to the first one
};

struct TranscodeResult {
  bool cancelled = false;   ///< stopped on request
  bool in_place = false;    ///< the output is in place, under its name
  std::string route;        ///< what began to decode, draw and encode: "nvdec -> cuda -> libx264"
  std::int64_t frames = 0;  ///< frames written
  std::int64_t drawn = 0;   ///< frames whose picture was requested; the others are passthrough
  FrameMoves moves;         ///< how pictures were moved and converted
  std::int64_t bytes_written = 0;
  bool reallocated = false;  ///< the replay had to enlarge a capacity; nothing was dropped
  Damage damage;             ///< of the input; any() means exit code 3
  std::vector<std::string> lost_sound{};  ///< sentences; any means exit code 3
};

/// Renders `reader`'s frames to `options.output`, each drawn on in place by `replay`, which gets
/// the time at which the frame is shown. `reader` must be at its start. A replay that takes
/// pictures in device memory gets those that are there. They belong to the device of
/// `options.run.hardware.session`, and the replay must work on its stream: what fills a picture
/// and what uses it next are queued there.
///
/// `replay` and `progress` are called on the calling thread, in frame order; `progress` may be
/// empty. Setting `stop` (may be null) ends the work within a few frames. An exception in any stage
/// ends all of them and is rethrown here; then no video file is left. Nor is one left after a stop,
/// unless it is to be kept and has a frame.
TranscodeResult transcode(VideoReader& reader, const TranscodeOptions& options, Replay& replay,
                          const std::function<void(const TranscodeProgress&)>& progress = {},
                          const std::atomic<bool>* stop = nullptr);

/// The same into `sink`; ignores the options' output, writer and run, except for the device's
/// session.
TranscodeResult transcode(VideoReader& reader, std::unique_ptr<FrameSink> sink,
                          const TranscodeOptions& options, Replay& replay,
                          const std::function<void(const TranscodeProgress&)>& progress = {},
                          const std::atomic<bool>* stop = nullptr);

/// The writer's run as `transcode` uses it: a selection begins at time 0, with its sound and no
/// other streams. `stop` as for `transcode`.
[[nodiscard]] WriterRun writer_run(const TranscodeOptions& options,
                                   const std::atomic<bool>* stop = nullptr);

/// How many frames of `frame_bytes` each fit into `bytes`: at least 1, at most `most`.
[[nodiscard]] std::size_t frames_within(std::size_t bytes, std::size_t frame_bytes,
                                        std::size_t most);

}  // namespace overlace
