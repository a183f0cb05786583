// SPDX-License-Identifier: Apache-2.0
// Protocol buffers' wire format (protobuf.dev/programming-guides/encoding), field by field.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace overlace {

/// One field of a message.
struct WireField {
  std::uint32_t number = 0;
  std::uint64_t value = 0;   ///< a varint or a fixed-size number
  std::string_view bytes{};  ///< of a field with a length
  bool has_length = false;
};

/// Reads the fields of a message, one after another, and nothing outside of its bytes.
class WireReader {
 public:
  explicit WireReader(std::string_view message) : rest_(message) {}

  /// The next field; nothing at the end, and after damage.
  std::optional<WireField> next();
  /// The next number of a packed field; nothing at the end, and after damage.
  std::optional<std::uint64_t> number();
  /// Whether the message ended in the middle of a field, or had an impossible one.
  [[nodiscard]] bool is_damaged() const { return damaged_; }

 private:
  std::optional<std::uint64_t> fixed(std::size_t bytes);

  std::string_view rest_;
  bool damaged_ = false;
};

}  // namespace overlace
