// SPDX-License-Identifier: Apache-2.0
// Guesses at columns, for users to confirm.
#include "io/tracks/rows/column_advice.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>
#include <vector>

#include "io/tracks/rows/column_names.h"

namespace overlace {
namespace {

/// A thing that a row may say, and parts of uncommon names for it.
struct Thing {
  std::string_view meaning;  ///< as --map spells it
  NamedColumn column;
  std::initializer_list<std::string_view> names, parts;  ///< whole names, then parts of names
  bool needed = false;
};

const std::array<Thing, 8>& things() {
  using enum NamedColumn;
  static const std::array<Thing, 8> all = {{
      {"frame",
       frame,
       {"t", "f", "fr", "fn", "n", "no"},
       {"frame", "frm", "img", "image", "pic", "slice"},
       true},
      {"id",
       id,
       {"obj", "object", "n", "no"},
       {"track", "obj", "person", "player", "target", "id"}},
      {"x", left, {"col"}, {"left", "xmin", "x"}, true},
      {"y", top, {"row"}, {"top", "ymin", "y"}, true},
      {"width", width, {"dx", "sx", "bw"}, {"wid", "w"}},
      {"height", height, {"dy", "sy", "bh"}, {"hei", "h"}},
      {"class", class_name, {"what"}, {"class", "label", "cat", "spec", "kind", "type"}},
      {"score", score, {"p", "s"}, {"conf", "score", "prob", "cert"}},
  }};
  return all;
}

/// The edges and centre that stand for a place or size which no column names as such.
NamedColumn alternative(NamedColumn column, bool second) {
  using enum NamedColumn;
  switch (column) {
    case left:
      return second ? right : center_x;
    case top:
      return second ? bottom : center_y;
    case width:
      return right;
    case height:
      return bottom;
    case class_name:
      return class_number;
    default:
      return column;
  }
}

/// Picks each column once.
class Picker {
 public:
  explicit Picker(std::span<const std::string> names)
      : names_(names), meanings_(columns_named(names)), taken_(names.size()) {}

  std::optional<std::size_t> known(NamedColumn column) {
    const auto found = std::ranges::find(meanings_, column);
    return found == meanings_.end() ? std::nullopt
                                    : take(static_cast<std::size_t>(found - meanings_.begin()));
  }
  std::optional<std::size_t> likely(const Thing& thing) {
    for (const std::string_view name : thing.names)
      for (std::size_t i = 0; i < names_.size(); ++i)
        if (is_free(i) && bare_name(names_[i]) == name) return take(i);
    for (const std::string_view part : thing.parts)
      for (std::size_t i = 0; i < names_.size(); ++i)
        if (is_free(i) && has_part(bare_name(names_[i]), part)) return take(i);
    return std::nullopt;
  }

 private:
  /// A single letter counts at the end of a name alone.
  static bool has_part(std::string_view name, std::string_view part) {
    return part.size() == 1 ? name.ends_with(part) : name.find(part) != std::string_view::npos;
  }
  [[nodiscard]] bool is_free(std::size_t i) const {
    return !taken_[i] && meanings_[i] == NamedColumn::attribute;
  }
  std::optional<std::size_t> take(std::size_t i) {
    if (taken_[i]) return std::nullopt;
    taken_[i] = true;
    return i;
  }

  std::span<const std::string> names_;
  std::vector<NamedColumn> meanings_;
  std::vector<bool> taken_;
};

/// How --map spells an edge.
std::string_view spelled(NamedColumn column, std::string_view otherwise) {
  using enum NamedColumn;
  switch (column) {
    case right:
      return "right";
    case bottom:
      return "bottom";
    case center_x:
      return "cx";
    case center_y:
      return "cy";
    default:
      return otherwise;
  }
}

}  // namespace

std::string map_line(std::span<const std::string> names) {
  Picker picker(names);
  std::string line;
  const auto add = [&](std::string_view meaning, std::string_view name) {
    line += fmt::format("{}{}={}", line.empty() ? "" : ",", meaning, name);
  };
  // What is known first, so that no guess takes it.
  std::vector<std::pair<std::string_view, std::optional<std::size_t>>> picked;
  for (const Thing& thing : things()) {
    NamedColumn column = thing.column;
    auto found = picker.known(column);
    for (const bool second : {false, true})
      if (!found) found = picker.known(column = alternative(thing.column, second));
    picked.emplace_back(found ? spelled(column, thing.meaning) : thing.meaning, found);
  }
  for (std::size_t i = 0; i < picked.size(); ++i) {
    auto& [meaning, column] = picked[i];
    if (!column) column = picker.likely(things()[i]);
    if (column)
      add(meaning, names[*column]);
    else if (things()[i].needed)
      add(meaning, "NAME");
  }
  return line;
}

std::string map_line_of_numbers(std::size_t columns) {
  constexpr std::size_t box_columns = 6;
  if (columns < box_columns) return "frame=1,x=2,y=3";
  return "frame=1,id=2,left=3,top=4,right=5,bottom=6";
}

}  // namespace overlace
