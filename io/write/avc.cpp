// SPDX-License-Identifier: Apache-2.0
// Bytes of H.264. Never reads past the end: the input may be anything.
#include "io/write/avc.h"

#include <algorithm>
#include <iterator>
#include <optional>

namespace overlace {
namespace {

AvcNal type_of(ByteSpan unit) {
  return static_cast<AvcNal>(unit[0] & 0x1fU);
}

/// Reads numbers from the front of a record; `ok` becomes false at its end.
struct Cursor {
  ByteSpan left;
  bool ok = true;

  ByteSpan take(std::size_t count) {
    if (left.size() < count) {
      ok = false;
      count = left.size();
    }
    const ByteSpan taken = left.first(count);
    left = left.subspan(count);
    return taken;
  }
  std::size_t number(int bytes) {
    std::size_t value = 0;
    for (const std::uint8_t byte : take(static_cast<std::size_t>(bytes)))
      value = value << 8U | byte;
    return value;
  }
};

void append(Bytes& to, std::size_t number, int bytes) {
  for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8)
    to.push_back(static_cast<std::uint8_t>(number >> static_cast<unsigned>(shift)));
}

void append(Bytes& to, ByteSpan bytes) {
  std::ranges::copy(bytes, std::back_inserter(to));
}

void read_sets(Cursor& from, std::size_t count, std::vector<Bytes>& sets) {
  for (std::size_t i = 0; i < count && from.ok; ++i) {
    const ByteSpan set = from.take(from.number(2));
    if (set.empty()) from.ok = false;
    sets.emplace_back(set.begin(), set.end());
  }
}

void write_sets(Bytes& to, const std::vector<Bytes>& sets) {
  for (const Bytes& set : sets) {
    append(to, set.size(), 2);
    append(to, ByteSpan(set));
  }
}

// The Exp-Golomb number that starts at bit `at` (H.264, 9.1).
std::optional<unsigned> exp_golomb(ByteSpan data, std::size_t at) {
  const auto bit = [data](std::size_t i) {
    return i / 8 < data.size() ? data[i / 8] >> (7 - i % 8) & 1U : 1U;
  };
  unsigned zeros = 0;
  while (zeros < 16 && bit(at + zeros) == 0) ++zeros;
  if (zeros == 16) return std::nullopt;
  unsigned value = 0;
  for (std::size_t i = 0; i <= zeros; ++i) value = value << 1U | bit(at + zeros + i);
  return value - 1;
}

}  // namespace

bool parse_avc_config(ByteSpan data, AvcConfig& config) {
  Cursor from{data};
  if (from.number(1) != 1) return false;
  const ByteSpan head = from.take(3);
  config.head.assign(head.begin(), head.end());
  config.length_bytes = static_cast<int>(from.number(1) & 3U) + 1;
  read_sets(from, from.number(1) & 0x1fU, config.sequence_sets);
  read_sets(from, from.number(1), config.picture_sets);
  config.tail.assign(from.left.begin(), from.left.end());
  return from.ok && !config.sequence_sets.empty() && !config.picture_sets.empty();
}

Bytes write_avc_config(const AvcConfig& config) {
  Bytes data{1};
  append(data, ByteSpan(config.head));
  append(data, 0xfcU | static_cast<std::size_t>(config.length_bytes - 1), 1);
  append(data, 0xe0U | config.sequence_sets.size(), 1);
  write_sets(data, config.sequence_sets);
  append(data, config.picture_sets.size(), 1);
  write_sets(data, config.picture_sets);
  append(data, ByteSpan(config.tail));
  return data;
}

void add_parameter_sets(AvcConfig& config, ByteSpan with_start_codes) {
  each_unit_after_start_code(with_start_codes, [&config](ByteSpan unit) {
    if (type_of(unit) == AvcNal::sequence_set)
      config.sequence_sets.emplace_back(unit.begin(), unit.end());
    if (type_of(unit) == AvcNal::picture_set)
      config.picture_sets.emplace_back(unit.begin(), unit.end());
  });
}

// After the unit header a sequence set has three bytes of profile and level, then its id; a picture
// set begins with its id (H.264, 7.3.2.1 and 7.3.2.2).
std::set<unsigned> parameter_set_ids(const AvcConfig& config) {
  std::set<unsigned> ids;
  const auto add = [&ids](const Bytes& set, std::size_t bit) {
    if (const auto id = exp_golomb(set, bit)) ids.insert(*id);
  };
  for (const Bytes& set : config.sequence_sets) add(set, 32);
  for (const Bytes& set : config.picture_sets) add(set, 8);
  return ids;
}

std::vector<AvcNal> units_of(ByteSpan packet, int length_bytes) {
  std::vector<AvcNal> types;
  const bool whole = each_unit_after_length(
      packet, length_bytes, [&types](ByteSpan unit) { types.push_back(type_of(unit)); });
  return whole ? types : std::vector<AvcNal>();
}

Bytes with_lengths(ByteSpan with_start_codes) {
  Bytes packet;
  packet.reserve(with_start_codes.size() + 16);
  each_unit_after_start_code(with_start_codes, [&packet](ByteSpan unit) {
    append(packet, unit.size(), 4);
    append(packet, unit);
  });
  return packet;
}

}  // namespace overlace
