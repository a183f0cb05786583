// SPDX-License-Identifier: Apache-2.0
// track_detect: objects that a network finds.
#include <map>
#include <set>

#include "detect/detector.h"
#include "graph/core/quantity.h"
#include "node_list.h"
#include "nodes/parts/filled_gaps.h"
#include "nodes/parts/shot_notes.h"
#include "nodes/parts/track_sources.h"

namespace overlace {
namespace {

struct Params {
  std::string model;
  std::string head;
  std::vector<std::string> classes, class_names;
  Number score{0.25F};
  Number overlap{0};
  int every = 1;
  int tiles = 1;
  int size = 0;
  int batch = 1;
  bool associate = true;
  int max_gap = 25;
  EngineKind engine = EngineKind::automatic;
  int threads = 0;
};

/// Scores below `score` continue a track, but begin none (ByteTrack's second round).
constexpr float continuing_share = 0.4F;

/// Gives ids as if only the searched frames existed: an object that is missed in one of them has a
/// gap of one. Tracks end at cuts.
TrackTable associated(const TrackTable& found, const Params& p) {
  std::map<std::int32_t, std::int32_t> place;  // of a searched frame with boxes, among all searched
  const std::vector<std::int32_t> frame = frames_of_rows(found);
  std::vector<std::int32_t> places;
  const auto place_of = [&](std::int32_t f) {
    return (f - found.first_frame + p.every - 1) / p.every;
  };
  for (const std::int32_t f : frame) {
    places.push_back(place_of(f));
    place[places.back()] = f;
  }
  TrackTable searched = sort_tracks(found, places);
  for (const std::int32_t cut : found.cuts)
    if (cut > found.first_frame) searched.cuts.push_back(place_of(cut));
  const float score = p.score.constant.value;
  TrackTable tracks = associate(searched, {.min_score = continuing_share * score,
                                           .high_score = score,
                                           .new_score = score,
                                           .new_share = 1,
                                           .max_gap = std::max(1, p.max_gap / p.every),
                                           .min_hits = 1});
  std::vector<std::int32_t> frames;
  for (const std::int32_t at : frames_of_rows(tracks)) frames.push_back(place.at(at));
  return sort_tracks(std::move(tracks), frames);
}

/// Boxes between two searched frames.
TrackTable between(TrackTable tracks, int every, const ClipInfo& clip, std::uint64_t max_boxes) {
  finish_tracks(tracks, clip);
  return blend_rows(tracks, with_gaps_filled(tracks, every - 1, max_boxes));
}

/// "12 boxes of 2 objects"; boxes without ids count alone.
std::string summary(const TrackTable& table) {
  const std::set<TrackId> ids(table.id.begin(), table.id.end());
  const std::string boxes = count_text(table.row_count(), "box", "boxes");
  if (ids.empty() || ids.contains(no_id)) return boxes + " found";
  return fmt::format("{} of {} found", boxes,
                     count_text(static_cast<std::int64_t>(ids.size()), "object"));
}

std::unique_ptr<ClipObserver> observe(const Params& p, TrackContext& context) {
  need_pixels(context, "track_detect");
  if (p.model.empty())
    throw Error(ErrorCode::usage, "track_detect needs a model",
                "name an .onnx file with \"model\", or give it with --model",
                {.file = {}, .pointer = "model"});
  const DetectOptions options{
      .head = p.head,
      .classes = p.classes,
      .class_names = p.class_names,
      .min_score = p.score.constant.value * (p.associate ? continuing_share : 1),
      .max_overlap = p.overlap.constant.value,
      .every = p.every,
      .tiles = p.tiles,
      .longer_side = p.size,
      .batch = p.batch,
      .engine = {p.engine, p.threads},
      .max_boxes = context.max_boxes};
  const ModelFile model = read_onnx(p.model);
  return std::make_unique<FinishedObserver>(
      with_cuts(context, object_finder(model, options, context.log)),
      [p, log = context.log, clip = context.clip, max_boxes = context.max_boxes](TrackTable found) {
        const std::vector<std::int32_t> cuts = found.cuts;
        if (p.associate && found.row_count() > 0) {
          found = associated(found, p);
          if (p.every > 1) found = between(std::move(found), p.every, clip, max_boxes);
        }
        found.cuts = cuts;
        if (log) log(summary(found));
        return found;
      });
}

}  // namespace

NodeType track_detect() {
  return Node<Params>("track_detect", Stage::tracks,
                      "Finds objects with a detector of your own, an ONNX file, and follows them.")
      .file("model", &Params::model, FileContent::tracks,
            "The network's file. With --model FILE, every track_input becomes such a node.")
      .text("head", &Params::head,
            "What the network's numbers mean: ultralytics_detect, ultralytics_segment, "
            "ultralytics_pose, ultralytics_oriented, yolox, rtdetr, yunet or centerface. Empty: "
            "told by the file's shapes, names and metadata.")
      .text_list("classes", &Params::classes, "Classes to find, by name or number; none: all.")
      .text_list("class_names", &Params::class_names,
                 "Names of all classes of the network, in order; none: those in the file, or "
                 "COCO's.")
      .fixed_number("score", &Params::score, {0, 1, Unit::ratio},
                    "Lowest score of an object. A track goes on with boxes down to 0.4 times this.")
      .fixed_number("overlap", &Params::overlap, {0, 1, Unit::ratio},
                    "Of two boxes of a class that overlap by more (intersection over union), the "
                    "one with the higher score stays. 0: as the network's authors do.")
      .integer("every", &Params::every, {1, 1000, Unit::frames},
               "Frames from one search to the next. Boxes between two searches are interpolated "
               "along tracks; the last frame is always searched.")
      .integer("tiles", &Params::tiles, {1, 16, Unit::count},
               "For small objects: the picture is also searched in tiles, this many across and "
               "down, which overlap by a fifth.")
      .integer("size", &Params::size, {0, 8192, Unit::px},
               "Longer side of the network's input, if it takes any size; 0: the usual one.")
      .integer("batch", &Params::batch, {1, 64, Unit::count},
               "Pictures or tiles that a network of any batch gets at once.")
      .boolean("associate", &Params::associate,
               "Follow objects from frame to frame and give them ids.")
      .integer("max_gap", &Params::max_gap, {0, 10000, Unit::frames},
               "Frames for which an unseen object keeps its id.")
      .choice<EngineKind>(
          "engine", &Params::engine,
          {{"auto", EngineKind::automatic},
           {"opencv", EngineKind::opencv},
           {"openvino", EngineKind::openvino}},
          "Who runs the network; auto is OpenVINO where overlace was built with it, "
          "else OpenCV.")
      .integer("threads", &Params::threads, {0, 256, Unit::count},
               "Threads of the engine; 0: as many as it likes.")
      .observes(observe);
}

}  // namespace overlace
