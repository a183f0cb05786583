// SPDX-License-Identifier: Apache-2.0
// One detection with everything a file states about it, for formats that hold more than boxes.
#pragma once

#include <cmath>
#include <initializer_list>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "graph/core/json.h"
#include "io/tracks/builder/builder.h"

namespace overlace {

/// A detection, in the file's pixels.
struct Detection {
  static constexpr double not_given = std::numeric_limits<double>::quiet_NaN();

  /// If the file states no box, it becomes the bounds of the outline, the mask or the key points.
  FileBox box{.x = not_given, .y = not_given, .width = not_given, .height = not_given};
  std::vector<FileKeyPoint> key_points{};
  std::int32_t skeleton = -1;  ///< number from `TrackBuilder::add_skeleton`
  std::vector<FileCorner> outline{};
  Size mask_size{};
  std::vector<std::uint32_t> mask{};  ///< see TrackColumns::mask_runs
  std::vector<std::pair<std::string, std::variant<double, std::string>>> attributes{};

  void set_corners(double left, double top, double right, double bottom);
  /// Sets a box by its centre.
  void set_centered(double x, double y, double width, double height);
  /// Adds a ring to the outline from x, y, x, y …; an unpaired number at the end is ignored.
  void add_ring(std::span<const double> coordinates);
  /// Adds a line from x, y, x, y …. As outlines are closed, its corners become key points, named
  /// and joined by `line`.
  void add_line(std::span<const double> coordinates, Skeleton& line);
  /// Adds the members of an object as attributes, except those in `known`: numbers, texts, and true
  /// and false as 1 and 0. Returns the key of a member of another kind, or "".
  std::string add_attributes(const Json& object, std::initializer_list<std::string_view> known);
};

/// Checks the memory for `count` rows like `detection` that the file does not spell out; see
/// TrackBuilder::reserve.
void reserve_rows(TrackBuilder& builder, std::uint64_t count, const Detection& detection,
                  std::uint64_t line);

/// Takes a detection, or counts the reason why not; true when taken.
bool add_detection(TrackBuilder& builder, Detection detection, std::uint64_t line);

}  // namespace overlace
