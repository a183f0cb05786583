// SPDX-License-Identifier: Apache-2.0
// picture_zoom: a magnifying glass under a region, at one place or over every tracked object.
#include <algorithm>
#include <string>

#include "node_list.h"

namespace overlace {
namespace {

struct Params {
  Number zoom{2.0F};
  Number x{0.0F}, y{0.0F};
  Number strength{1.0F};
};

/// Rejects more objects than fit into a device's data for one frame.
void check_anchors(const TrackTable& tracks) {
  const std::size_t most = busiest_frame(tracks);
  if (most <= most_zoom_anchors) return;
  throw Error(ErrorCode::usage,
              "picture_zoom takes " + std::to_string(most_zoom_anchors) +
                  " anchors in a frame, and a frame of the tracks has " + std::to_string(most),
              "keep fewer objects with track_filter");
}

Lower<PictureOp> prepare(std::shared_ptr<const Params> params, PrepareContext& context) {
  const TrackTable* tracks = context.inputs.at(1);
  if (tracks != nullptr) check_anchors(*tracks);
  const Vec2 middle{static_cast<float>(context.clip.size.width) / 2,
                    static_cast<float>(context.clip.size.height) / 2};
  return [params, tracks, middle](const FrameTime& time) {
    ZoomOp op{.zoom = std::clamp(params->zoom.at(time).constant, 1.0F, most_zoom)};
    const Vec2 offset{params->x.at(time).constant, params->y.at(time).constant};
    const float strength = std::clamp(params->strength.at(time).constant, 0.0F, 1.0F);
    if (tracks == nullptr) {
      op.anchor[op.anchor_count++] = middle + offset;
    } else {
      const RowRange rows = tracks->rows(time.frame);
      for (std::uint32_t row = rows.begin; row < rows.end; ++row)
        op.anchor[op.anchor_count++] = tracks->box[row].center() + offset;
    }
    return PictureOp{op, op.zoom > 1 && op.anchor_count > 0 ? strength : 0.0F};
  };
}

}  // namespace

NodeType picture_zoom() {
  constexpr Range offset{-1e4, 1e4, Unit::px};
  return Node<Params>(
             "picture_zoom", Stage::picture,
             "Magnifies the video, and what was painted on it before, like a magnifying glass.")
      .input("region", Stage::layer,
             "Where it applies: a drawing, whose opacity counts but not its colour.")
      .optional_input(
          "anchors", Stage::tracks,
          "Objects whose centres stay in place: each pixel shows the nearest one enlarged. Without "
          "them, the centre of the picture stays.",
          +[](const Params&) { return std::string(); })
      .per_frame()
      .number("zoom", &Params::zoom, {1, most_zoom},
              "Magnification; 1 leaves every sample unchanged.")
      .number("x", &Params::x, offset, "Offset of what stays, to the right of these centres.")
      .number("y", &Params::y, offset, "Offset of what stays, below these centres.")
      .number("strength", &Params::strength, {0, 1, Unit::ratio},
              "How much of the magnified picture is mixed in; 0 leaves every sample unchanged.")
      .prepares<PictureOp>(prepare);
}

}  // namespace overlace
