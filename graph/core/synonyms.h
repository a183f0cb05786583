// SPDX-License-Identifier: Apache-2.0
// Words of other programs for what overlace calls by one name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace overlace {

/// The candidate that means what `word` means elsewhere, "score" for "confidence"; "" if no
/// candidate does.
[[nodiscard]] std::string same_meaning(std::string_view word,
                                       const std::vector<std::string>& candidates);

}  // namespace overlace
