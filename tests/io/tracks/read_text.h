// SPDX-License-Identifier: Apache-2.0
// Reads tracks from a text, for tests.
#pragma once

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>

#include "graph/core/error.h"
#include "io/tracks/reader.h"

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

/// The message and hint of the Error that reading throws, or "" when it throws none.
inline std::string refusal(const std::string& text, const TrackReadOptions& options = {},
                           const std::filesystem::path& path = "tracks.txt") {
  try {
    (void)read_text(text, options, path);
  } catch (const Error& error) {
    std::string all;
    for (const Diagnostic& d : error.problems()) all += d.text() + " | " + d.hint + "\n";
    return all;
  }
  return {};
}

/// A folder that goes away with the test.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "overlace-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace overlace::test
