// SPDX-License-Identifier: Apache-2.0
// Fields of a protocol buffer, with their lengths checked.
#include "detect/wire_reader.h"

namespace overlace {

std::optional<std::uint64_t> WireReader::number() {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    if (rest_.empty()) return std::nullopt;
    const auto byte = static_cast<std::uint8_t>(rest_.front());
    rest_.remove_prefix(1);
    value |= std::uint64_t{byte & 0x7FU} << shift;
    if ((byte & 0x80U) == 0) return value;
  }
  return std::nullopt;
}

std::optional<std::uint64_t> WireReader::fixed(std::size_t bytes) {
  if (rest_.size() < bytes) return std::nullopt;
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < bytes; ++i)
    value |= std::uint64_t{static_cast<std::uint8_t>(rest_[i])} << (8 * i);
  rest_.remove_prefix(bytes);
  return value;
}

std::optional<WireField> WireReader::next() {
  if (damaged_ || rest_.empty()) return std::nullopt;
  damaged_ = true;  // until the field is complete
  const auto tag = number();
  if (!tag || *tag >> 3U == 0 || *tag >> 3U >= 1U << 29U) return std::nullopt;
  WireField field{.number = static_cast<std::uint32_t>(*tag >> 3U)};
  enum : std::uint8_t { is_varint = 0, is_64_bit = 1, has_length = 2, is_32_bit = 5 };
  std::optional<std::uint64_t> value;
  switch (*tag & 7U) {
    case is_varint:
      value = number();
      break;
    case is_64_bit:
      value = fixed(8);
      break;
    case is_32_bit:
      value = fixed(4);
      break;
    case has_length:
      value = number();
      if (!value || *value > rest_.size()) return std::nullopt;
      field.has_length = true;
      field.bytes = rest_.substr(0, static_cast<std::size_t>(*value));
      rest_.remove_prefix(field.bytes.size());
      break;
    default:  // groups: never written by protocol buffers of version 3, nor by ONNX
      break;
  }
  if (!value) return std::nullopt;
  field.value = *value;
  damaged_ = false;
  return field;
}

}  // namespace overlace
