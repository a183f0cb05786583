// SPDX-License-Identifier: Apache-2.0
// H.264 with uncompressed samples: the fake encoder's input can be read back from the file.
#pragma once

#include <cstdint>
#include <vector>

namespace overlace::fake_driver {

/// An 8-bit 4:2:0 picture; chroma samples `chroma_step` bytes apart.
struct YuvPicture {
  int width = 0, height = 0;
  const std::uint8_t* planes[3] = {};
  std::size_t strides[3] = {};
  std::size_t chroma_step = 1;
};

/// Sequence and picture parameter sets, with start codes.
std::vector<std::uint8_t> h264_headers(int width, int height);
/// One independently decodable picture (an IDR of I_PCM blocks), with a start code.
std::vector<std::uint8_t> h264_picture(const YuvPicture& picture, unsigned number);

}  // namespace overlace::fake_driver
