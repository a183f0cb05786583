// SPDX-License-Identifier: Apache-2.0
// ITU-T H.264, clauses 7.3.2.1 (sequence), 7.3.2.2 (picture), 7.3.3 (slice), 7.3.5 (I_PCM).
#include "tests/io/fake_driver/pcm_h264.h"

#include <algorithm>
#include <bit>

namespace overlace::fake_driver {
namespace {

using Bytes = std::vector<std::uint8_t>;

class BitWriter {
 public:
  void bits(unsigned value, int count) {
    while (count-- > 0) bit((value >> unsigned(count)) & 1U);
  }
  // Exp-Golomb code, clause 9.1.
  void ue(unsigned value) {
    const int length = std::bit_width(value + 1);
    bits(0, length - 1);
    bits(value + 1, length);
  }
  void align() {
    while (used_ % 8 != 0) bit(0);
  }
  void byte(std::uint8_t value) {
    bytes_.push_back(value);
    used_ += 8;
  }
  void end() {
    bit(1);
    align();
  }
  [[nodiscard]] const Bytes& bytes() const { return bytes_; }

 private:
  void bit(unsigned value) {
    if (used_ % 8 == 0) bytes_.push_back(0);
    bytes_.back() = static_cast<std::uint8_t>(bytes_.back() | value << (7 - used_ % 8));
    ++used_;
  }
  Bytes bytes_;
  std::size_t used_ = 0;
};

// A start code, then the payload escaped so that it contains no start code (clause 7.4.1).
void append_unit(Bytes& stream, std::uint8_t header, const Bytes& payload) {
  stream.insert(stream.end(), {0, 0, 0, 1, header});
  int zeros = 0;
  for (const std::uint8_t byte : payload) {
    if (zeros >= 2 && byte <= 3) {
      stream.push_back(3);
      zeros = 0;
    }
    stream.push_back(byte);
    zeros = byte == 0 ? zeros + 1 : 0;
  }
}

unsigned blocks(int size) {
  return static_cast<unsigned>(size + 15) / 16;
}

Bytes sequence(int width, int height) {
  BitWriter w;
  w.bits(66, 8);  // baseline
  w.bits(0, 8);
  w.bits(51, 8);  // level 5.1
  w.ue(0);
  w.ue(0);  // 4 bits of frame number
  w.ue(2);  // output in coded order
  w.ue(0);
  w.bits(0, 1);
  w.ue(blocks(width) - 1);
  w.ue(blocks(height) - 1);
  w.bits(3, 2);  // frames only, 8x8 inference
  w.bits(1, 1);  // cropped, in chroma samples
  w.ue(0);
  w.ue((blocks(width) * 16 - unsigned(width)) / 2);
  w.ue(0);
  w.ue((blocks(height) * 16 - unsigned(height)) / 2);
  w.bits(0, 1);
  w.end();
  return w.bytes();
}

Bytes picture_parameters() {
  BitWriter w;
  w.ue(0);
  w.ue(0);
  w.bits(0, 2);
  for (int i = 0; i < 3; ++i) w.ue(0);
  w.bits(0, 3);
  for (int i = 0; i < 3; ++i) w.ue(0);
  w.bits(4, 3);  // slices may disable deblocking
  w.end();
  return w.bytes();
}

void write_block(BitWriter& w, const YuvPicture& p, int plane, int left, int top, int size) {
  const int shift = plane == 0 ? 0 : 1;
  const std::size_t step = plane == 0 ? 1 : p.chroma_step;
  const int last_x = (p.width >> shift) - 1;
  const int last_y = (p.height >> shift) - 1;
  for (int y = top; y < top + size; ++y) {
    const std::uint8_t* row =
        p.planes[plane] + p.strides[plane] * static_cast<std::size_t>(std::min(y, last_y));
    for (int x = left; x < left + size; ++x)
      w.byte(row[step * static_cast<std::size_t>(std::min(x, last_x))]);
  }
}

}  // namespace

std::vector<std::uint8_t> h264_headers(int width, int height) {
  Bytes stream;
  append_unit(stream, 0x67, sequence(width, height));
  append_unit(stream, 0x68, picture_parameters());
  return stream;
}

std::vector<std::uint8_t> h264_picture(const YuvPicture& picture, unsigned number) {
  constexpr unsigned all_intra_slices = 7;
  constexpr unsigned i_pcm = 25;
  BitWriter w;
  w.ue(0);
  w.ue(all_intra_slices);
  w.ue(0);
  w.bits(0, 4);
  w.ue(number % 2);  // neighbouring IDR pictures have different numbers
  w.bits(0, 2);
  w.ue(0);
  w.ue(1);  // no deblocking
  for (int y = 0; y < static_cast<int>(blocks(picture.height)); ++y) {
    for (int x = 0; x < static_cast<int>(blocks(picture.width)); ++x) {
      w.ue(i_pcm);
      w.align();
      write_block(w, picture, 0, x * 16, y * 16, 16);
      for (int plane = 1; plane < 3; ++plane) write_block(w, picture, plane, x * 8, y * 8, 8);
    }
  }
  w.end();
  Bytes stream;
  append_unit(stream, 0x65, w.bytes());
  return stream;
}

}  // namespace overlace::fake_driver
