// SPDX-License-Identifier: Apache-2.0
// Digests of contents: equal digests are taken to mean equal contents.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

struct XXH3_state_s;

namespace overlace {

/// A running 128-bit XXH3 (xxhash.com). It guards against accidents, not against an attacker.
class Digest {
 public:
  using Value = std::array<std::uint64_t, 2>;

  Digest();
  /// Adds bytes as they are.
  void add(const void* bytes, std::size_t count);
  /// Adds a text with its length, so that "ab", "c" is not "a", "bc".
  void add(std::string_view text);
  /// The digest of everything added so far.
  [[nodiscard]] Value value() const;

 private:
  struct Free {
    void operator()(XXH3_state_s* state) const;
  };
  std::unique_ptr<XXH3_state_s, Free> state_;
};

/// 32 hexadecimal digits, the low half first.
[[nodiscard]] std::string hex_of(const Digest::Value& value);

}  // namespace overlace
