// SPDX-License-Identifier: Apache-2.0
// mots: the text form of MOTS and KITTI-MOTS, one mask per row.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/tracks/builder/builder.h"
#include "io/tracks/coco_rle.h"
#include "io/tracks/rows/text_rows.h"
#include "io/tracks/writing.h"
#include "track_format_list.h"

namespace overlace {
namespace {

constexpr TrackId ignored_id = 10'000;
constexpr std::int32_t ignored_class = 10;
constexpr TrackId ids_per_class = 1000;

struct Row {
  std::int64_t frame = 0;
  TrackId id = 0;
  std::int32_t class_index = 0;
  Size size;
  std::vector<std::uint32_t> runs;
};

/// Why the fields are not a row, completing "the mask …"; "" when they are. Height precedes width.
std::string_view parse(std::span<const std::string_view> fields, Row& row) {
  if (fields.size() != 6) return "is not the sixth field of a row";
  std::array<std::int64_t, 5> whole{};
  for (std::size_t i = 0; i < whole.size(); ++i) {
    const auto number = parse_field(fields[i]);
    if (!number || !number->is_whole) return "comes after fields that are not integers";
    whole[i] = number->whole;
  }
  const auto [frame, id, class_number, height, width] = whole;
  constexpr std::int64_t largest = 65536;
  if (class_number < 0 || class_number > ignored_id || height > largest || width > largest)
    return "comes after an impossible class or size";
  row = {frame,
         id,
         static_cast<std::int32_t>(class_number),
         {static_cast<int>(width), static_cast<int>(height)},
         std::move(row.runs)};
  return decode_coco_rle(fields[5], row.size, row.runs);
}

std::vector<std::string> class_names() {
  return {"", "car", "pedestrian"};
}

TrackGuess sniff(const TrackSample& sample) {
  Row row;
  const bool fits = most_rows(sample.text, Separator::blanks,
                              [&](const TextRow& text) { return parse(text.fields, row).empty(); });
  return fits ? TrackGuess{98, "its rows end in a mask"} : TrackGuess{};
}

/// Adds the row as a box around its mask.
void take(const Row& row, std::uint64_t line, TrackBuilder& builder) {
  const Box bounds = mask_bounds(row.size, row.runs);
  const bool ignored = row.id == ignored_id;
  const FileBox box{.frame = row.frame,
                    .id = ignored ? no_id : row.id,
                    .x = bounds.x,
                    .y = bounds.y,
                    .width = bounds.width,
                    .height = bounds.height,
                    .class_index = row.class_index};
  if (!builder.add(box, line)) return;
  builder.set_mask(row.size, row.runs);
  if (!ignored && row.id >= ids_per_class)
    builder.set("instance", static_cast<double>(row.id % ids_per_class));
}

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  TrackBuilder builder({.frame_base = 1,
                        .frame_reason = "as MOTS does (KITTI-MOTS from 0)",
                        .pixel_reason = "as masks do"},
                       options, report);
  Row row;
  Size size;
  for_each_row(input.stream, Separator::blanks, [&](const TextRow& text) {
    if (const std::string_view why = parse(text.fields, row); !why.empty())
      return builder.reject("the mask " + std::string(why), text.line);
    if (size == Size{}) builder.refer_to(size = row.size, "as the masks are of that size");
    if (row.size != size)
      return builder.reject("the mask has another size than the first", text.line);
    if (options.drop_ignored && row.id == ignored_id) return builder.leave_out();
    take(row, text.line, builder);
  });
  return builder.finish(class_names());
}

/// The common size of all masks of a file: the first one's.
Size mask_size_of(const TrackTable& table) {
  for (std::uint32_t row = 0; row < table.row_count(); ++row)
    if (!table.mask_runs.of(row).empty()) return table.mask_size[row];
  return {};
}

/// A row without an id and of class 10 is a region to ignore.
bool is_ignored(const TrackTable& table, std::uint32_t row) {
  return table.id[row] == no_id && table.class_index[row] == ignored_class;
}

/// Ids for all rows: objects never get the number that means a region to ignore.
std::vector<TrackId> ids_of(const TrackTable& table) {
  std::vector<TrackId> ids = number_tracks(table).id_of_row;
  for (std::uint32_t row = 0; row < table.row_count(); ++row) {
    if (table.id[row] != no_id) continue;
    if (is_ignored(table, row))
      ids[row] = ignored_id;
    else if (ids[row] >= ignored_id)
      ++ids[row];
  }
  return ids;
}

void write(const TrackTable& table, const ClipInfo& /*clip*/, std::ostream& out) {
  const Size size = mask_size_of(table);
  const std::vector<TrackId> ids = ids_of(table);
  const std::vector<std::int32_t> classes = class_numbers(table, class_names());
  for_each_row(table, [&](std::int32_t frame, std::uint32_t row) {
    const auto runs = table.mask_runs.of(row);
    if (runs.empty() || table.mask_size[row] != size) return;
    const std::int32_t index = table.class_index[row];
    out << fmt::format("{} {} {} {} {} {}\n", frame + 1, ids[row],
                       index < 0 ? 0 : classes[static_cast<std::size_t>(index)], size.height,
                       size.width, encode_coco_rle(runs));
  });
}

/// Whether the reader derives the attribute from ids.
bool follows_from_ids(const TrackTable& table, const AttributeColumn& column) {
  if (column.name != "instance" || !column.texts.empty()) return false;
  for (std::uint32_t row = 0; row < table.row_count(); ++row) {
    const bool given = table.id[row] >= ids_per_class;
    if (given ? column.values[row] != static_cast<float>(table.id[row] % ids_per_class)
              : !std::isnan(column.values[row]))
      return false;
  }
  return true;
}

/// What is odd about some rows.
struct RowFacts {
  bool no_id = false;  ///< although it is not a region to ignore
  bool no_mask = false;
  bool other_size = false;  ///< differs from the first mask's
  bool other_box = false;   ///< differs from the box around the mask
};
RowFacts facts_of(const TrackTable& table) {
  RowFacts facts;
  const Size size = mask_size_of(table);
  for (std::uint32_t row = 0; row < table.row_count(); ++row) {
    const auto runs = table.mask_runs.of(row);
    facts.no_id = facts.no_id || (table.id[row] == no_id && !is_ignored(table, row));
    facts.no_mask = facts.no_mask || runs.empty();
    if (runs.empty()) continue;
    facts.other_size = facts.other_size || table.mask_size[row] != size;
    facts.other_box = facts.other_box || table.box[row] != mask_bounds(table.mask_size[row], runs);
  }
  return facts;
}

std::vector<std::string> losses(const TrackTable& table) {
  const RowFacts facts = facts_of(table);
  TrackAbilities can{.missing_ids = !facts.no_id,
                     .missing_classes = false,
                     .class_names = knows_classes(table, class_names()),
                     .scores = false,
                     .numbers = false,
                     .texts = false,
                     .masks = true};
  for (const AttributeColumn& column : table.attributes)
    if (follows_from_ids(table, column)) can.attributes.push_back(column.name);
  std::vector<std::string> lost = losses_of(table, can);
  lose_nameless_classes(table, class_names(), lost);
  if (facts.no_mask) lost.emplace_back("boxes without a mask");
  if (facts.other_size) lost.emplace_back("masks of other sizes than the first");
  if (facts.other_box) lost.emplace_back("boxes that are not those around the masks");
  if (std::ranges::find(table.id, ignored_id) != table.id.end()) lost.emplace_back("the id 10000");
  return lost;
}

}  // namespace

TrackFormat mots() {
  return {.name = "mots",
          .title = "MOTS",
          .doc =
              "frame, id, class, height, width and a mask in COCO's RLE text. The class is id / "
              "1000 (1 car, 2 pedestrian), id % 1000 becomes attribute instance; id 10000 is an "
              "ignored region without an id, which --drop-ignored drops.",
          .extensions = {".txt"},
          .rules = {"from 1; 0 where there is a frame 0", "from 0", "around the mask",
                    "whole clip, 10000 none"},
          .sniff = sniff,
          .read = read,
          .write = write,
          .losses = losses};
}

}  // namespace overlace
