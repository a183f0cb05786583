// SPDX-License-Identifier: Apache-2.0
// Opens an address that holds a secret in the user's browser.
#pragma once

#include <string>

#include "io/files/scratch_folder.h"

namespace overlace {

/// Whether a browser that is opened here would be seen by the user: there is a display, and the
/// user does not sit before another machine.
[[nodiscard]] bool has_screen();

/// A file that leads a browser to an address, which so is on no command line, where other users of
/// the machine would see it. Only this user may read it; it goes with this object.
class BrowserPage {
 public:
  /// Throws Error(output).
  explicit BrowserPage(const std::string& address);

  /// Asks the desktop (xdg-open) to show it. Returns whether that could be asked.
  [[nodiscard]] bool open() const;

 private:
  ScratchFolder folder_;
};

}  // namespace overlace
