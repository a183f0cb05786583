// SPDX-License-Identifier: Apache-2.0
// Where the page may have a video written, and how.
#pragma once

#include <string>
#include <vector>

#include "edit/export_process.h"

namespace overlace {

/// The folders into which videos may be exported: those of the files that the user named on the
/// command line, and further ones.
class ExportChoice {
 public:
  /// `clip` "": a test card.
  ExportChoice(const std::string& clip, const std::string& graph,
               const std::vector<std::string>& roots);

  /// "folders" and a "name" to begin with.
  [[nodiscard]] Json facts() const;
  /// What a request asks for: "text", "folder" (a number in `facts`), "name", "codec", "crf",
  /// "frames", "overlay_only", "overwrite". Throws Error(usage).
  [[nodiscard]] ExportAsk read(const Json& request) const;
  /// Whether there is already a file at the output, which the request does not allow to replace.
  [[nodiscard]] static bool would_replace(const ExportAsk& ask);

 private:
  std::vector<std::string> folders_;
  std::string name_;
};

}  // namespace overlace
