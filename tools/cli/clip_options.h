// SPDX-License-Identifier: Apache-2.0
// The clip a plan is made for: a video, or a size and a rate without one.
#pragma once

#include <CLI/App.hpp>
#include <string>

#include "graph/core/time.h"

namespace overlace {

/// "1920x1080" as a size. Throws Error(usage) that names `option`.
[[nodiscard]] Size parse_size(const std::string& text, const std::string& option);

struct ClipOptions {
  std::string input;  ///< video; empty: the size and rate below
  std::string size = "1920x1080";
  double frame_rate = 25;

  void add_to(CLI::App& command);
  /// Opens the video, if there is one, for its clip. Throws Error.
  [[nodiscard]] ClipInfo clip() const;
};

}  // namespace overlace
