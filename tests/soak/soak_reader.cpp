// SPDX-License-Identifier: Apache-2.0
// Opens and reads every clip of a list, in one process: soak_reader LIST
#include <fstream>
#include <string>

#include "io/read/video_reader.h"

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  std::ifstream list(argv[1]);
  std::string path;
  while (std::getline(list, path)) {
    overlace::VideoReader reader(path, {.threads = 1});
    overlace::DecodedFrame picture;
    while (reader.read(picture)) {
    }
  }
  return 0;
}
