// SPDX-License-Identifier: Apache-2.0
// The terminal that somebody sits at: what it can show, and how large it is.
#pragma once

#include <string_view>

#include "graph/core/file_descriptor.h"
#include "graph/core/vec.h"

namespace overlace {

struct TerminalSize {
  Size cells;  ///< columns and rows
  Size cell;   ///< of one of them, px
};

/// The terminal that controls this process, even where standard output is redirected.
class Terminal {
 public:
  /// Asks the terminal what it can, for a second at most; then its settings are as they were.
  /// Throws Error(unavailable) where there is no terminal, or somebody else is using it: this
  /// process is in the background.
  Terminal();

  /// It answered that it draws pictures in kitty's protocol, or sixels.
  [[nodiscard]] bool has_kitty() const { return has_kitty_; }
  [[nodiscard]] bool has_sixel() const { return has_sixel_; }
  /// Its size now.
  [[nodiscard]] TerminalSize size() const;
  /// Writes all of it. Throws Error(output).
  void write(std::string_view text) const;

 private:
  void ask();

  FileDescriptor file_;
  bool has_kitty_ = false, has_sixel_ = false;
  Size cell_{8, 16};  ///< px, where the kernel does not know
};

}  // namespace overlace
