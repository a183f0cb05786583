// SPDX-License-Identifier: Apache-2.0
// Colour texts, and the colour lists that documents can name.
#include "graph/values/colors.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace overlace {
namespace {

struct NamedColor {
  std::string_view name, hex;
};

// The sixteen names of CSS level 1, and a few others that people try.
constexpr std::array named = {
    NamedColor{"black", "#000000"},   NamedColor{"silver", "#c0c0c0"},
    NamedColor{"gray", "#808080"},    NamedColor{"white", "#ffffff"},
    NamedColor{"maroon", "#800000"},  NamedColor{"red", "#ff0000"},
    NamedColor{"purple", "#800080"},  NamedColor{"fuchsia", "#ff00ff"},
    NamedColor{"green", "#008000"},   NamedColor{"lime", "#00ff00"},
    NamedColor{"olive", "#808000"},   NamedColor{"yellow", "#ffff00"},
    NamedColor{"navy", "#000080"},    NamedColor{"blue", "#0000ff"},
    NamedColor{"teal", "#008080"},    NamedColor{"aqua", "#00ffff"},
    NamedColor{"cyan", "#00ffff"},    NamedColor{"gold", "#ffd700"},
    NamedColor{"magenta", "#ff00ff"}, NamedColor{"orange", "#ffa500"},
    NamedColor{"pink", "#ffc0cb"},    NamedColor{"transparent", "#00000000"},
};

using Hex = std::string_view;

constexpr Hex bright[] = {"#ff4d4d", "#ffb000", "#f9f871", "#58e06f",
                          "#2ee6d6", "#4db2ff", "#8f7bff", "#ff6bd6"};
constexpr Hex pastel[] = {"#ffadad", "#ffd6a5", "#fdffb6", "#caffbf",
                          "#9bf6ff", "#a0c4ff", "#bdb2ff", "#ffc6ff"};
// M. Okabe and K. Ito, "Color Universal Design" (2008): distinguishable by colour-blind people. Its
// black is left out because it disappears on footage.
constexpr Hex okabe_ito[] = {"#e69f00", "#56b4e9", "#009e73", "#f0e442",
                             "#0072b2", "#d55e00", "#cc79a7"};
// P. Tol, "Colour Schemes", SRON technical note EPS/TN/09-002 (2021): distinguishable by
// colour-blind people.
constexpr Hex tol_bright[] = {"#4477aa", "#ee6677", "#228833", "#ccbb44",
                              "#66ccee", "#aa3377", "#bbbbbb"};
constexpr Hex tol_muted[] = {"#cc6677", "#332288", "#ddcc77", "#117733", "#88ccee",
                             "#882255", "#44aa99", "#999933", "#aa4499"};
constexpr std::array palettes = {NamedColors{"bright", bright}, NamedColors{"pastel", pastel},
                                 NamedColors{"okabe_ito", okabe_ito},
                                 NamedColors{"tol_bright", tol_bright},
                                 NamedColors{"tol_muted", tol_muted}};

// Every 17th of the 256 entries of each published table. Turbo: A. Mikhailov, Google (2019);
// viridis, inferno and magma: S. van der Walt and N. Smith, matplotlib (2015); cividis: J. Nuñez,
// C. Anderton and R. Renslow (2018); coolwarm, diverging from its middle: K. Moreland (2009).
constexpr Hex turbo[] = {"#30123b", "#4143a7", "#4771e9", "#3e9bfe", "#22c5e2", "#1ae4b6",
                         "#46f884", "#88ff4e", "#b9f635", "#e1dd37", "#faba39", "#fd8d27",
                         "#f05b12", "#d63506", "#af1801", "#7a0403"};
constexpr Hex viridis[] = {"#440154", "#481a6c", "#472f7d", "#414487", "#39568c", "#31688e",
                           "#2a788e", "#23888e", "#1f988b", "#22a884", "#35b779", "#54c568",
                           "#7ad151", "#a5db36", "#d2e21b", "#fde725"};
constexpr Hex inferno[] = {"#000004", "#0c0826", "#240c4f", "#420a68", "#5d126e", "#781c6d",
                           "#932667", "#ae305c", "#c73e4c", "#dd513a", "#ed6925", "#f8850f",
                           "#fca50a", "#fac62d", "#f2e661", "#fcffa4"};
constexpr Hex magma[] = {"#000004", "#0b0924", "#20114b", "#3b0f70", "#57157e", "#721f81",
                         "#8c2981", "#a8327d", "#c43c75", "#de4968", "#f1605d", "#fa7f5e",
                         "#fe9f6d", "#febf84", "#fddea0", "#fcfdbf"};
constexpr Hex cividis[] = {"#00224e", "#002e6c", "#1e3a6f", "#35456c", "#47516c", "#575d6d",
                           "#666970", "#757575", "#848279", "#948e77", "#a59c74", "#b7a96e",
                           "#c8b866", "#dbc75a", "#eed649", "#fee838"};
constexpr Hex coolwarm[] = {"#3b4cc0", "#4f69d9", "#6485ec", "#7b9ff9", "#93b5fe", "#aac7fd",
                            "#c0d4f5", "#d4dbe6", "#e5d8d1", "#f2cbb7", "#f7b89c", "#f5a081",
                            "#ee8468", "#e0654f", "#cc403a", "#b40426"};
constexpr std::array ramps = {NamedColors{"turbo", turbo},     NamedColors{"viridis", viridis},
                              NamedColors{"inferno", inferno}, NamedColors{"magma", magma},
                              NamedColors{"cividis", cividis}, NamedColors{"coolwarm", coolwarm}};

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::optional<Color> parse_hex(std::string_view digits) {
  const bool is_short = digits.size() == 3 || digits.size() == 4;
  if (!is_short && digits.size() != 6 && digits.size() != 8) return std::nullopt;
  if (std::any_of(digits.begin(), digits.end(), [](char c) { return hex_digit(c) < 0; }))
    return std::nullopt;
  float component[4] = {0, 0, 0, 1};
  const std::size_t width = is_short ? 1 : 2;
  for (std::size_t i = 0; i < digits.size() / width; ++i) {
    const int high = hex_digit(digits[i * width]);
    const int low = hex_digit(digits[i * width + width - 1]);
    component[i] = static_cast<float>(high * 16 + low) / 255.0F;
  }
  return Color{component[0], component[1], component[2], component[3]};
}

int to_byte(float component) {
  return static_cast<int>(std::lround(std::clamp(component, 0.0F, 1.0F) * 255.0F));
}

}  // namespace

std::optional<Color> parse_color(std::string_view text) {
  if (text.starts_with('#')) return parse_hex(text.substr(1));
  for (const NamedColor& color : named)
    if (color.name == text) return parse_hex(color.hex.substr(1));
  return std::nullopt;
}

std::string color_text(const Color& color) {
  std::string text =
      fmt::format("#{:02x}{:02x}{:02x}", to_byte(color.r), to_byte(color.g), to_byte(color.b));
  if (const int alpha = to_byte(color.a); alpha < 255) text += fmt::format("{:02x}", alpha);
  return text;
}

std::vector<std::string> color_names() {
  std::vector<std::string> names;
  for (const NamedColor& color : named) names.emplace_back(color.name);
  return names;
}

std::span<const NamedColors> named_palettes() {
  return palettes;
}
std::span<const NamedColors> named_ramps() {
  return ramps;
}

std::vector<std::string> names_of(std::span<const NamedColors> lists) {
  std::vector<std::string> names;
  for (const NamedColors& list : lists) names.emplace_back(list.name);
  return names;
}

const NamedColors* find_colors(std::span<const NamedColors> lists, std::string_view name) {
  for (const NamedColors& list : lists)
    if (list.name == name) return &list;
  return nullptr;
}

}  // namespace overlace
