// SPDX-License-Identifier: Apache-2.0
// track_input: the tracks given on the command line, else what is found in the picture.
#include <fmt/format.h>

#include "node_list.h"
#include "nodes/parts/shot_notes.h"
#include "nodes/parts/track_sources.h"
#include "tracking/blobs.h"
#include "tracking/features.h"
#include "tracking/motion.h"
#include "tracking/people.h"

namespace overlace {
namespace {

/// What to find in the picture if there are no tracks.
enum class Find : std::uint8_t { motion, features, blobs, people };

struct Params {
  std::string path;
  Find find = Find::motion;
  bool associate = true;
  Number min_score{0};
};

/// Says that a file's objects stand where a look wants many points of the picture.
void say_what_is_replaced(Find find, const TrackContext& context) {
  if (find != Find::features && find != Find::blobs) return;
  log(context, fmt::format("the track file replaces the {} that this look finds in the picture; "
                           "without --tracks it shows those",
                           find == Find::features ? "corners" : "bright regions"));
}

/// Keeps every box of the file, tracked or not: users decide what to leave out.
TrackTable from_file(const Params& p, TrackContext& context) {
  TrackTable table = context.read_tracks(p.path);
  say_what_is_replaced(p.find, context);
  const float min_score = p.min_score.constant.value;
  if (min_score > 0)
    table = select_rows(table, [&](std::uint32_t row) { return !(table.score[row] < min_score); });
  if (!p.associate || table.row_count() == 0 || has_ids(table)) return table;
  return with_ids(context.log, table, {.keep_untracked = true});
}

std::unique_ptr<ClipObserver> from_pixels(const Params& p, TrackContext& context) {
  if (!context.has_pixels)
    throw Error(ErrorCode::usage, "there are neither tracks nor pixels to find them in",
                "give a track file with --tracks FILE; overlace tracks make saves one of a video");
  const auto found = [&](std::unique_ptr<ClipObserver> finder) -> std::unique_ptr<ClipObserver> {
    if (!p.associate) return finder;
    return std::make_unique<FinishedObserver>(std::move(finder),
                                              [log = context.log](const TrackTable& boxes) {
                                                return with_ids(log, boxes, AssociateOptions{});
                                              });
  };
  switch (p.find) {
    case Find::motion:
      log(context, "no track file: looking for what moves, if the camera stands still or turns");
      return found(
          motion_finder({}, [log = context.log, node = context.node](std::span<const Shot> shots) {
            log_shots(log, shots,
                      fmt::format("--set {}.find=features follows corners instead, --model "
                                  "FILE.onnx finds objects, --tracks FILE brings tracks",
                                  node));
          }));
    case Find::features:
      log(context, "no track file: following corners of the picture");
      return with_cuts(context, feature_finder({}));
    case Find::blobs:
      log(context, "no track file: looking for bright regions");
      return found(with_cuts(context, blob_finder({})));
    case Find::people:
      log(context, "no track file: looking for people");
      return found(with_cuts(context, people_finder({})));
  }
  return {};
}

TrackSource make(const Params& p, TrackContext& context) {
  if (p.path.empty()) return from_pixels(p, context);
  return from_file(p, context);
}

}  // namespace

NodeType track_input() {
  return Node<Params>("track_input", Stage::tracks,
                      "The tracks given with --tracks, with ids added if they have none; without "
                      "such a file, objects found in the picture.")
      .file("path", &Params::path, FileContent::tracks,
            "The file; \"$tracks\" is the one given with --tracks. Empty: detect objects in the "
            "picture.")
      .choice<Find>("find", &Params::find,
                    {{"motion", Find::motion},
                     {"features", Find::features},
                     {"blobs", Find::blobs},
                     {"people", Find::people}},
                    "What to detect in the picture, as track_motion, track_features, track_blobs "
                    "and track_people do with their defaults.")
      .boolean("associate", &Params::associate, "Give ids to detections that have none.")
      .fixed_number("min_score", &Params::min_score, {0, 1e6, Unit::none},
                    "Leave out a file's boxes with a lower score.")
      .makes_or_observes(make);
}

}  // namespace overlace
