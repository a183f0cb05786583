// SPDX-License-Identifier: Apache-2.0
// What the writers of formats share: walking a table, spelling its values, and saying what a format
// cannot hold.
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
  bool missing_ids = true;  ///< that a detection has no id
  bool classes = true;
  bool missing_classes = true;   ///< that a detection has no class
  bool changing_classes = true;  ///< else the class is one for the whole track
  bool class_names = true;       ///< else classes are numbers
  bool scores = true;
  bool rotation = false;
  bool numbers = true;  ///< attributes made of them
  bool texts = true;    ///< attributes made of them
  bool key_points = false;
  bool key_point_scores = false;
  bool skeletons = false;
  bool outlines = false;
  bool masks = false;
  bool embeddings = false;
  std::vector<std::string_view> attributes{};  ///< of numbers, held although others are not
};

/// What a table has that a format of these abilities cannot hold, each in a few words.
[[nodiscard]] std::vector<std::string> losses_of(const TrackTable& table,
                                                 const TrackAbilities& abilities);

/// Whether a column of that name is read as an attribute, where columns have names.
[[nodiscard]] bool names_attribute(std::string_view name);
/// The note on an attribute that is lost for its name.
[[nodiscard]] std::string misnamed_attribute(std::string_view name);
/// `losses_of` for rows whose columns have names.
[[nodiscard]] std::vector<std::string> losses_of_named_columns(const TrackTable& table);

/// Calls `use(frame, rows)` for every frame that has rows.
template <class F>
void for_each_frame(const TrackTable& table, F use) {
  for (std::int32_t f = 0; f < table.frame_count(); ++f) {
    const std::int32_t frame = table.first_frame + f;
    if (const RowRange rows = table.rows(frame); rows.size() > 0) use(frame, rows);
  }
}
/// Calls `use(frame, rows)` for every frame of the clip, as far as its length is known, and for
/// every other one that has rows; for the first one at least.
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
  bool goes_on = false;  ///< the track has a row in the next frame
};
/// The rows of a table track by track, for formats in which all objects have an identity.
struct NumberedTracks {
  std::vector<std::vector<RowInFrame>>
      rows;                 ///< of each track, by frame; a row without an id is one
  std::vector<TrackId> id;  ///< of each track; free numbers for those without
  std::vector<TrackId> id_of_row;
};
[[nodiscard]] NumberedTracks number_tracks(const TrackTable& table);

/// The attribute of that name, if it is made of numbers; else null.
[[nodiscard]] const AttributeColumn* find_numbers(const TrackTable& table, std::string_view name);

/// Ids as the table's file gave them, which may be texts, for formats that can hold those.
class IdTexts {
 public:
  explicit IdTexts(const TrackTable& table);
  /// The id of a row: a text, a number, or null.
  [[nodiscard]] Json of(std::uint32_t row) const;
  /// The attribute of the texts; null where there are none, or they do not tell tracks apart.
  [[nodiscard]] const AttributeColumn* column() const { return column_; }

 private:
  const TrackTable& table_;
  const AttributeColumn* column_ = nullptr;
};

/// The name of a class; its number where it has none, "" for none.
[[nodiscard]] std::string class_text(const TrackTable& table, std::uint32_t row);
/// The names of the classes that occur, without "".
[[nodiscard]] std::vector<std::string> class_texts(const TrackTable& table);

/// Whether a format that has names of its own for numbers of classes knows all that occur.
[[nodiscard]] bool knows_classes(const TrackTable& table, std::span<const std::string> names);
/// Says that a class without a name gets one where such a format has one for its number.
void lose_nameless_classes(const TrackTable& table, std::span<const std::string> names,
                           std::vector<std::string>& lost);
/// The number of each class of the table in such a format; its own where the format does not know
/// all names.
[[nodiscard]] std::vector<std::int32_t> class_numbers(const TrackTable& table,
                                                      std::span<const std::string> names);

/// The picture's size. Throws Error(usage) when it is not known; `why` it is needed.
[[nodiscard]] Size needed_size(const ClipInfo& clip, std::string_view why);

/// Throws Error(limit) where a format that lists all frames, `lists` times, would make a file too
/// long to be read: one object in a far frame is enough for that.
void check_listed_frames(std::int64_t frames, std::uint64_t lists);

/// What the key points of a table are like.
struct KeyPointFacts {
  std::size_t fewest = 0, most = 0;  ///< of a row
  bool visible = false, hidden = false;
  bool scored = false, unscored = false;  ///< of those that are not absent
  bool worthless = false;                 ///< a score of 0 or less
  bool at_origin = false;                 ///< one that is not absent
};
[[nodiscard]] KeyPointFacts key_point_facts(const TrackTable& table);

/// The number with the fewest digits that reads back as this float. Sums of such numbers have few
/// digits too, and a reader that takes one from the other gets the same floats back.
[[nodiscard]] double decimal(float value);
/// `exact` rounded to the fewest digits after the point, from `digits` on, from which `reads_back`
/// says that a reader makes what was meant.
template <class F>
[[nodiscard]] double fewest_digits(double exact, int digits, F reads_back) {
  constexpr int most_digits = 16;
  for (; digits < most_digits; ++digits) {
    const double unit = std::pow(10.0, digits);
    if (const double rounded = std::round(exact * unit) / unit; reads_back(rounded)) return rounded;
  }
  return exact;
}
/// The same as JSON; null for NaN and infinities.
[[nodiscard]] Json float_json(float value);
/// The value of an attribute: a number, a text, or null where a row has none.
[[nodiscard]] Json attribute_json(const AttributeColumn& column, std::uint32_t row);
/// The attributes that a row has, by name.
[[nodiscard]] Json attributes_json(const TrackTable& table, std::uint32_t row);
/// A list of texts.
[[nodiscard]] Json list_json(const std::vector<std::string>& texts);
/// A skeleton as COCO's categories have it: name, keypoints, and skeleton with bones from 1.
[[nodiscard]] Json skeleton_json(const Skeleton& skeleton);
/// A mask as COCO has it: size, height first, and counts as text.
[[nodiscard]] Json mask_json(Size size, std::span<const std::uint32_t> runs);
/// "x, y, x, y …" of each ring of an outline.
[[nodiscard]] Json rings_json(std::span<const OutlinePoint> outline);

/// Writes elements of a JSON list, one a line.
class JsonListWriter {
 public:
  /// `indent` stands before each element.
  JsonListWriter(std::ostream& out, std::string_view indent) : out_(out), indent_(indent) {
    out_ << "[";
  }
  void add(const Json& element) {
    out_ << (empty_ ? "\n" : ",\n") << indent_ << element.dump();
    empty_ = false;
  }
  /// Ends the list on a line of its own.
  void close() { out_ << "\n" << indent_.substr(0, indent_.size() - indent_.size() / 2) << "]"; }

 private:
  std::ostream& out_;
  std::string_view indent_;
  bool empty_ = true;
};

/// "left top right bottom" of a box.
[[nodiscard]] std::string corners_text(const Box& box);
/// A text in double quotes, with its own ones doubled, on one line.
[[nodiscard]] std::string quoted_line(std::string_view text);
/// True for a text that goes over several lines.
[[nodiscard]] bool breaks_line(std::string_view text);

/// A text as XML has it between tags and in quotes.
[[nodiscard]] std::string xml_text(std::string_view text);

}  // namespace overlace
