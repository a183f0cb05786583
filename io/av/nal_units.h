// SPDX-License-Identifier: Apache-2.0
// NAL units of H.264 and HEVC, in both forms that packets use. Never reads past the end: the input
// may be anything.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace overlace {

using Bytes = std::vector<std::uint8_t>;
using ByteSpan = std::span<const std::uint8_t>;

/// Calls `visit` with each unit between start codes (H.264, annex B), without trailing zeros.
template <class Visit>
void each_unit_after_start_code(ByteSpan data, Visit visit) {
  constexpr std::array<std::uint8_t, 3> start{0, 0, 1};
  const auto find = [&start](ByteSpan in) {
    return std::search(in.begin(), in.end(), start.begin(), start.end());
  };
  auto at = find(data);
  while (at != data.end()) {
    const ByteSpan rest(at + 3, data.end());
    const auto end = find(rest);
    ByteSpan unit(rest.begin(), end);
    while (!unit.empty() && unit.back() == 0) unit = unit.first(unit.size() - 1);
    if (!unit.empty()) visit(unit);
    at = data.begin() + (end - rest.begin()) + (rest.data() - data.data());
  }
}

/// Calls `visit` with each unit that is preceded by its length, a big-endian number of
/// `length_bytes` bytes. False where the data is malformed.
template <class Visit>
bool each_unit_after_length(ByteSpan data, int length_bytes, Visit visit) {
  const auto head = static_cast<std::size_t>(length_bytes);
  while (!data.empty()) {
    if (data.size() < head) return false;
    std::size_t length = 0;
    for (const std::uint8_t byte : data.first(head)) length = length << 8U | byte;
    data = data.subspan(head);
    if (length == 0 || length > data.size()) return false;
    visit(data.first(length));
    data = data.subspan(length);
  }
  return true;
}

}  // namespace overlace
