// SPDX-License-Identifier: Apache-2.0
// Shared by the labels of YOLO's family: a folder, one row per object, fractions of the picture.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/tracks/builder/builder.h"
#include "io/tracks/format.h"
#include "io/tracks/writing.h"

namespace overlace {

/// What may follow the shape in a row.
struct YoloTail {
  bool score = false, id = false;
  [[nodiscard]] std::size_t size() const { return std::size_t{score} + std::size_t{id}; }
};

/// A row: the class, the numbers of the shape, the tail.
struct YoloRow {
  std::span<const double> shape;
  FileBox box;  ///< frame, class, score and id are set
  std::uint64_t line = 0;
};

/// Statistics of a sample of rows.
struct YoloProfile {
  std::vector<std::vector<double>> rows;  ///< numbers after the class, for valid rows
  std::size_t fewest = 0, most = 0;       ///< numbers in a row
  bool possible = false;                  ///< most lines are a class and fractions

  [[nodiscard]] bool even() const { return possible && fewest == most; }
  /// The tail of rows with `count` more numbers than their shape: a number that is whole in all of
  /// them, and -1 for none, is an id, any other a score.
  [[nodiscard]] YoloTail tail(std::size_t count) const;
  /// Rows whose last number cannot be an id.
  [[nodiscard]] std::size_t rows_without_id() const;
  /// The tails of rows with 0, 1 and 2 more numbers than a shape of `numbers`. Rows may differ:
  /// objects that a tracker has not confirmed have no id.
  [[nodiscard]] std::array<YoloTail, 3> tails(std::size_t numbers) const;
};
[[nodiscard]] YoloProfile profile_yolo(std::string_view sample);
[[nodiscard]] YoloProfile profile_yolo(const FrameFiles& files);

/// Reads a folder. `tail` says what follows the shape in a row of so many numbers; `take` adds the
/// box and what belongs to it. Rows that repeat an earlier one of their file are left out: a
/// repeated run into the same folder appends.
[[nodiscard]] TrackTable read_yolo(
    TrackInput& input, const TrackReadOptions& options, TrackReport& report,
    const std::function<YoloTail(std::span<const double> numbers)>& tail,
    const std::function<void(const YoloRow& row, TrackBuilder& builder)>& take);

/// The row's box, if its shape begins with centre and size. Precondition: it has four numbers.
[[nodiscard]] FileBox box_centered(const YoloRow& row);
/// The row's box, if its shape is x, y, x, y, …. Precondition: it has two numbers.
[[nodiscard]] FileBox box_around(const YoloRow& row);

/// Which rows of a table are written with a score and an id after their shapes.
struct YoloTails {
  bool scores = false;       ///< rows without one get 1
  bool lone_scores = false;  ///< also in rows without an id
  bool ids = false;          ///< in rows that have one
};
/// What the reader can distinguish. With `even` it needs the same number of values in all rows with
/// the same number of corners.
[[nodiscard]] YoloTails yolo_tails(const TrackTable& table, bool even);
/// What labels of the family cannot hold of a table, whatever their shapes.
[[nodiscard]] std::vector<std::string> losses_of_yolo(const TrackTable& table, bool even,
                                                      TrackAbilities can);

/// A row's shape as " x y …" in fractions of a picture; "" omits the row.
using YoloShape = std::function<std::string(std::uint32_t row, Size picture)>;
/// Writes a folder, with classes.txt if classes have names. Throws Error(usage) when the picture's
/// size is unknown.
void write_yolo(const TrackTable& table, const ClipInfo& clip, YoloTails tails,
                const YoloShape& shape, TrackFolder& out);

/// " centre-x centre-y width height" of a box, so that it reads back unchanged.
[[nodiscard]] std::string yolo_box(const Box& box, Size picture);
/// " x y" of a point.
[[nodiscard]] std::string yolo_point(Vec2 at, Size picture);

/// The contents of classes.txt and data.yaml beside the folder's files, or up to two folders above.
struct YoloNames {
  std::vector<std::string> classes;
  std::size_t key_points = 0, key_point_values = 0;  ///< kpt_shape; 0 when not stated
};
[[nodiscard]] YoloNames find_yolo_names(const std::filesystem::path& folder);

}  // namespace overlace
