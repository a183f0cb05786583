// SPDX-License-Identifier: Apache-2.0
// burst: BURST, masks of tracks in the annotated frames of many sequences.
#include <algorithm>
#include <optional>
#include <unordered_map>

#include "graph/core/error.h"
#include "io/tracks/coco_annotations.h"
#include "io/tracks/coco_rle.h"
#include "io/tracks/frame_files.h"
#include "io/tracks/names.h"
#include "track_format_list.h"

namespace overlace {
namespace {

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
               // Both in any order; together they are the name.
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

/// The frame of each annotated picture: its place among all pictures where the file lists them,
/// else the number in its name. The annotated ones are few: their own places are no frames.
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
      for (const auto& [track, entry] : segmentations[i].as_object()) add(i, track, entry);
    }
    return builder_->finish(classes_.names());
  }

 private:
  void add(std::size_t index, const std::string& track, const Json& entry) {
    const auto frame = frames_.of(index);
    if (!frame) return builder_->lose("the picture of the mask has no frame number", entry.line);
    FileThing thing;
    thing.box.frame = *frame;
    ids_.identify(thing, track);
    if (const Json* categories = sequence_.find("track_category_ids"))
      thing.box.class_index = classes_.number(integer_in(*categories, track, -1));
    thing.box.score = static_cast<float>(number_in(entry, "score"));
    // Files of first frames may give a box or a point instead of a mask.
    if (const auto box = numbers_of(list_in(entry, "bbox")); box.size() >= 4) {
      thing.box.x = box[0];
      thing.box.y = box[1];
      thing.box.width = box[2];
      thing.box.height = box[3];
    }
    if (const std::string_view rle = text_in(entry, "rle"); !rle.empty()) {
      thing.mask_size = size_;
      if (const std::string_view problem = decode_coco_rle(rle, size_, thing.mask);
          !problem.empty()) {
        thing.mask.clear();
        builder_->remark("the mask " + std::string(problem) + " and is left out", entry.line);
      }
    }
    thing.add_attributes(entry, {"rle", "bbox", "score", "point", "area"});
    add_thing(*builder_, std::move(thing), entry.line);
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

}  // namespace

TrackFormat burst() {
  return {
      .name = "burst",
      .title = "BURST",
      .doc =
          "Sequences with masks of tracks in annotated frames. A frame is the picture's place in "
          "all_image_paths, else the number in its name; ids are texts. Of several sequences "
          "--tracks-sequence chooses one.",
      .extensions = {".json"},
      .rules = {"place of the picture from 0", "from 0", "around the mask", "of the sequence"},
      .sniff = sniff,
      .read = read};
}

}  // namespace overlace
