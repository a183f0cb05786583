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

class Trace;

struct TranscodeOptions {
  std::string output;  ///< file name, or a PNG pattern such as frame_####.png
  /// Frames to render, counted from 0. The first one of a selection is at time 0, all others as far
  /// from it as they were; sound is cut to the packets of the selection, other streams are left
  /// out.
  FrameList frames;
  WriterOptions writer;
  std::size_t queue_depth = 4;  ///< frames waiting between two stages at most
  /// Fewer wait where they are larger than this in all, but at least one. Frames that wait for
  /// being drawn on are mostly the decoder's anyway, and the longer they wait the more of them it
  /// has let go of, so that they need not be copied. Drawn ones are memory on top.
  std::size_t decoded_bytes = std::size_t{40} << 20U, drawn_bytes = std::size_t{16} << 20U;
  bool keep_on_stop = false;  ///< a stopped render finishes its file with the frames so far
  Trace* trace = nullptr;     ///< gets a span for every stage of every frame; borrowed, may be null
};

struct TranscodeProgress {
  std::int64_t frames_done = 0;
  std::int64_t frames_total = 0;  ///< 0 when unknown
  std::int64_t bytes_written = 0;
  double time_s = 0;  ///< presentation time of the latest frame done, from the first one on
};

struct TranscodeResult {
  bool cancelled = false;   ///< stopped on request
  bool in_place = false;    ///< the output has its name
  std::string route;        ///< who began to decode, draw and encode: "nvdec -> cuda -> libx264"
  std::int64_t frames = 0;  ///< frames written
  std::int64_t drawn = 0;   ///< frames whose picture was asked for; the others are passthrough
  FrameMoves moves;         ///< what was done to pictures on the way
  std::int64_t bytes_written = 0;
  bool reallocated = false;  ///< the replay had to enlarge a capacity; nothing was dropped
  Damage damage;             ///< of the input; any() means exit code 3
};

/// Renders `reader`'s frames to `options.output`, each drawn on in place by `replay`, which gets
/// the moment at which a frame is shown. `reader` must be at its start. A replay that takes
/// pictures in device memory gets those that are there, of the device of
/// `options.writer.hardware.session`, on whose stream it must work: what fills a picture and what
/// takes it on are queued there.
///
/// `replay` and `progress` are used on the calling thread, in frame order; `progress` may be empty.
/// Setting `stop` (may be null) ends the work within a few frames. An exception of any stage ends
/// all of them and is thrown here. Then no video file is left; nor is one when stopped, unless it
/// is to be kept and has a frame.
TranscodeResult transcode(VideoReader& reader, const TranscodeOptions& options, Replay& replay,
                          const std::function<void(const TranscodeProgress&)>& progress = {},
                          const std::atomic<bool>* stop = nullptr);

/// The same into `sink`; output and writer of the options are not looked at, but for the session of
/// the device.
TranscodeResult transcode(VideoReader& reader, std::unique_ptr<FrameSink> sink,
                          const TranscodeOptions& options, Replay& replay,
                          const std::function<void(const TranscodeProgress&)>& progress = {},
                          const std::atomic<bool>* stop = nullptr);

/// The writer's options as `transcode` uses them: a selection begins at time 0, with its sound and
/// no other streams. `stop` as for `transcode`.
[[nodiscard]] WriterOptions writer_options(const TranscodeOptions& options,
                                           const std::atomic<bool>* stop = nullptr);

/// The frames of `frame_bytes` each that fit into `bytes`: at least 1, at most `most`.
[[nodiscard]] std::size_t frames_within(std::size_t bytes, std::size_t frame_bytes,
                                        std::size_t most);

}  // namespace overlace
