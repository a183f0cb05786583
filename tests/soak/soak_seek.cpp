// SPDX-License-Identifier: Apache-2.0
// Compares random frames of clips with a run from the start: soak_seek COUNT CLIP…
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>

#include "tests/io/seek_check.h"

int main(int argc, char** argv) {
  bool failed = false;
  for (int i = 2; i < argc; ++i) {
    try {
      std::string said;
      overlace::ReaderOptions options;
      options.log = [&said](const std::string& text) {
        if (text.find("is reached by decoding") != std::string::npos) said = "  (" + text + ")";
      };
      const auto result = overlace::testing::check_seeks(argv[i], options, std::atoi(argv[1]));
      std::printf("%-40s %5d frames, %5d sought, %4d from a key frame, %d differ%s\n", argv[i],
                  result.frames, result.sought, result.jumps, result.differing, said.c_str());
      failed = failed || result.differing > 0;
    } catch (const std::exception& error) {
      std::printf("%-40s refused: %s\n", argv[i], error.what());
    }
  }
  return failed ? 1 : 0;
}
