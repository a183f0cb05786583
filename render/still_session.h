// SPDX-License-Identifier: Apache-2.0
// Single frames of one clip, drawn again and again while the graph changes:
//
//     StillSession session(settings, log);          // opens the clip
//     session.show(load_graph(settings.graph));     // at every change of the graph or its files
//     session.encode(frame);                        // as often as wanted
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "graph/core/log.h"
#include "io/read/frame_store.h"
#include "io/read/grab.h"
#include "io/write/frame_sink.h"
#include "render/device_choice.h"
#include "render/file_memory.h"
#include "render/graph_source.h"
#include "render/media.h"
#include "render/render_settings.h"

namespace overlace {

class SmallFrames;

/// A clip, a graph, and a picture of a frame.
struct StillSettings {
  InputSettings input;
  GraphSettings graph;
  DeviceSettings device;
  std::string output;                ///< PNG, TIFF or EXR file
  WriterOptions writer;              ///< the settings that apply to pictures
  std::vector<std::string> typed{};  ///< names of options: those without effect are told
};

/// A picture as a file.
struct Still {
  std::int32_t frame = 0;  ///< its number in the clip
  std::vector<std::byte> bytes;
};

/// A picture for a screen, quickly made.
struct DraftPicture {
  GrabbedFrame picture;
  bool is_provisional = false;  ///< a frame before the one asked for, which takes longer
};

/// Keeps what a change of the graph leaves valid: decoded frames, tables of track nodes, pictures
/// to paint with, glyphs, buffers. A frame has the bytes that it has in a render; a draft has not.
/// Frames are counted from 0. One thread at a time.
class StillSession {
 public:
  /// Chooses the device and opens the clip. Keeps at most `kept_bytes` of decoded frames, and as
  /// many of those for drafts. `log` gets assumptions, each once. Throws Error (input, unavailable
  /// …).
  StillSession(StillSettings settings, LogSink log,
               std::size_t kept_bytes = std::size_t{512} << 20U);
  ~StillSession();

  [[nodiscard]] const VideoInfo& info() const { return frames_.reader().info(); }

  /// From now on this graph is drawn, which was loaded with the settings' values. Files that have
  /// not changed are not read again, and the clip is played only for track nodes that have changed;
  /// `progress` is as for Session::analyse. After an error, what was drawn before is still drawn.
  /// Throws Error (usage, input …), and what `progress` throws. Its plans are made when they are
  /// first needed, and their errors come then.
  void show(const GraphSource& source, const AnalysisProgress& progress = {});

  /// The frame, or the first one after it that exists, as it is, for a screen. Throws as
  /// FrameStore::frame.
  [[nodiscard]] GrabbedFrame plain(std::int32_t frame);
  /// Decodes towards a frame until the deadline; whether it is there now.
  [[nodiscard]] bool reach(std::int32_t frame, Deadline deadline);
  /// The frame scaled to `size`, at a screen's depth of 8 bits. One that is not decoded by the
  /// deadline is stood in for, see FrameStore::towards.
  [[nodiscard]] DraftPicture plain_draft(std::int32_t frame, Size size, Deadline deadline);

  /// The same, drawn on at that size by the CPU: lines are as wide as in a picture that is scaled
  /// afterwards, but links with a memory look back some hundred frames only. Precondition for this
  /// and all that follow: a graph is shown.
  [[nodiscard]] DraftPicture draft(std::int32_t frame, Size size, Deadline deadline);
  /// The frame as `plain` has it, drawn on.
  [[nodiscard]] GrabbedFrame draw(std::int32_t frame);
  /// That frame, or a part of it, as a file that could be at the settings' output. Throws
  /// Error(output), too.
  [[nodiscard]] Still encode(std::int32_t frame, const PixelRect& part = {});
  /// Reports what had no room in the pictures encoded so far.
  void log_losses() const;
  /// The graph that is shown, its tables and its plan.
  [[nodiscard]] const Graph& graph() const;
  [[nodiscard]] const ClipTables& tables() const;
  [[nodiscard]] const std::shared_ptr<const Plan>& plan();

  /// A session of another document over the clip, which shares what that of the shown one has
  /// found out. Throws Error(usage).
  [[nodiscard]] Session open(SessionDocument document);

 private:
  [[nodiscard]] Session open(SessionDocument document, const Graph& graph);
  [[nodiscard]] Media media(const Graph& graph);
  struct Shown;
  struct Drawn;
  struct Encoded;
  [[nodiscard]] Drawn& drawn();
  [[nodiscard]] Encoded& encoded();
  [[nodiscard]] Drawn& drafted(Size size);
  [[nodiscard]] DecodedFrame small(std::int32_t frame, Size size, Deadline deadline);
  [[nodiscard]] GrabbedFrame copy_of(const DecodedFrame& small) const;
  void warn_of_gaps(std::int32_t frame) const;

  StillSettings settings_;
  LogSink log_, log_once_;
  ChosenDevice device_;
  FrameStore frames_;
  std::unique_ptr<SmallFrames> small_frames_;
  FileMemory<Texture> textures_;
  FileMemory<Lut> luts_;
  std::unique_ptr<Shown> shown_;                   ///< null before the first graph
  std::unique_ptr<Replay> replay_, draft_replay_;  ///< of the plans made last; null before
};

}  // namespace overlace
