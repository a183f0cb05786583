// SPDX-License-Identifier: Apache-2.0
// Builds frames from strings of binary digits; there are few of them.
#include "tests/io/he_aac.h"

#include <bitset>
#include <cstddef>
#include <cstdint>

namespace overlace::testing {
namespace {

constexpr std::size_t header_bytes = 7;  ///< of ADTS without a checksum

std::string digits_of(const std::string& bytes) {
  std::string digits;
  for (const char byte : bytes)
    digits += std::bitset<8>(static_cast<std::uint8_t>(byte)).to_string();
  return digits;
}

std::string bytes_of(std::string digits) {
  digits.resize((digits.size() + 7) / 8 * 8, '0');
  std::string bytes;
  for (std::size_t i = 0; i < digits.size(); i += 8)
    bytes += static_cast<char>(std::bitset<8>(digits, i, 8).to_ulong());
  return bytes;
}

/// A 40-byte fill element with the replication data.
std::string replication() {
  const std::string element = "110", fifteen_and = "1111", twenty_six = "00011010";
  const std::string kind = "1101";
  // A header follows; levels in steps of 1.5 dB, from band 5 to band 9. The rest is 0.
  std::string data = kind + "1" + "0" + "0101" + "1001";
  data.resize(std::size_t{8} * 40, '0');
  return element + fifteen_and + twenty_six + data;
}

/// Sets the 13 bits of an ADTS header that hold the frame's length.
void set_length(std::string& frame) {
  std::string header = digits_of(frame.substr(0, header_bytes));
  header.replace(30, 13, std::bitset<13>(frame.size()).to_string());
  frame.replace(0, header_bytes, bytes_of(header));
}

}  // namespace

std::string he_aac_of(const std::string& adts) {
  constexpr const char* end = "111";  // a frame's last element; zeros pad the frame to whole bytes
  std::string out;
  for (std::size_t at = 0, length = 0; at < adts.size(); at += length) {
    const std::string header = adts.substr(at, header_bytes);
    length = std::bitset<13>(digits_of(header), 30, 13).to_ulong();
    std::string body = digits_of(adts.substr(at + header_bytes, length - header_bytes));
    body.resize(body.rfind(end));
    std::string frame = header + bytes_of(body + replication() + end);
    set_length(frame);
    out += frame;
  }
  return out;
}

}  // namespace overlace::testing
