// SPDX-License-Identifier: Apache-2.0
// Enumerators with their names in documents.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <span>
#include <string_view>

namespace overlace {

/// An enumerator, and its name in documents.
template <class Enum>
struct Named {
  std::string_view name;
  Enum value;
};
/// Such names for the duration of a call: a braced list or an array.
template <class Enum>
class NamedValues {
 public:
  NamedValues(std::initializer_list<Named<Enum>> values) : values_(values.begin(), values.size()) {}
  NamedValues(std::span<const Named<Enum>> values) : values_(values) {}
  template <std::size_t n>
  NamedValues(const Named<Enum> (&values)[n]) : values_(values) {}
  [[nodiscard]] auto begin() const { return values_.begin(); }
  [[nodiscard]] auto end() const { return values_.end(); }

 private:
  std::span<const Named<Enum>> values_;
};

}  // namespace overlace
