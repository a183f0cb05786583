// SPDX-License-Identifier: Apache-2.0
// Bounds of items, passed on from layer to layer.
#include "gpu/host/overlay_bounds.h"

#include <cmath>
#include <string>
#include <utility>

#include "gpu/effects/layer_effects.h"
#include "gpu/effects/picture_effects.h"
#include "gpu/host/target.h"
#include "gpu/kernels/bin.h"
#include "graph/core/error.h"
#include "graph/core/orientation.h"

namespace overlace {
namespace {

/// The pixels of `picture` whose centres lie in a rectangle that bounds what is painted, reach
/// included.
PixelRect pixels_in(const Rect& r, const PixelRect& picture) {
  const auto first = [](float edge, int size) {
    return static_cast<int>(std::ceil(clamp(edge - 0.5F, 0.0F, static_cast<float>(size))));
  };
  const auto end = [](float edge, int size) {
    return static_cast<int>(std::floor(clamp(edge + 0.5F, 0.0F, static_cast<float>(size))));
  };
  const int x = first(r.left, picture.width), y = first(r.top, picture.height);
  return {x, y, end(r.right, picture.width) - x, end(r.bottom, picture.height) - y};
}

/// A part of the stored picture, as it is shown.
PixelRect as_shown(const PixelRect& r, const ClipInfo& clip) {
  const auto pixels = [](float v) { return static_cast<int>(v); };
  const Box box = to_stored({static_cast<float>(r.x), static_cast<float>(r.y),
                             static_cast<float>(r.width), static_cast<float>(r.height)},
                            inverse(clip.stored), clip.size);
  return {pixels(box.x), pixels(box.y), pixels(box.width), pixels(box.height)};
}

Rect bounds_of(const SegmentBounds& segment) {
  const float end_x = segment.x + segment.ux * segment.length;
  const float end_y = segment.y + segment.uy * segment.length;
  return grow(
      {min(segment.x, end_x), min(segment.y, end_y), max(segment.x, end_x), max(segment.y, end_y)},
      segment.reach);
}

}  // namespace

OverlayBounds::OverlayBounds(std::shared_ptr<const Plan> plan)
    : plan_(std::move(plan)),
      picture_(whole(plan_->clip.size)),
      space_(make_working_space(layer_format(), {})),
      no_layers_(plan_->layer_buffers),
      layers_(plan_->layer_buffers) {
  for (const auto& texture : plan_->textures) textures_.push_back({.size = texture->size});
  list_.primitives.reserve(plan_->primitive_capacity);
}

PixelRect OverlayBounds::of(const FrameTime& time, HostStages& stages) {
  return walk(time, stages, picture_);
}

void OverlayBounds::check_window(const FrameTime& time, HostStages& stages,
                                 const ImageView& picture) {
  const PixelRect held = intersection(picture.held(), whole(picture.size));
  static_cast<void>(walk(time, stages, as_shown(held, plan_->clip)));
}

/// The bounds of a frame's paint; `held` is the part of the picture that is present.
PixelRect OverlayBounds::walk(const FrameTime& time, HostStages& stages, const PixelRect& held) {
  PixelRect painted;
  list_.clear();
  stages.begin(time);
  for (std::size_t i = 0; i < plan_->steps.size(); ++i) {
    if (const auto* raster = std::get_if<RasterStep>(&plan_->steps[i].work)) {
      const PixelRect part = take_list(stages);
      if (raster->layer)
        layers_[plan_->layers[*raster->layer].buffer] = part;
      else
        painted = hull(painted, part);
    } else if (const auto* effect = std::get_if<EffectStep>(&plan_->steps[i].work)) {
      layers_[plan_->layers[effect->output].buffer] =
          of_effect(*effect, time_of(*plan_, plan_->steps[i], time));
    } else if (const auto* picture = std::get_if<PictureStep>(&plan_->steps[i].work)) {
      painted = hull(painted, of_picture(*picture, time, held));
    } else {
      stages.run(i, list_);
    }
  }
  return painted;
}

/// The bounds of what was drawn since the last raster step. Scenes are built upright.
PixelRect OverlayBounds::take_list(const HostStages& stages) {
  scene_.begin(space_, {{}, plan_->clip.size}, {&stages.atlas(), no_layers_, textures_});
  scene_.add(list_.primitives, list_);
  list_.clear();
  PixelRect painted;
  groups_.assign(scene_.groups().size(), {});
  for (const Item& item : scene_.items()) {
    PixelRect& into = item.group == no_group ? painted : groups_[item.group];
    into = hull(into, of_item(item));
  }
  for (std::size_t i = groups_.size(); i > 0; --i) close_group(i - 1, painted);
  return painted;
}

/// Adds what a group paints to the bounds of its enclosing group. Groups inside it are closed
/// first.
void OverlayBounds::close_group(std::size_t number, PixelRect& painted) {
  const Group& group = scene_.groups()[number];
  if (group.opacity == 0 || group.blend == BlendMode::erase || group.blend == BlendMode::inside)
    return;
  PixelRect own = groups_[number];
  if (group.mask != no_group) own = intersection(own, groups_[group.mask]);
  PixelRect& into = group.parent == no_group ? painted : groups_[group.parent];
  into = hull(into, own);
}

PixelRect OverlayBounds::of_item(const Item& item) const {
  switch (item.kind) {
    case ItemKind::layer:
      return layers_[item.layer];
    case ItemKind::glyph:
      return intersection({item.glyph.x, item.glyph.y, item.glyph.width, item.glyph.height},
                          picture_);
    case ItemKind::stroke: {
      PixelRect painted;
      for (const Segment& segment :
           scene_.segments().subspan(item.first_segment, item.segment_count))
        painted = hull(painted, pixels_in(bounds_of(segment_bounds(item, segment)), picture_));
      return painted;
    }
    case ItemKind::area:  // cells are whole pixels
      return pixels_in(item.rect, picture_);
    default:
      return pixels_in(area_bounds(item).outer, picture_);
  }
}

PixelRect OverlayBounds::of_picture(const PictureStep& work, const FrameTime& time,
                                    const PixelRect& held) const {
  const PictureOp op = work.lower(time);
  if (!(op.strength > 0)) return {};
  const PixelRect& region = layers_[plan_->layers[work.region].buffer];
  if (held == picture_) return region;
  // Chroma samples also show the pixel beside their own, and span two.
  const PixelRect changed = intersection(grow(region, 1), held);
  const PixelRect read = intersection(grow(changed, picture_effect_reach(op) + 2), picture_);
  if (intersection(read, held) != read)
    throw Error(ErrorCode::input,
                "cannot change this window of the picture: the effect looks at " +
                    std::to_string(read.width) + " x " + std::to_string(read.height) +
                    " pixels at " + std::to_string(read.x) + ", " + std::to_string(read.y) +
                    ", and some are not there",
                "give a window that holds them, or the whole picture");
  return region;
}

PixelRect OverlayBounds::of_effect(const EffectStep& work, const FrameTime& time) const {
  PixelRect read;
  for (const std::size_t input : work.inputs)
    if (input != no_slot) read = hull(read, layers_[plan_->layers[input].buffer]);
  return intersection(grow(read, effect_reach(work.lower(time))), picture_);
}

}  // namespace overlace
