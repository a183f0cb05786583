// SPDX-License-Identifier: Apache-2.0
// Never reads past the end: the input may be anything.
#include "io/av/sei.h"

namespace overlace {

Bytes unescaped(ByteSpan unit) {
  Bytes plain;
  std::size_t zeros = 0;
  for (const std::uint8_t byte : unit) {
    if (zeros < 2 || byte != 3) plain.push_back(byte);
    zeros = byte == 0 ? zeros + 1 : 0;
  }
  return plain;
}

Bytes escaped(ByteSpan plain) {
  Bytes unit;
  std::size_t zeros = 0;
  for (const std::uint8_t byte : plain) {
    if (zeros >= 2 && byte <= 3) {
      unit.push_back(3);
      zeros = 0;
    }
    unit.push_back(byte);
    zeros = byte == 0 ? zeros + 1 : 0;
  }
  return unit;
}

std::vector<SeiMessage> sei_messages(ByteSpan plain) {
  std::vector<SeiMessage> messages;
  std::size_t at = 1;  // after the unit's header
  const auto read = [&plain, &at](std::size_t& value) {
    while (at < plain.size() && plain[at] == 0xff) value += plain[at++];
    if (at < plain.size()) value += plain[at++];
  };
  while (at + 2 < plain.size()) {
    const std::size_t begin = at;
    std::size_t type = 0, size = 0;
    read(type);
    read(size);
    if (at >= plain.size() || size > plain.size() - at) break;
    messages.push_back({type, plain.subspan(at, size), plain.subspan(begin, at + size - begin)});
    at += size;
  }
  return messages;
}

}  // namespace overlace
