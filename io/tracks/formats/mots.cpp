// SPDX-License-Identifier: Apache-2.0
// mots: the text form of MOTS and KITTI-MOTS, a mask a row.
#include "io/tracks/builder.h"
#include "io/tracks/coco_rle.h"
#include "io/tracks/text_rows.h"
#include "track_format_list.h"

namespace overlace {
namespace {

constexpr TrackId ignored_id = 10'000;
constexpr TrackId ids_per_class = 1000;

struct Row {
  std::int64_t frame = 0;
  TrackId id = 0;
  std::int32_t class_index = 0;
  Size size;
  std::vector<std::uint32_t> runs;
};

/// Why the fields are no row, completing "the mask …"; "" when they are. Height stands before
/// width.
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

TrackGuess sniff(const TrackSample& sample) {
  Row row;
  const bool fits = most_rows(sample.text, Separator::blanks,
                              [&](const TextRow& text) { return parse(text.fields, row).empty(); });
  return fits ? TrackGuess{98, "its rows end in a mask"} : TrackGuess{};
}

/// The row as a box around its mask.
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
      return builder.lose("the mask " + std::string(why), text.line);
    if (size == Size{}) builder.refer_to(size = row.size, "as the masks are of that size");
    if (row.size != size)
      return builder.lose("the mask has another size than the first", text.line);
    if (options.drop_ignored && row.id == ignored_id) return builder.leave_out();
    take(row, text.line, builder);
  });
  return builder.finish({"", "car", "pedestrian"});
}

}  // namespace

TrackFormat mots() {
  return {.name = "mots",
          .title = "MOTS",
          .doc =
              "frame, id, class, height, width and a mask in COCO's run-length text. The class is "
              "id / 1000 (1 car, 2 pedestrian), id % 1000 becomes attribute instance; id 10000 is "
              "a region to ignore, without an id, and goes with --drop-ignored.",
          .extensions = {".txt"},
          .rules = {"from 1; 0 where there is a frame 0", "from 0", "around the mask",
                    "whole clip, 10000 none"},
          .sniff = sniff,
          .read = read};
}

}  // namespace overlace
