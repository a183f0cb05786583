// SPDX-License-Identifier: Apache-2.0
#include "text/font_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "graph/core/error.h"
#include "text/find_fonts.h"

namespace overlace {
namespace {

char lower(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

/// Sorted, without duplicates.
std::vector<std::string> sorted(std::vector<std::string> names) {
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

}  // namespace

bool equal_font_names(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](char x, char y) { return lower(x) == lower(y); });
}

bool is_generic_family(std::string_view family) {
  constexpr std::array generic{"sans-serif", "sans",    "serif",     "monospace",
                               "cursive",    "fantasy", "system-ui", "emoji"};
  return std::ranges::any_of(generic,
                             [&](const char* name) { return equal_font_names(family, name); });
}

bool names_font_file(const std::string& name) {
  if (name.find('/') != std::string::npos) return true;
  if (name.size() < 4) return false;
  const std::string_view ending = std::string_view(name).substr(name.size() - 4);
  return equal_font_names(ending, ".ttf") || equal_font_names(ending, ".otf") ||
         equal_font_names(ending, ".ttc");
}

void refuse_all_fonts() {
  throw Error(ErrorCode::usage, "no fonts are installed", "install a font package");
}

void refuse_family(const std::string& family, std::vector<std::string> known) {
  const std::string nearest = nearest_name(family, sorted(std::move(known)));
  throw Error(ErrorCode::usage, fmt::format("no font family '{}' is installed", family),
              nearest.empty() ? "use an installed family (`fc-list : family` lists them), "
                                "sans-serif, serif or monospace, or the path of a font file"
                              : fmt::format("did you mean '{}'?", nearest));
}

void refuse_style(const std::string& family, const std::string& style,
                  std::vector<std::string> known) {
  throw Error(ErrorCode::usage, fmt::format("font family '{}' has no style '{}'", family, style),
              suggest(style, sorted(std::move(known))));
}

}  // namespace overlace
