// SPDX-License-Identifier: Apache-2.0
// Where a picture goes that somebody looks at: a file, the terminal, or both.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "cli/terminal_view.h"
#include "graph/core/log.h"
#include "io/files/scratch_folder.h"

namespace overlace {

/// What becomes of a picture that is only to be viewed, in a terminal that shows no pictures.
enum class WithoutView : std::uint8_t { temporary_file, refused };

/// A file, and a view in the terminal.
class StillPlace {
 public:
  /// With `view` in the terminal, `output` may be "" for no file. `log` is told of a terminal that
  /// shows no pictures, and where to look instead. Throws Error(usage) where the picture would go
  /// nowhere, and Error(unavailable) for a view that is refused.
  StillPlace(const std::string& output, bool view, WithoutView otherwise, const LogSink& log);

  /// The file; where none is kept, a name that would do for one.
  [[nodiscard]] const std::string& path() const { return path_; }
  /// The file is to be written.
  [[nodiscard]] bool keeps_file() const { return keeps_file_; }
  /// Null: not in the terminal.
  [[nodiscard]] TerminalView* view() const { return view_.get(); }

 private:
  void use_temporary_file();

  std::string path_;
  bool keeps_file_ = true;
  std::unique_ptr<TerminalView> view_;
  std::unique_ptr<ScratchFolder> folder_;  ///< of a temporary file
};

}  // namespace overlace
