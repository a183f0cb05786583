// SPDX-License-Identifier: Apache-2.0
// Settings that a host passes as one text.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace overlace {

/// The parts of "KNOB=VALUE&NODE.PARAM=VALUE", separated by `between`. Empty parts are left out.
[[nodiscard]] inline std::vector<std::string> settings_in(const std::string& text,
                                                          char between = '&') {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(between, begin), text.size());
    if (end > begin) parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

}  // namespace overlace
