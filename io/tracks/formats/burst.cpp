// SPDX-License-Identifier: Apache-2.0
// burst: BURST, masks of tracks in the annotated frames of many sequences.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <unordered_map>

#include "graph/core/error.h"
#include "io/tracks/coco_rle.h"
#include "io/tracks/frame_files.h"
#include "io/tracks/json/coco_annotations.h"
#include "io/tracks/json/coco_writing.h"
#include "io/tracks/rows/names.h"
#include "io/tracks/rows/row_shapes.h"
#include "io/tracks/writing.h"
#include "track_format_list.h"

namespace overlace {
namespace {

/// Whether a person drew the mask.
constexpr std::string_view human = "is_gt";

TrackGuess sniff(const TrackSample& sample) {
  if (!looks_like_json(sample.text, "{", {"sequences", "annotated_image_paths"})) return {};
  return {95, "its sequences have annotated_image_paths"};
}

struct Head {
  std::vector<std::string> names;
  ClassList classes;
};

Head read_head(TrackInput& input) {
  Head head;
  visit_json(input, {"/sequences/#/seq_name", "/sequences/#/dataset", "/categories/#"},
             [&](const JsonPart& part) {
               if (part.pattern == 2)
                 return head.classes.declare(integer_in(part.value, "id", -1),
                                             text_in(part.value, "name"));
               // Either may come first; together they form the name.
               const std::size_t index = std::stoul(part.path[1]);
               if (!part.value.is_string()) return;
               head.names.resize(std::max(head.names.size(), index + 1));
               std::string& name = head.names[index];
               const std::string& text = part.value.as_string();
               if (name.empty())
                 name = text;
               else
                 name = part.pattern == 0 ? name + "/" + text : text + "/" + name;
             });
  return head;
}

/// The frame of each annotated picture: its index among all pictures if the file lists them, else
/// the number in its name. Indices among the few annotated ones are not frames.
class FrameMap {
 public:
  explicit FrameMap(const Json& sequence) {
    const auto all = list_in(sequence, "all_image_paths");
    std::unordered_map<std::string_view, std::int64_t> places;
    for (std::size_t i = 0; i < all.size(); ++i)
      if (all[i].is_string()) places.emplace(all[i].as_string(), static_cast<std::int64_t>(i));
    reason_ = all.empty() ? "by the numbers in the names of the pictures"
                          : "by the place in all_image_paths";
    for (const Json& path : list_in(sequence, "annotated_image_paths")) {
      const std::string_view name = path.is_string() ? path.as_string() : std::string_view();
      const auto place = places.find(name);
      frames_.push_back(place != places.end() ? std::optional(place->second)
                        : all.empty()         ? frame_in_name(name)
                                              : std::nullopt);
    }
  }
  [[nodiscard]] std::optional<std::int64_t> of(std::size_t index) const {
    return index < frames_.size() ? frames_[index] : std::nullopt;
  }
  [[nodiscard]] const std::string& reason() const { return reason_; }

 private:
  std::vector<std::optional<std::int64_t>> frames_;
  std::string reason_;
};

class SequenceReader {
 public:
  SequenceReader(const Json& sequence, const ClassList& classes, const TrackReadOptions& options,
                 TrackReport& report)
      : sequence_(sequence), classes_(classes), frames_(sequence), size_(size_in(sequence)) {
    TrackConventions conventions;
    conventions.frame_reason = frames_.reason();
    conventions.pixel_reason = "as BURST does";
    conventions.size = size_;
    conventions.size_reason = "as the sequence says";
    builder_.emplace(conventions, options, report);
  }

  TrackTable read() {
    const auto segmentations = list_in(sequence_, "segmentations");
    for (std::size_t i = 0; i < segmentations.size(); ++i) {
      if (!segmentations[i].is_object()) continue;
      builder_->see_frame();
      for (const auto& [track, entry] : segmentations[i].as_object()) add(i, track, entry);
    }
    return builder_->finish(classes_.names());
  }

 private:
  void add(std::size_t index, const std::string& track, const Json& entry) {
    const auto frame = frames_.of(index);
    if (!frame) return builder_->reject("the picture of the mask has no frame number", entry.line);
    Detection detection;
    detection.box.frame = *frame;
    ids_.identify(detection, track);
    if (const Json* categories = sequence_.find("track_category_ids"))
      detection.box.class_index = classes_.number(integer_in(*categories, track, -1));
    detection.box.score = static_cast<float>(number_in(entry, "score"));
    // Files of first frames may hold a box or a point instead of a mask.
    if (const auto box = numbers_of(list_in(entry, "bbox")); box.size() >= 4) {
      detection.box.x = box[0];
      detection.box.y = box[1];
      detection.box.width = box[2];
      detection.box.height = box[3];
    }
    if (const std::string_view rle = text_in(entry, "rle"); !rle.empty()) {
      detection.mask_size = size_;
      if (const std::string_view problem = decode_coco_rle(rle, size_, detection.mask);
          !problem.empty()) {
        detection.mask.clear();
        builder_->remark("the mask " + std::string(problem) + " and is left out", entry.line);
      }
    }
    detection.add_attributes(entry, {"rle", "bbox", "score", "point", "area"});
    add_detection(*builder_, std::move(detection), entry.line);
  }

  const Json& sequence_;
  const ClassList& classes_;
  FrameMap frames_;
  Size size_;
  std::optional<TrackBuilder> builder_;
  TrackIds ids_;
};

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  const Head head = read_head(input);
  const std::string wanted = std::to_string(choose_sequence(head.names, options, report));
  rewind(input);
  std::optional<TrackTable> table;
  visit_json(input, {"/sequences/#"}, [&](const JsonPart& part) {
    if (part.name() == wanted)
      table = SequenceReader(part.value, head.classes, options, report).read();
  });
  if (!table) throw Error(ErrorCode::input, "the file has no sequences", {}, {.file = report.file});
  return std::move(*table);
}

std::string path_of(std::int32_t frame) {
  return fmt::format("{:06}.jpg", frame);
}

bool has_mask(const TrackTable& table, std::uint32_t row) {
  return !table.mask_runs.of(row).empty();
}

Json entry_json(const TrackTable& table, std::uint32_t row) {
  Json json = Json::Object{{"rle", encode_coco_rle(table.mask_runs.of(row))}};
  if (!std::isnan(table.score[row])) json.set("score", float_json(table.score[row]));
  const auto box = box_around_mask(table, row);
  if (!box || *box != table.box[row]) json.set("bbox", coco_box_json(table.box[row]));
  for (const AttributeColumn& column : table.attributes)
    if (column.name == human && !std::isnan(column.values[row]))
      json.set(column.name, column.values[row] != 0);
  return json;
}

/// A sequence without its masks.
Json sequence_json(const TrackTable& table, const ClipInfo& clip, const NumberedTracks& tracks) {
  const Size size = picture_of_masks(table, clip);
  Json all{Json::Array{}}, annotated{Json::Array{}};
  Json::Object categories;
  const std::int32_t length = std::max(clip.frame_count, table.first_frame + table.frame_count());
  check_listed_frames(length, 1);
  for (std::int32_t frame = 0; frame < length; ++frame) all.push_back(path_of(frame));
  for_each_frame(table, [&](std::int32_t frame, RowRange) { annotated.push_back(path_of(frame)); });
  for (std::size_t i = 0; i < tracks.rows.size(); ++i)
    if (const std::int32_t number = table.class_index[tracks.rows[i].front().row]; number >= 0)
      categories.emplace_back(std::to_string(tracks.id[i]), number);
  Json json = Json::Object{{"id", 1},
                           {"seq_name", "clip"},
                           {"dataset", "overlace"},
                           {"width", size.width},
                           {"height", size.height},
                           {"neg_category_ids", Json::Array{}},
                           {"not_exhaustive_category_ids", Json::Array{}},
                           {"track_category_ids", std::move(categories)},
                           {"all_image_paths", std::move(all)},
                           {"annotated_image_paths", std::move(annotated)}};
  if (clip.frame_rate.num > 0) json.set("fps", std::int64_t{std::llround(clip.frame_rate.value())});
  return json;
}

void write(const TrackTable& table, const ClipInfo& clip, std::ostream& out) {
  const NumberedTracks tracks = number_tracks(table);
  std::string sequence = sequence_json(table, clip, tracks).dump();
  sequence.pop_back();  // the masks follow
  out << fmt::format(
      "{{\n  \"split\": \"val\",\n  \"categories\": {},\n  \"sequences\": [{},\n  "
      "\"segmentations\": ",
      categories_json(table).dump(), sequence);
  JsonListWriter frames(out, "    ");
  for_each_frame(table, [&](std::int32_t, RowRange rows) {
    Json::Object frame;
    for (std::uint32_t row = rows.begin; row < rows.end; ++row)
      if (has_mask(table, row))
        frame.emplace_back(std::to_string(tracks.id_of_row[row]), entry_json(table, row));
    frames.add(frame);
  });
  frames.close();
  out << "}]\n}\n";
}

std::vector<std::string> losses(const TrackTable& table) {
  std::vector<std::string> lost = losses_of(table, {.missing_ids = false,
                                                    .changing_classes = false,
                                                    .numbers = false,
                                                    .texts = false,
                                                    .masks = true,
                                                    .attributes = {human}});
  if (any_row(table, [&](std::uint32_t row) { return !has_mask(table, row); }))
    lost.emplace_back("boxes without a mask");
  return lost;
}

}  // namespace

TrackFormat burst() {
  return {.name = "burst",
          .title = "BURST",
          .doc =
              "Sequences with masks of tracks in annotated frames. A frame is the picture's index "
              "in all_image_paths, else the number in its name; ids are text. --tracks-sequence "
              "chooses one of several sequences.",
          .extensions = {".json"},
          .rules = {"index of the picture from 0", "from 0", "around the mask", "of the sequence"},
          .sniff = sniff,
          .read = read,
          .write = write,
          .losses = losses};
}

}  // namespace overlace
