// SPDX-License-Identifier: Apache-2.0
// libsixel chooses colours and writes sixels.
#include <sixel.h>

#include <memory>

#include "cli/terminal_picture.h"
#include "graph/core/error.h"

namespace overlace {
namespace {

constexpr int most_colors = 256;

struct Release {
  void operator()(sixel_dither_t* dither) const { sixel_dither_unref(dither); }
  void operator()(sixel_output_t* output) const { sixel_output_unref(output); }
};

void check(SIXELSTATUS status) {
  if (SIXEL_FAILED(status))
    throw Error(ErrorCode::out_of_memory, sixel_helper_format_error(status));
}

int append(char* data, int size, void* text) {
  static_cast<std::string*>(text)->append(data, static_cast<std::size_t>(size));
  return size;
}

void write_sixels(const RgbPicture& picture, std::string& text) {
  std::vector<unsigned char> pixels = picture.pixels;  // libsixel takes them as writable
  const auto [width, height] = picture.size;
  sixel_dither_t* new_dither = nullptr;
  check(sixel_dither_new(&new_dither, most_colors, nullptr));
  const std::unique_ptr<sixel_dither_t, Release> dither(new_dither);
  check(sixel_dither_initialize(dither.get(), pixels.data(), width, height,
                                SIXEL_PIXELFORMAT_RGB888, SIXEL_LARGE_NORM, SIXEL_REP_CENTER_BOX,
                                SIXEL_QUALITY_LOW));
  sixel_output_t* new_output = nullptr;
  check(sixel_output_new(&new_output, append, &text, nullptr));
  const std::unique_ptr<sixel_output_t, Release> output(new_output);
  check(sixel_encode(pixels.data(), width, height, 0, dither.get(), output.get()));
}

}  // namespace
}  // namespace overlace

void overlace_sixel(const overlace::RgbPicture& picture, std::string& text) {
  overlace::write_sixels(picture, text);
}
