// SPDX-License-Identifier: Apache-2.0
// A Page behind a pipe, for tests of the browser's side where no module is built: lines that say
// what comes, and bytes.
//
//     ask METHOD PATH SIZE              bytes of the question
//     frame NUMBER WIDTH HEIGHT SIZE    pixels
//     picture WIDTH HEIGHT SIZE PATH    pixels
//
// Each is answered with a line "HEAD_SIZE BODY_SIZE" and these bytes.
#include <fmt/format.h>

#include <iostream>
#include <sstream>
#include <string>

#include "wasm/page.h"

namespace {

std::string read_bytes(std::size_t size) {
  std::string bytes(size, '\0');
  std::cin.read(bytes.data(), static_cast<std::streamsize>(size));
  return bytes;
}

overlace::RgbaPixels read_pixels(std::size_t size) {
  const std::string bytes = read_bytes(size);
  return {bytes.begin(), bytes.end()};
}

void write(const std::string& head, const std::string& body = {}) {
  std::cout << fmt::format("{} {}\n", head.size(), body.size()) << head << body << std::flush;
}

void serve(overlace::Page& page, const std::string& line) {
  std::istringstream words(line);
  std::string what, method, path;
  int frame = 0;
  overlace::Size picture;
  std::size_t size = 0;
  words >> what;
  if (what == "ask") {
    words >> method >> path >> size;
    const overlace::EngineMessage answer = page.ask(method, path, read_bytes(size));
    write(answer.head.dump(), answer.body);
  } else if (what == "frame") {
    words >> frame >> picture.width >> picture.height >> size;
    page.given().give_frame(frame, picture, read_pixels(size));
    write("");
  } else if (what == "picture") {
    words >> picture.width >> picture.height >> size >> std::ws;
    std::getline(words, path);
    page.given().give_picture(path, picture, read_pixels(size));
    write("");
  }
}

}  // namespace

int main() {
  overlace::Page page;
  for (std::string line; std::getline(std::cin, line);) serve(page, line);
  return 0;
}
