// SPDX-License-Identifier: Apache-2.0
// A picture that follows its graph: redrawn whenever a file that it is made of is saved.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/rgb_picture.h"
#include "cli/still_place.h"
#include "graph/core/log.h"
#include "io/files/file_watch.h"
#include "render/frame_choice.h"
#include "render/still_session.h"

namespace overlace {

struct StillWatchSettings {
  StillSettings still;
  std::vector<FrameChoice> frames{{}};  ///< several are shown side by side; at least one
  bool view = false;                    ///< in the terminal; then the output may be ""
  WithoutView otherwise = WithoutView::temporary_file;
};

/// Draws frames of a clip, and draws them again for every change of the graph, of the files that it
/// names, and of the track file. Problems are reported, and the last good picture stays.
class StillWatch {
 public:
  /// Opens the clip. `log` gets assumptions and problems. Throws Error (usage, input …).
  StillWatch(StillWatchSettings settings, LogSink log);

  /// Draws once; a view is where the cursor is. Throws Error.
  void draw_once();
  /// Draws at once and at every change, until a signal asks to end. Reports each picture on
  /// standard output. Precondition: signals are listened to (Interrupt::Listening).
  void run();

 private:
  void redraw(const std::string& cause);
  void draw(const GraphSource& source);
  [[nodiscard]] RgbPicture picture();
  void save(const GraphSource& source);
  [[nodiscard]] GraphSource load();
  [[nodiscard]] RgbPicture strip();

  LogSink log_;
  std::vector<std::string> told_;  ///< to `log_`, since the last redraw began
  StillPlace place_;
  StillWatchSettings settings_;
  StillSession session_;
  std::vector<std::int32_t> frames_;  ///< counted from 0
  FileWatch files_;
  std::vector<std::string> watched_;
  bool has_written_ = false;  ///< the picture that is there is ours
};

}  // namespace overlace
