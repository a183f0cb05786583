// SPDX-License-Identifier: Apache-2.0
// Options on what is written: container, codec, quality, alpha.
#pragma once

#include <CLI/App.hpp>
#include <optional>
#include <string>
#include <vector>

#include "io/write/frame_sink.h"

namespace overlace {

/// An output's settings as they are typed.
struct OutputOptions {
  std::string container, codec, bitrate, preset, pixel_format, alpha = "auto", exr_light = "linear",
                                                               audio = "part";
  std::optional<double> crf;
  std::optional<int> gop, start_number;
  std::vector<std::string> codec_options;  ///< "KEY=VALUE"
  bool overlay_only = false, copy_if_untouched = false;

  void add_to(CLI::App& command);
  /// Sets them on the writer for `output`; the rest of it stays. Throws Error(usage).
  void apply(WriterOptions& writer, const std::string& output) const;
};

}  // namespace overlace
