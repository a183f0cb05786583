// SPDX-License-Identifier: Apache-2.0
// The clip a plan is made for.
#include "tools/cli/clip_options.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdio>

#include "graph/core/error.h"
#include "io/read/video_reader.h"

namespace overlace {

Size parse_size(const std::string& text, const std::string& option) {
  Size size;
  char rest = 0;
  if (std::sscanf(text.c_str(), "%dx%d%c", &size.width, &size.height, &rest) != 2 ||
      size.width < 1 || size.height < 1 || size.width > 65536 || size.height > 65536)
    throw Error(ErrorCode::usage, fmt::format("'{}' is no picture size", text),
                "write it as 1920x1080", Place{option});
  return size;
}

void ClipOptions::add_to(CLI::App& command) {
  command.add_option("-i,--input,--video", input, "Video that the graph is to be drawn on");
  command.add_option("--size", size, "Picture size when there is no video")->capture_default_str();
  command.add_option("--fps", frame_rate, "Frame rate when there is no video")
      ->check(CLI::Range(0.01, 10000.0))
      ->capture_default_str();
}

ClipInfo ClipOptions::clip() const {
  if (!input.empty()) return VideoReader(input).info().clip;
  return {parse_size(size, "--size"), {std::llround(frame_rate * 1000), 1000}, 0};
}

}  // namespace overlace
