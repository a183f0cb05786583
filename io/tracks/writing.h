// SPDX-License-Identifier: Apache-2.0
// Shared by the writers of formats: walking a table, formatting its values, and listing what a
// format cannot hold.
#pragma once

#include <algorithm>
#include <cmath>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graph/core/json.h"
#include "graph/core/time.h"
#include "graph/data/tracks.h"

namespace overlace {

/// What a format holds of a row besides frame, box and id.
struct TrackAbilities {
  bool ids = true;
  bool missing_ids = true;  ///< can mark a detection as having no id
  bool classes = true;
  bool missing_classes = true;   ///< can mark a detection as having no class
  bool changing_classes = true;  ///< else a track has one class throughout
  bool class_names = true;       ///< else classes are numbers
  bool scores = true;
  bool rotation = false;
  bool numbers = true;  ///< numeric attributes
  bool texts = true;    ///< text attributes
  bool key_points = false;
  bool key_point_scores = false;
  bool skeletons = false;
  bool outlines = false;
  bool masks = false;
  bool embeddings = false;
  std::vector<std::string_view> attributes{};  ///< numeric attributes held even if others are not
};

/// What a table has that a format with these abilities cannot hold, each in a few words.
[[nodiscard]] std::vector<std::string> losses_of(const TrackTable& table,
                                                 const TrackAbilities& abilities);

/// Whether a column of that name is read as an attribute, where columns have names.
[[nodiscard]] bool names_attribute(std::string_view name);
/// The note about an attribute lost because of its name.
[[nodiscard]] std::string misnamed_attribute(std::string_view name);
/// `losses_of` for rows with named columns.
[[nodiscard]] std::vector<std::string> losses_of_named_columns(const TrackTable& table);

/// Calls `use(frame, rows)` for every frame with rows.
template <class F>
void for_each_frame(const TrackTable& table, F use) {
  for (std::int32_t f = 0; f < table.frame_count(); ++f) {
    const std::int32_t frame = table.first_frame + f;
    if (const RowRange rows = table.rows(frame); rows.size() > 0) use(frame, rows);
  }
}
/// Calls `use(frame, rows)` for every frame of the clip, if its length is known, and for every
/// other frame with rows; at least for the first one.
template <class F>
void for_each_frame_of_clip(const TrackTable& table, const ClipInfo& clip, F use) {
  const std::int32_t known =
      table.row_count() == 0 ? std::max(clip.frame_count, 1) : clip.frame_count;
  const std::int32_t end = std::max(known, table.first_frame + table.frame_count());
  for (std::int32_t frame = 0; frame < end; ++frame)
    if (const RowRange rows = table.rows(frame); rows.size() > 0 || frame < known) use(frame, rows);
}
/// Calls `use(frame, row)` for every row, frame by frame.
template <class F>
void for_each_row(const TrackTable& table, F use) {
  for_each_frame(table, [&](std::int32_t frame, RowRange rows) {
    for (std::uint32_t row = rows.begin; row < rows.end; ++row) use(frame, row);
  });
}

/// A row of a track.
struct RowInFrame {
  std::int32_t frame = 0;
  std::uint32_t row = 0;
  bool goes_on = false;  ///< the track has a row in the next frame, too
};
/// The rows of a table by track, for formats in which all objects have an identity.
struct NumberedTracks {
  std::vector<std::vector<RowInFrame>>
      rows;                 ///< of each track, by frame; a row without an id is its own track
  std::vector<TrackId> id;  ///< of each track; a free number for those without
  std::vector<TrackId> id_of_row;
};
[[nodiscard]] NumberedTracks number_tracks(const TrackTable& table);

/// The numeric attribute of that name, if any; else null.
[[nodiscard]] const AttributeColumn* find_numbers(const TrackTable& table, std::string_view name);

/// Ids as stated in the table's file, which may be texts, for formats that support those.
class IdTexts {
 public:
  explicit IdTexts(const TrackTable& table);
  /// The id of a row: a text, a number, or null.
  [[nodiscard]] Json of(std::uint32_t row) const;
  /// The attribute that holds the texts; null if there are none, or they do not distinguish tracks.
  [[nodiscard]] const AttributeColumn* column() const { return column_; }

 private:
  const TrackTable& table_;
  const AttributeColumn* column_ = nullptr;
};

/// The name of a class; its number if it has no name, "" for no class.
[[nodiscard]] std::string class_text(const TrackTable& table, std::uint32_t row);
/// The names of the classes that occur, without "".
[[nodiscard]] std::vector<std::string> class_texts(const TrackTable& table);

/// Whether a format with its own names for class numbers knows all classes that occur.
[[nodiscard]] bool knows_classes(const TrackTable& table, std::span<const std::string> names);
/// Reports that a class without a name gets one if such a format has a name for its number.
void lose_nameless_classes(const TrackTable& table, std::span<const std::string> names,
                           std::vector<std::string>& lost);
/// The number of each class of the table in such a format; the table's own if the format does not
/// know all names.
[[nodiscard]] std::vector<std::int32_t> class_numbers(const TrackTable& table,
                                                      std::span<const std::string> names);

/// The picture's size. Throws Error(usage) when it is unknown; `why` says what it is needed for.
[[nodiscard]] Size needed_size(const ClipInfo& clip, std::string_view why);

/// Throws Error(limit) where a format that lists all frames, `lists` times, would make a file too
/// long to be read: one object in a distant frame is enough for that.
void check_listed_frames(std::int64_t frames, std::uint64_t lists);

/// Statistics of a table's key points.
struct KeyPointFacts {
  std::size_t fewest = 0, most = 0;  ///< in a row
  bool visible = false, hidden = false;
  bool scored = false, unscored = false;  ///< for points that are not absent
  bool worthless = false;                 ///< a score of 0 or less
  bool at_origin = false;                 ///< a point that is not absent
};
[[nodiscard]] KeyPointFacts key_point_facts(const TrackTable& table);

/// The number with the fewest digits that reads back as this float. Sums of such numbers also have
/// few digits, and a reader that subtracts one from the other gets the same floats back.
[[nodiscard]] double decimal(float value);
/// `exact` rounded to the fewest digits after the point, at least `digits`, for which `reads_back`
/// says that a reader recovers the intended value.
template <class F>
[[nodiscard]] double fewest_digits(double exact, int digits, F reads_back) {
  constexpr int most_digits = 16;
  for (; digits < most_digits; ++digits) {
    const double unit = std::pow(10.0, digits);
    if (const double rounded = std::round(exact * unit) / unit; reads_back(rounded)) return rounded;
  }
  return exact;
}
/// `decimal` as JSON; null for NaN and infinities.
[[nodiscard]] Json float_json(float value);
/// The value of an attribute: a number, a text, or null if a row has none.
[[nodiscard]] Json attribute_json(const AttributeColumn& column, std::uint32_t row);
/// The attributes of a row, by name.
[[nodiscard]] Json attributes_json(const TrackTable& table, std::uint32_t row);
/// A list of texts.
[[nodiscard]] Json list_json(const std::vector<std::string>& texts);
/// A skeleton as in COCO's categories: name, keypoints, and skeleton with bones from 1.
[[nodiscard]] Json skeleton_json(const Skeleton& skeleton);
/// A mask as in COCO: size, height first, and counts as text.
[[nodiscard]] Json mask_json(Size size, std::span<const std::uint32_t> runs);
/// "x, y, x, y …" for each ring of an outline.
[[nodiscard]] Json rings_json(std::span<const OutlinePoint> outline);

/// Writes elements of a JSON list, one per line.
class JsonListWriter {
 public:
  /// `indent` precedes each element.
  JsonListWriter(std::ostream& out, std::string_view indent) : out_(out), indent_(indent) {
    out_ << "[";
  }
  void add(const Json& element) {
    out_ << (empty_ ? "\n" : ",\n") << indent_ << element.dump();
    empty_ = false;
  }
  /// Ends the list on its own line.
  void close() { out_ << "\n" << indent_.substr(0, indent_.size() - indent_.size() / 2) << "]"; }

 private:
  std::ostream& out_;
  std::string_view indent_;
  bool empty_ = true;
};

/// "left top right bottom" of a box.
[[nodiscard]] std::string corners_text(const Box& box);
/// A text in double quotes, with inner quotes doubled, on one line.
[[nodiscard]] std::string quoted_line(std::string_view text);
/// True for a text with line breaks.
[[nodiscard]] bool breaks_line(std::string_view text);

/// A text escaped for XML, between tags and in quotes.
[[nodiscard]] std::string xml_text(std::string_view text);

}  // namespace overlace
