// SPDX-License-Identifier: Apache-2.0
// The difference of two texts, as diff -u and git show it.
#pragma once

#include <string>
#include <string_view>

namespace overlace {

/// A unified diff with three lines of context, which `patch` applies; "" if the texts are equal.
/// `name` is that of the file, before and after.
[[nodiscard]] std::string unified_diff(std::string_view before, std::string_view after,
                                       const std::string& name);

}  // namespace overlace
