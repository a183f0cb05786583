// SPDX-License-Identifier: Apache-2.0
// Reads tracks from text, for tests.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>

#include "graph/core/error.h"
#include "io/tracks/reader.h"
#include "tests/temp_folder.h"

namespace overlace::test {

struct ReadResult {
  TrackTable table;
  TrackReport report;

  [[nodiscard]] bool assumes(const std::string& part) const {
    return std::ranges::any_of(report.assumptions, [&](const std::string& a) {
      return a.find(part) != std::string::npos;
    });
  }
  /// The finding whose text contains `part`, or an empty one.
  [[nodiscard]] TrackFinding lost(const std::string& part) const { return find(report.lost, part); }
  [[nodiscard]] TrackFinding oddity(const std::string& part) const {
    return find(report.oddities, part);
  }
  /// The values of an attribute; empty if there is no such attribute.
  [[nodiscard]] std::vector<float> attribute(const std::string& name) const {
    for (const AttributeColumn& column : table.attributes)
      if (column.name == name) return column.values;
    return {};
  }
  /// The name of a row's class; "" if it has none.
  [[nodiscard]] std::string class_name(std::uint32_t row) const {
    const std::int32_t index = table.class_index.at(row);
    if (index < 0 || static_cast<std::size_t>(index) >= table.class_names.size()) return {};
    return table.class_names[static_cast<std::size_t>(index)];
  }

 private:
  static TrackFinding find(const std::vector<TrackFinding>& findings, const std::string& part) {
    for (const TrackFinding& f : findings)
      if (f.what.find(part) != std::string::npos) return f;
    return {};
  }
};

inline ReadResult read_text(const std::string& text, const TrackReadOptions& options = {},
                            const std::filesystem::path& path = "tracks.txt") {
  std::istringstream stream(text);
  ReadResult result;
  result.table = read_tracks(stream, path, options, result.report);
  return result;
}

/// The message and hint of the Error that `read` throws, or "" if it throws none.
inline std::string refusal_of(const std::function<void()>& read) {
  try {
    read();
  } catch (const Error& error) {
    std::string all;
    for (const Diagnostic& d : error.problems()) all += d.text() + " | " + d.hint + "\n";
    return all;
  }
  return {};
}

/// The same for reading a text.
inline std::string refusal(const std::string& text, const TrackReadOptions& options = {},
                           const std::filesystem::path& path = "tracks.txt") {
  return refusal_of([&] { (void)read_text(text, options, path); });
}

/// Reads a file of tests/io/tracks/conformance, written as the format's documentation describes.
inline ReadResult read_conformance(const std::string& name, const TrackReadOptions& options = {}) {
  ReadResult result;
  const auto path =
      std::filesystem::path(OVERLACE_SOURCE_DIR) / "tests/io/tracks/conformance" / name;
  result.table = read_tracks(path, options, result.report);
  return result;
}

/// The only row of a frame. Fails the test if there is not exactly one.
inline std::uint32_t row_in_frame(const TrackTable& table, std::int32_t frame) {
  const RowRange rows = table.rows(frame);
  EXPECT_EQ(rows.size(), 1U) << "in frame " << frame;
  return rows.begin;
}

/// The value of an attribute as text, whether it is a text or a number.
inline std::string attribute_text(const TrackTable& table, const std::string& name,
                                  std::uint32_t row) {
  for (const AttributeColumn& column : table.attributes) {
    if (column.name != name) continue;
    const float value = column.values.at(row);
    if (std::isnan(value)) return "none";
    if (!column.texts.empty()) return column.texts.at(static_cast<std::size_t>(value));
    std::ostringstream text;
    text << value;
    return text.str();
  }
  return "no such attribute";
}

/// The name of a row's class, or its number if it has no name.
inline std::string class_text(const TrackTable& table, std::uint32_t row) {
  const std::int32_t index = table.class_index.at(row);
  const auto place = static_cast<std::size_t>(index);
  if (index < 0) return "";
  return place < table.class_names.size() ? table.class_names[place] : std::to_string(index);
}

/// A temporary folder for track files.
class TemporaryFolder : public TempFolder {
 public:
  /// Puts a file into it, and folders on the way.
  const TemporaryFolder& write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((path() / name).parent_path());
    std::ofstream(path() / name, std::ios::binary) << text;
    return *this;
  }
  /// Reads the folder, or `name` in it, as tracks.
  [[nodiscard]] ReadResult read(const TrackReadOptions& options = {},
                                const std::string& name = "") const {
    ReadResult result;
    result.table = read_tracks(name.empty() ? path() : path() / name, options, result.report);
    return result;
  }
};

}  // namespace overlace::test
