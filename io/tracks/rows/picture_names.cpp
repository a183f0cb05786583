// SPDX-License-Identifier: Apache-2.0
// From names of pictures to frames.
#include "io/tracks/rows/picture_names.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "io/tracks/frame_files.h"
#include "io/tracks/rows/names.h"

namespace overlace {
namespace {

/// A name, with its folders, split at its frame number.
NumberedName numbered_path(std::string_view path) {
  const std::size_t slash = path.find_last_of("/\\");
  const std::size_t begin = slash == path.npos ? 0 : slash + 1;
  NumberedName name = numbered_name(path.substr(begin));
  name.pattern.insert(0, path.substr(0, begin));
  return name;
}

/// What names say about frames.
struct Profile {
  std::map<std::string, std::size_t> series;  ///< number of pictures in each
  bool numbered = true;                       ///< each picture has its own number in its series

  explicit Profile(std::span<const std::string> names) {
    std::set<std::pair<std::string, std::int64_t>> places;
    for (const std::string& name : names) {
      const NumberedName found = numbered_path(name);
      // Names with differences other than numbers, such as times in seconds, do not give frames.
      numbered = numbered && found.number && *found.number < max_track_frames &&
                 places.emplace(found.pattern, *found.number).second;
      ++series[found.pattern];
    }
  }
  [[nodiscard]] bool is_frames() const {
    const auto alone = static_cast<std::size_t>(
        std::ranges::count(series, 1U, [](const auto& s) { return s.second; }));
    const bool all_alone = series.size() > 1 && alone == series.size();
    return numbered && !all_alone && !are_hashes(series.size(), alone);
  }
};

}  // namespace

bool number_one_series(std::span<const std::string> names) {
  const Profile profile(names);
  return profile.series.size() == 1 && profile.is_frames();
}

void PictureNames::add(std::string_view name) {
  if (frames_.try_emplace(std::string(name)).second) names_.emplace_back(name);
}

void PictureNames::settle(const TrackReadOptions& options, TrackReport& report) {
  report.evidence.frames += names_.size();
  const Profile profile(names_);
  in_order_ = !profile.is_frames();
  if (in_order_) {
    std::int64_t next = 0;
    for (const std::string& name : names_) frames_[name] = next++;
    return;
  }
  std::vector<std::string> patterns;
  for (const auto& [pattern, count] : profile.series) patterns.push_back(pattern);
  const std::string chosen = patterns[choose_sequence(patterns, options, report)];
  for (const std::string& name : names_)
    if (const NumberedName found = numbered_path(name); found.pattern == chosen)
      frames_[name] = found.number;
}

std::optional<std::int64_t> PictureNames::frame(std::string_view name) const {
  const auto known = frames_.find(std::string(name));
  return known == frames_.end() ? std::nullopt : known->second;
}

std::string PictureNames::reason() const {
  return in_order_ ? "in the order of the file, as the names of the pictures say no frames"
                   : "by the numbers in the names of the pictures";
}

std::optional<std::size_t> picture_column(std::span<const std::string_view> columns) {
  constexpr std::array<std::string_view, 14> names = {
      "filename", "file_name", "fileName", "image_path", "image_name", "imagename", "image",
      "img",      "img_path",  "picture",  "path",       "file",       "ImageID",   "image_id"};
  for (const std::string_view name : names)
    if (const auto found = std::ranges::find(columns, name); found != columns.end())
      return static_cast<std::size_t>(found - columns.begin());
  return std::nullopt;
}

}  // namespace overlace
