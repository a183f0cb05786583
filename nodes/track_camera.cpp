// SPDX-License-Identifier: Apache-2.0
// track_camera: how the camera moves, for drawings that stay with the scene.
#include "node_list.h"
#include "nodes/parts/track_sources.h"
#include "tracking/camera_path.h"
#include "tracking/features.h"

namespace overlace {
namespace {

struct Params {
  CameraModel model = CameraModel::homography;
  Number tolerance{percent(0.5F)};
  int max_points = 300;
  int seed = 0;
};

/// Makes a copy of the tracks with the camera's path.
struct CameraAdder {
  TrackTable tracks;
  ClipInfo clip;
  CameraOptions options;
  LogSink log;

  [[nodiscard]] TrackTable operator()(const TrackTable& points) const {
    const std::int32_t end = std::max(points.first_frame + points.frame_count(),
                                      tracks.first_frame + tracks.frame_count());
    const std::int32_t frames = std::max(end - clip.first_frame, 1);
    FollowedCamera camera = follow_camera(points, tracks, clip.first_frame, frames, options);
    if (log && camera.lost_frames > 0)
      log(fmt::format("the camera could not be followed in {} of {} frames: too few points agree",
                      camera.lost_frames, frames));
    TrackTable out = tracks;
    out.camera = std::make_shared<const CameraPath>(std::move(camera.path));
    return out;
  }
};

TrackSource make(const Params& p, TrackContext& context) {
  const TrackTable* const tracks = context.inputs[0];
  const TrackTable* const points = context.inputs[1];
  const CameraAdder add{*tracks,
                        context.clip,
                        {.model = p.model,
                         .tolerance = std::max(in_pixels(p.tolerance, context.clip), 0.01),
                         .seed = static_cast<std::uint32_t>(p.seed)},
                        context.log};
  if (points != nullptr) return add(*points);
  need_pixels(context, "track_camera without points");
  return std::make_unique<FinishedObserver>(
      feature_finder({.max_count = p.max_points, .min_length = 2}), add);
}

std::string points_needed_by(const Params& /*params*/) {
  return {};
}

}  // namespace

NodeType track_camera() {
  return Node<Params>("track_camera", Stage::tracks,
                      "Follows the camera, so that draw_trails can stay with a moving scene; the "
                      "tracks pass unchanged.")
      .input("tracks", Stage::tracks, "The objects; points inside their boxes are ignored.")
      .optional_input("points", Stage::tracks,
                      "Points of the scene with ids, such as track_features finds; without them "
                      "the node looks for corners itself.",
                      points_needed_by)
      .choice<CameraModel>("model", &Params::model,
                           {{"shift", CameraModel::shift},
                            {"similarity", CameraModel::similarity},
                            {"homography", CameraModel::homography}},
                           "What the camera does: it shifts the picture; also rotates and zooms "
                           "it; or everything that a rotating camera does.")
      .fixed_number("tolerance", &Params::tolerance, {0, 1e4, Unit::px},
                    "How far a static point may be off its expected place.")
      .integer("max_points", &Params::max_points, {20, 5000, Unit::count},
               "Corners to follow where no points are given.")
      .integer("seed", &Params::seed, {0, 1e9, Unit::none},
               "Chooses which points are tried together first.")
      .makes_or_observes(make);
}

}  // namespace overlace
