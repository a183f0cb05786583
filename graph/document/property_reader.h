// SPDX-License-Identifier: Apache-2.0
// Parts of reading a property: its constants, and its map from an attribute or a series.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "graph/core/problems.h"
#include "graph/types/node_builder.h"
#include "graph/types/values.h"

namespace overlace::detail {

/// The number of "12.5%"; nothing if it is not a percentage.
[[nodiscard]] std::optional<double> parse_percent(std::string_view text);

/// Reads the constants of one parameter. Errors go to `problems`, with pointers relative to the
/// parameter's value.
template <class T>
class AmountReader {
 public:
  using Amount = typename Property<T>::Amount;

  AmountReader(const ParamRow& row, Problems& problems) : row_(row), problems_(problems) {}
  [[nodiscard]] Amount read(const Json& value, const std::string& pointer);

  [[nodiscard]] const ParamRow& row() const { return row_; }
  [[nodiscard]] Problems& problems() const { return problems_; }

 private:
  const ParamRow& row_;
  Problems& problems_;
};

/// Reads the key "expr" of an object; null, and a problem, if it has no expression.
[[nodiscard]] std::shared_ptr<const Expression> read_expression(const Json& value,
                                                                const std::string& pointer,
                                                                Problems& problems);

/// Reads {"map": ATTRIBUTE, …}, {"map": {"expr": …}, …} or {"series": NAME, …}.
template <class T>
[[nodiscard]] typename Property<T>::Map read_map(const Json& value, AmountReader<T> amounts);

extern template class AmountReader<float>;
extern template class AmountReader<Color>;
extern template Number::Map read_map(const Json& value, AmountReader<float> amounts);
extern template Paint::Map read_map(const Json& value, AmountReader<Color> amounts);

}  // namespace overlace::detail
