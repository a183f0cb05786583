// SPDX-License-Identifier: Apache-2.0
// Drawing live: rows come frame by frame, and each frame is drawn from a window of them.
//
//     LiveSession live(document, sources, cpu_device(), {.memory = 50});
//     live.put(frame, rows);                      // what was found in this frame
//     live.draw(time_of(live.clip(), frame), image);
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "graph/data/track_columns.h"
#include "render/session.h"

namespace overlace {

/// How much of a stream is remembered.
struct LiveOptions {
  std::int32_t memory = 50;  ///< frames of the window up to the one drawn, 1 to max_live_memory
  std::int32_t delay = 0;    ///< frames of the window after it, 0 to max_live_memory
  std::uint32_t max_rows = 1000;  ///< of a frame, at least 1; the others are lost
  /// Gives ids to rows as long as none has brought one, as track_associate does.
  bool assign_ids = true;
  /// Classes that are known before rows have them: a graph that names others is refused by `draw`.
  std::vector<std::string> class_names{};
};
/// A window of this many frames to either side is several minutes of video.
inline constexpr std::int32_t max_live_memory = 10'000;

/// One document over a stream. A frame n is drawn as if the clip had only the rows of the frames
/// n - memory + 1 … n + delay, so every node works as it does on a clip. Beyond the window go on:
/// tracks with a row in its last frame, which have not left; ages of tracks, lives of links,
/// running counts, marks, and the places of labels and insets. Time and memory per frame are
/// bounded by the rows of the window, however long the stream is.
///
/// Frame numbers are those of the clip, -2^30 to 2^30, and ascend: `draw` takes the frames in
/// order, and some may be left out. Counts go on as long as half a window is never left out at
/// once. Opens no file and prints nothing, as a Session. For one thread at a time.
class LiveSession {
 public:
  /// Checks the document. `sources` needs neither pixels, sound nor tracks; its `read_tracks`
  /// serves files other than "$tracks", which are read once and cut to the window. `sources.log`
  /// gets notes, each once. Throws Error(usage) with all problems of the document, with the places
  /// of nodes that need pixels or sound, and for options out of range.
  LiveSession(SessionDocument document, ClipSources sources, Device device,
              LiveOptions options = {}, const std::vector<Setting>& values = {});
  ~LiveSession();
  LiveSession(LiveSession&&) noexcept;
  LiveSession& operator=(LiveSession&&) noexcept;

  [[nodiscard]] const ClipInfo& clip() const;
  [[nodiscard]] const LiveOptions& options() const;

  /// Takes the rows of a frame, in place of any that it has. A frame without rows may be left out.
  /// Columns may differ from frame to frame: rows lack those that others have. Columns and class
  /// names are remembered once they were given, even without rows; class numbers without names
  /// refer to `class_names`. Rows of the last frame drawn, or an earlier one, are late and
  /// lost. At most 2 x (memory + delay) frames are kept; the oldest are lost. Positions are pixels
  /// of the document. Throws Error(usage) for a frame out of range or a column that was of another
  /// kind before, and then takes no rows. Precondition: columns as TrackColumns says, with boxes
  /// that are finite.
  void put(std::int32_t frame, TrackColumns rows);
  /// All classes so far, those of LiveOptions first.
  [[nodiscard]] const std::vector<std::string>& class_names() const;

  /// Draws a frame onto a picture, in place, and waits. The picture has the clip's stored size. The
  /// frame's rows should have been put, and those of the `delay` frames after it. A frame before
  /// the last one begins a new stream, without any rows: call `restart` before they are put. Throws
  /// what Session::analyse, Session::plan and Replay::draw throw.
  ReplayStats draw(const FrameTime& time, const ImageView& picture);
  /// Where `draw` may paint, as Replay::bounds. Counts as drawing the frame.
  [[nodiscard]] PixelRect bounds(const FrameTime& time);

  /// Changes values of parameters and knobs from the next frame on; replaces all earlier ones.
  /// Throws as the constructor, and then changes nothing.
  void set(const std::vector<Setting>& values);
  /// Begins a new stream: forgets all rows and all that went on, but not what columns there are.
  void restart();

  /// Rows that were late, beyond `max_rows`, or had to leave, since the session was made.
  [[nodiscard]] std::uint64_t lost() const;
  /// Kind of memory that pictures are drawn on without a copy; host memory before the first frame.
  [[nodiscard]] Memory memory() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace overlace
