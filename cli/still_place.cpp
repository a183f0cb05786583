// SPDX-License-Identifier: Apache-2.0
// Asks the terminal, and falls back on a file.
#include "cli/still_place.h"

#include <fmt/format.h>

#include "graph/core/error.h"

namespace overlace {

StillPlace::StillPlace(const std::string& output, bool view, WithoutView otherwise,
                       const LogSink& log)
    : path_(output.empty() ? "still.png" : output), keeps_file_(!output.empty()) {
  if (!view && output.empty())
    throw Error(ErrorCode::usage, "no place for the picture",
                "-o FILE saves it, --view shows it in the terminal");
  if (!view) return;
  try {
    view_ = std::make_unique<TerminalView>();
  } catch (const Error& error) {
    if (error.code() != ErrorCode::unavailable) throw;
    const std::string& reason = error.problems().front().message;
    if (output.empty() && otherwise == WithoutView::refused)
      throw Error(ErrorCode::unavailable, reason, "-o FILE saves the picture",
                  SourceLocation{"--view"});
    if (output.empty()) use_temporary_file();
    log(fmt::format("--view: {}; look at {}{}", reason, path_,
                    output.empty() ? ", which is there until this ends" : ""));
  }
}

void StillPlace::use_temporary_file() {
  folder_ = std::make_unique<ScratchFolder>();
  path_ = (folder_->path() / path_).string();
  keeps_file_ = true;
}

}  // namespace overlace
