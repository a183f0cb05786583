// SPDX-License-Identifier: Apache-2.0
// Class names from classes.txt and from the two keys of data.yaml that describe labels.
#include <algorithm>
#include <optional>
#include <sstream>

#include "graph/core/regular_file.h"
#include "io/tracks/line_reader.h"
#include "io/tracks/numbers.h"
#include "io/tracks/yolo.h"

namespace overlace {
namespace {

constexpr std::size_t most_names = 100'000;
constexpr std::int64_t largest_class = 1'000'000;

/// Removes blanks and quotes around a text.
std::string bare(std::string_view text) {
  constexpr std::string_view around = " \t\r\"'";
  const std::size_t first = text.find_first_not_of(around);
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(around) - first + 1));
}

/// The items of "[a, b]".
std::vector<std::string> inline_list(std::string_view text) {
  std::vector<std::string> items;
  text = text.substr(std::min(text.find('[') + 1, text.size()));
  std::istringstream list{std::string(text.substr(0, text.find(']')))};
  for (std::string item; std::getline(list, item, ',');) items.push_back(bare(item));
  return items;
}

/// Stores a name at its number for "3: name", or at the end for "- name"; false for other lines.
bool take_item(std::string_view line, std::vector<std::string>& names) {
  const std::string text = bare(line);
  if (text.starts_with("- ")) {
    names.push_back(bare(std::string_view(text).substr(2)));
    return true;
  }
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos) return false;
  const auto number = parse_field(std::string_view(text).substr(0, colon));
  if (!number || !number->is_whole || number->whole < 0 || number->whole >= largest_class)
    return false;
  const auto at = static_cast<std::size_t>(number->whole);
  if (names.size() <= at) names.resize(at + 1);
  names[at] = bare(std::string_view(text).substr(colon + 1));
  return true;
}

YoloNames read_yaml(std::istream& stream, const std::filesystem::path& path) {
  YoloNames out;
  LineReader lines(stream, path);
  bool in_names = false;
  for (std::string_view line; lines.next(line);) {
    line = line.substr(0, line.find(" #"));
    if (line.starts_with("names:")) {
      in_names = line.find('[') == std::string_view::npos;
      if (!in_names) out.classes = inline_list(line);
    } else if (line.starts_with("kpt_shape:")) {
      const auto shape = inline_list(line);
      const auto points = shape.size() == 2 ? parse_field(shape[0]) : std::nullopt;
      const auto values = shape.size() == 2 ? parse_field(shape[1]) : std::nullopt;
      if (points && values && points->value > 0 && (values->value == 2 || values->value == 3)) {
        out.key_points = static_cast<std::size_t>(std::min(points->value, 1e6));
        out.key_point_values = static_cast<std::size_t>(values->value);
      }
    } else if (in_names && !line.empty() && out.classes.size() < most_names) {
      in_names = take_item(line, out.classes);
    }
  }
  return out;
}

std::vector<std::string> read_list(std::istream& stream, const std::filesystem::path& path) {
  std::vector<std::string> names;
  LineReader lines(stream, path);
  for (std::string_view line; lines.next(line) && names.size() < most_names;)
    names.push_back(bare(line));
  while (!names.empty() && names.back().empty()) names.pop_back();
  return names;
}

}  // namespace

YoloNames find_yolo_names(const std::filesystem::path& folder) {
  std::error_code ignored;
  std::filesystem::path place = std::filesystem::absolute(folder, ignored).lexically_normal();
  if (!place.has_filename()) place = place.parent_path();
  for (int level = 0; level < 3; ++level, place = place.parent_path()) {
    const std::filesystem::path list_path = place / "classes.txt";
    std::filesystem::path yaml_path = place / "data.yaml";
    RegularFileStream list(list_path.string());
    std::optional<RegularFileStream> yaml(yaml_path.string());
    if (!*yaml) yaml.emplace((yaml_path = place / "dataset.yaml").string());
    if (!list && !*yaml) continue;
    YoloNames names = *yaml ? read_yaml(*yaml, yaml_path) : YoloNames{};
    if (list) names.classes = read_list(list, list_path);
    return names;
  }
  return {};
}

}  // namespace overlace
