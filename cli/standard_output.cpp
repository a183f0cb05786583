// SPDX-License-Identifier: Apache-2.0
// A stray line within the bytes of a video would corrupt it, whoever prints it.
#include "cli/standard_output.h"

#include <unistd.h>

#include <cstdio>

#include "graph/core/error.h"

namespace overlace {

StandardOutput::StandardOutput() : video_(::dup(STDOUT_FILENO)) {
  std::fflush(stdout);
  if (video_ < 0 || ::dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
    throw Error(ErrorCode::output, "standard output is not open");
}

StandardOutput::~StandardOutput() {
  std::fflush(stdout);
  ::dup2(video_, STDOUT_FILENO);
  ::close(video_);
}

std::unique_ptr<StandardOutput> take_standard_output(const std::string& output) {
  if (output != standard_output) return nullptr;
  if (::isatty(STDOUT_FILENO) != 0)
    throw Error(ErrorCode::usage, "a terminal shows no video", "pipe it on: … -o - | ffplay -",
                SourceLocation{"-o"});
  return std::make_unique<StandardOutput>();
}

}  // namespace overlace
