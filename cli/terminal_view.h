// SPDX-License-Identifier: Apache-2.0
// Pictures in a terminal.
#pragma once

#include <string>

#include "cli/rgb_picture.h"
#include "cli/terminal.h"

namespace overlace {

/// Shows pictures in the terminal, made smaller where it has not enough room. Leaves a few lines
/// for text below them.
class TerminalView {
 public:
  /// Throws Error(unavailable) with the reason where the terminal shows no pictures.
  TerminalView();

  /// Shows a picture where the cursor is, and leaves the cursor below it.
  void show(const RgbPicture& picture);
  /// Shows a picture at the top of the terminal, in place of the one before, and empties the lines
  /// below it.
  void show_on_top(const RgbPicture& picture);
  /// Empties the lines below the picture on top, and puts the cursor there.
  void begin_text();
  /// The terminal has another size than when the last picture or text began.
  [[nodiscard]] bool was_resized() const;

 private:
  [[nodiscard]] std::string drawn(const RgbPicture& whole);

  Terminal terminal_;
  TerminalSize size_{};  ///< when the last picture or text began
  int rows_ = 0;         ///< of text that the last picture covers
  bool is_on_top_ = false;
};

}  // namespace overlace
