// SPDX-License-Identifier: Apache-2.0
// track_input: the tracks given on the command line, or else what is found in the picture.
#include "node_list.h"
#include "nodes/track_sources.h"
#include "tracking/blobs.h"
#include "tracking/features.h"
#include "tracking/motion.h"
#include "tracking/people.h"

namespace overlace {
namespace {

/// What to look for in a picture without tracks.
enum class Find : std::uint8_t { motion, features, blobs, people };

struct Params {
  std::string path;
  Find find = Find::motion;
  bool associate = true;
  Number min_score{0};
};

/// Every box of the file is kept, tracked or not: what to leave out is the user's to say.
TrackTable from_file(const Params& p, TrackContext& context) {
  TrackTable table = context.read_tracks(p.path);
  const float min_score = p.min_score.constant.value;
  if (min_score > 0)
    table = select_rows(table, [&](std::uint32_t row) { return !(table.score[row] < min_score); });
  if (!p.associate || table.row_count() == 0 || has_ids(table)) return table;
  return with_ids(context, table, {.keep_untracked = true});
}

TrackTable from_pixels(const Params& p, TrackContext& context) {
  if (!context.play_video)
    throw Error(ErrorCode::usage, "there are neither tracks nor pixels to find them in",
                "give a track file with --tracks FILE");
  const PlayVideo& play = context.play_video;
  const auto found = [&](const TrackTable& boxes) {
    return p.associate ? with_ids(context, boxes, AssociateOptions{}) : boxes;
  };
  switch (p.find) {
    case Find::motion:
      say(context, "no track file: looking for what moves, as if the camera stood still");
      return found(find_motion(play, MotionOptions{}));
    case Find::features:
      say(context, "no track file: following corners of the picture");
      return find_features(play, FeatureOptions{});
    case Find::blobs:
      say(context, "no track file: looking for bright regions");
      return found(find_blobs(play, BlobOptions{}));
    case Find::people:
      say(context, "no track file: looking for people");
      return found(find_people(play, PeopleOptions{}));
  }
  return {};
}

TrackTable make(const Params& p, TrackContext& context) {
  return p.path.empty() ? from_pixels(p, context) : from_file(p, context);
}

}  // namespace

NodeType track_input() {
  return Node<Params>("track_input", Stage::tracks,
                      "The tracks given with --tracks, with ids added if they have none; without "
                      "such a file, objects found in the picture.")
      .text("path", &Params::path,
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
                    "Leave out boxes of a file whose score is below.")
      .makes(make);
}

}  // namespace overlace
