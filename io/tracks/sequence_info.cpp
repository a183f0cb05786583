// SPDX-License-Identifier: Apache-2.0
// Reads seqinfo.ini and labels.txt.
#include "io/tracks/sequence_info.h"

#include <algorithm>
#include <cmath>

#include "graph/core/regular_file.h"
#include "io/tracks/line_reader.h"
#include "io/tracks/numbers.h"

namespace overlace {
namespace {

constexpr std::size_t most_labels = 10'000;

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

/// The number after "key=", ignoring the key's case; nothing for other lines.
std::optional<double> value_of(std::string_view line, std::string_view key) {
  const std::size_t equals = line.find('=');
  if (equals == std::string_view::npos) return std::nullopt;
  const std::string_view name = trimmed(line.substr(0, equals));
  const auto same = [](char a, char b) { return (a | 0x20) == (b | 0x20); };
  if (!std::equal(name.begin(), name.end(), key.begin(), key.end(), same)) return std::nullopt;
  NumberLine numbers;
  if (parse_numbers(line.substr(equals + 1), numbers) != LineKind::numbers) return std::nullopt;
  const double value = numbers.field[0].value;
  return value > 0 && value <= 1e6 ? std::optional(value) : std::nullopt;
}

SequenceInfo parse(std::istream& file, std::filesystem::path path) {
  SequenceInfo info;
  info.path = std::move(path);
  LineReader lines(file, info.path);
  for (std::string_view line; lines.next(line);) {
    if (const auto rate = value_of(line, "frameRate"))
      info.frame_rate = Rational{std::llround(*rate * 1000), 1000};
    if (const auto width = value_of(line, "imWidth")) info.size.width = static_cast<int>(*width);
    if (const auto height = value_of(line, "imHeight"))
      info.size.height = static_cast<int>(*height);
  }
  if (info.size.width < 1 || info.size.height < 1) info.size = {};
  if (info.frame_rate && info.frame_rate->num % 1000 == 0)
    info.frame_rate = Rational{info.frame_rate->num / 1000, 1};
  return info;
}

}  // namespace

std::optional<SequenceInfo> find_sequence_info(const std::filesystem::path& track_file) {
  const std::filesystem::path folder = track_file.parent_path();
  for (const auto& candidate : {folder / "seqinfo.ini", folder / ".." / "seqinfo.ini"}) {
    RegularFileStream file(candidate.string());
    if (file) return parse(file, candidate.lexically_normal());
  }
  return std::nullopt;
}

std::vector<std::string> find_labels(const std::filesystem::path& track_file) {
  std::vector<std::string> labels;
  const std::filesystem::path path = track_file.parent_path() / "labels.txt";
  RegularFileStream file(path.string());
  if (!file) return labels;
  LineReader lines(file, path);
  for (std::string_view line; lines.next(line) && labels.size() < most_labels;)
    if (const std::string_view label = trimmed(line); !label.empty()) labels.emplace_back(label);
  return labels;
}

}  // namespace overlace
