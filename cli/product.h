// SPDX-License-Identifier: Apache-2.0
// Text that a command was run for: unlike a message about its work, it must arrive.
#pragma once

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace overlace {

/// Prints text to standard output as it is. Throws Error(output) if that fails: the disk is full,
/// or nobody reads.
void print_product(std::string_view text);

template <class... Values>
void print_product(fmt::format_string<Values...> format, Values&&... values) {
  print_product(std::string_view(fmt::format(format, std::forward<Values>(values)...)));
}

}  // namespace overlace
