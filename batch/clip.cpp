// SPDX-License-Identifier: Apache-2.0
// Clips' options, by name.
#include "batch/clip.h"

#include <algorithm>
#include <cctype>

namespace overlace {

// RFC 3986: a scheme is a letter, and then letters, digits, '+', '-' and '.'.
bool is_uri(std::string_view name) {
  const std::string_view scheme = name.substr(0, name.find("://"));
  const auto is_letter = [](unsigned char c) { return std::isalpha(c) != 0; };
  const auto may_follow = [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '+' || c == '-' || c == '.';
  };
  return scheme.size() < name.size() && !scheme.empty() && is_letter(scheme[0]) &&
         std::ranges::all_of(scheme, may_follow);
}

std::string BatchClip::option(std::string_view name) const {
  for (auto option = options.rbegin(); option != options.rend(); ++option)
    if (option->first == name) return option->second;
  return {};
}

void BatchClip::set_option(const std::string& name, std::string value) {
  std::erase_if(options, [&name](const RenderOption& option) { return option.first == name; });
  options.emplace_back(name, std::move(value));
}

}  // namespace overlace
