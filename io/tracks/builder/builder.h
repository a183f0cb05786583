// SPDX-License-Identifier: Apache-2.0
// Collects a file's rows, checks them, and makes the table in overlace's conventions.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/tracks/npy.h"
#include "io/tracks/reader.h"
#include "io/tracks/rows/numbers.h"
#include "io/tracks/rows/row_locations.h"

namespace overlace {

/// How a format counts, unless the user overrides it.
struct TrackConventions {
  std::int64_t frame_base = 0;
  PixelBase pixel_base;
  std::string frame_reason{};  ///< completes "frames count from 1, "
  std::string pixel_reason{};  ///< completes "pixels count from 0, "
  Size size{};                 ///< picture size to which pixels refer; 0 x 0: the clip's
  std::string size_reason{};   ///< completes "boxes are scaled from … to …, "
  bool by_track = false;       ///< rows are ordered by track, or not at all, rather than by frame
  bool fractions = false;      ///< positions are fractions of the picture, 0 to 1, not pixels
  /// Whether positions that are read as left and top could as well be those of centres, as names do
  /// not tell.
  bool could_be_centres = false;
};

/// The frame of a row that states none.
inline constexpr std::int64_t no_frame = std::numeric_limits<std::int64_t>::min();

/// One row as stated in a file.
struct FileBox {
  std::int64_t frame = 0;
  TrackId id = no_id;
  double x = 0, y = 0, width = 0, height = 0;
  std::int32_t class_index = -1;
  float score = std::numeric_limits<float>::quiet_NaN();
  double rotation = 0;  ///< about the centre, degrees clockwise
};

/// A position as stated in a file.
struct FilePoint {
  double x = 0, y = 0;
};

/// A key point as stated in a file; see KeyPoint.
struct FileKeyPoint {
  FilePoint at;
  float score = std::numeric_limits<float>::quiet_NaN();
  PointState state = PointState::absent;
};

/// A corner of an outline as stated in a file; see OutlinePoint.
struct FileCorner {
  FilePoint at;
  std::uint32_t ring = 0;
};

/// Takes rows in any order. All readers use it, so that they treat odd input alike.
class TrackBuilder {
 public:
  TrackBuilder(TrackConventions conventions, const TrackReadOptions& options, TrackReport& report);

  /// Reserves memory for about so many rows.
  void expect(std::uint64_t rows);
  /// Sets the picture size to which the pixels refer, where the file states it late. Does not
  /// override the user. Precondition: no row has been taken.
  void refer_to(Size size, std::string reason);
  /// Checks the memory for items that the file implies without spelling them out: `count` rows or
  /// other items. Call it before they are made. Throws Error(limit) when all such items together
  /// take more than TrackReadOptions::max_filled.
  void reserve(std::uint64_t count, std::uint64_t bytes_each, std::uint64_t line);
  /// Whether a frame of that number, as in the file, may have rows.
  [[nodiscard]] bool has_frame(std::int64_t frame) const {
    return frame >= 0 && frame < max_track_frames + conventions_.frame_base;
  }
  /// Starts a file of a folder: later rows are in it.
  void begin_file(std::string name);

  /// Takes a row, or counts the reason why not; true when taken.
  bool add(const FileBox& given, std::uint64_t line);
  /// Sets a named number of the last row taken. If other rows have a text of that name, all numbers
  /// become texts.
  void set(std::string_view attribute, double value);
  /// Sets a named text of the last row taken.
  void set_text(std::string_view attribute, std::string_view text);
  /// Makes the last row taken an oriented box: four consecutive corners, in the file's pixels or
  /// fractions; the first side is its width.
  void set_corners(const std::array<FilePoint, 4>& corners);
  /// Sets the key points of the last row taken, in the file's pixels; `skeleton` is a number from
  /// `add_skeleton`, -1 for none.
  void set_key_points(std::span<const FileKeyPoint> points, std::int32_t skeleton);
  /// Sets the outline of the last row taken, in the file's pixels.
  void set_outline(std::span<const FileCorner> outline);
  /// Sets the mask of the last row taken; see TrackColumns::mask_runs. Throws Error(usage) for a
  /// file about coded pictures that are rotated for display.
  void set_mask(Size size, std::span<const std::uint32_t> runs);
  /// Sets the appearance embedding of the last row taken. Throws Error(input) when its length
  /// differs from the first row's.
  void set_embedding(std::span<const float> embedding, std::uint64_t line);

  /// Declares a skeleton; returns its number.
  std::int32_t add_skeleton(Skeleton skeleton);
  /// The number of a skeleton that many rows spell out; equal skeletons share a number.
  std::int32_t skeleton_like(const Skeleton& skeleton);
  /// The number of the class of that name, which is declared if it is new.
  std::int32_t class_named(std::string_view name);
  /// Turns the class numbers of all rows so far into names. Precondition: none is from
  /// `class_named`.
  void name_numbered_classes();
  /// The number as a class: -1 for -1 and NaN, and for anything but a small integer, which is
  /// remarked on.
  std::int32_t class_numbered(const ParsedNumber& number, std::uint64_t line);

  /// Counts a row that cannot be taken, which is evidence against the format. With `strict`, throws
  /// Error(input).
  void reject(std::string_view what, std::uint64_t line);
  /// Counts a row of the format that is left out. With `strict`, throws Error(input).
  void drop(std::string_view what, std::uint64_t line);
  /// Counts a frame that the file mentions, with or without boxes.
  void see_frame() { ++report_.evidence.frames; }
  /// Counts a row that the user asked to leave out (`drop_ignored`).
  void leave_out() {
    ++ignored_;
    ++file_rows_;
  }
  /// Skips a row that says that its object is absent.
  void pass_over() { ++file_rows_; }
  /// Counts an odd row that was taken. With `strict`, throws Error(input).
  void remark(std::string_view what, std::uint64_t line);

  /// The table, without derived columns. Call once, at the end. `class_names` names the class
  /// numbers of rows, except those from `class_named`.
  [[nodiscard]] TrackTable finish(std::vector<std::string> class_names = {});

 private:
  using Names = std::map<std::string, std::uint32_t, std::less<>>;

  bool acceptable(const FileBox& box, std::uint64_t line);
  void remark_on(const FileBox& box, const Box& placed, std::uint64_t line);
  void settle_scale();
  void take_embedding(std::uint64_t line);
  void fill_embeddings(std::size_t rows, std::uint64_t line);
  void check_embeddings() const;
  void settle_frame_base();
  [[nodiscard]] bool counts_as_the_clip() const;
  void describe_conventions();
  void note_order(const FileBox& box, std::uint64_t line);
  [[nodiscard]] Size picture() const;
  void count_from_base(std::vector<bool>& keep);
  void follow_clip_rate(std::vector<bool>& keep);
  void drop_surplus_rows(std::vector<bool>& keep);
  void complete_columns();
  [[nodiscard]] std::uint32_t last_row() const { return rows_.row_count() - 1; }
  void keep_only(const std::vector<bool>& keep);
  void reject(std::string_view what, RowLocation place);
  void refuse_if_strict(std::string_view what, RowLocation place) const;
  AttributeColumn* attribute(std::string_view name);
  /// From the file's pixels to the clip's displayed pixels.
  [[nodiscard]] Vec2 placed(FilePoint point) const;
  [[nodiscard]] Box placed(const FileBox& box) const;
  /// A rotated box with the sides that it has in the clip.
  FileBox squeezed(FileBox box, std::uint64_t line);
  void describe(const TrackTable& table);

  TrackConventions conventions_;
  const TrackReadOptions& options_;
  TrackReport& report_;
  double scale_x_ = 1, scale_y_ = 1;
  Orientation shown_{};   ///< from the file's pictures to the clip's as displayed
  bool recoded_ = false;  ///< whether the name of a class was not UTF-8
  std::uint64_t ignored_ = 0;
  std::uint64_t filled_ = 0;             ///< bytes, see `reserve`
  std::uint64_t file_rows_ = 0;          ///< so far, taken or not
  std::optional<NpyMatrix> embeddings_;  ///< one row for each row of the file
  std::int64_t lowest_frame_ = std::numeric_limits<std::int64_t>::max();
  std::int64_t latest_frame_ = std::numeric_limits<std::int64_t>::min();
  TrackId highest_id_ = no_id;        ///< so far; where it rises, the file is ordered by track
  TrackColumns rows_;                 ///< in file order
  std::vector<std::int32_t> frames_;  ///< of each row, as in the file until `finish`
  RowLocations places_;               ///< of each row
  Names class_numbers_;               ///< by name
  std::vector<Names> text_numbers_;   ///< of each attribute, by text
};

}  // namespace overlace
