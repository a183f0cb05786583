// SPDX-License-Identifier: Apache-2.0
// Makes an image of a texture, placed in a tracked box or in the picture.
#pragma once

#include "gpu/kernels/draw_descriptor.h"
#include "gpu/kernels/emit.h"
#include "gpu/kernels/lane.h"
#include "graph/data/box_place.h"
#include "graph/values/presence.h"

namespace overlace {

/// The box that a texture covers. An image that is fitted to `box` lies inside it.
OVL_FN Box image_box(const PlacedTexture& image, const Box& box, float size, float margin) {
  const auto width = static_cast<float>(image.texels.width);
  const auto height = static_cast<float>(image.texels.height);
  float scale = size > 0 ? size / height : 1.0F;
  const bool inside = image.inside || image.fit != ImageFit::size;
  if (image.fit != ImageFit::size) {
    const Vec2 room{max(fma(-2.0F, margin, box.width), 0.0F),
                    max(fma(-2.0F, margin, box.height), 0.0F)};
    if (image.fit == ImageFit::stretch) return {box.x + margin, box.y + margin, room.x, room.y};
    scale = min(room.x / width, room.y / height);
  }
  return place_box(image.position, box, {width * scale, height * scale}, margin, inside);
}

/// A texture over a box; false when it would be invisible or numbers are not finite.
OVL_FN bool emit_texture(const PlacedTexture& image, const Box& box, float opacity,
                         Primitive& out) {
  if (!(box.width > 0) || !(box.height > 0) || !is_finite(box.center())) return false;
  const float u = static_cast<float>(image.texels.width) / box.width;
  const float v = static_cast<float>(image.texels.height) / box.height;
  out = Primitive{};
  out.kind = PrimitiveKind::image;
  out.image = {{u, 0, -u * box.x, 0, v, -v * box.y}, image.texture};
  out.fill = fade({0, 0, 0, 1}, opacity);
  return is_visible(out);
}

template <>
struct DrawDescriptor<DrawImagesOp> {
  static constexpr DrawSource source = DrawSource::rows;
  static constexpr bool on_device = true, turns_with_box = true;
  static constexpr std::uint32_t items_per_slot = 1;
  OVL_FN static bool emit(const DrawImagesOp& op, const TrackView& tracks, std::uint32_t row,
                          Primitive& out) {
    const Presence there = presence_of(op.presence, tracks, row);
    const Element element{.row = row, .presence = there.opacity};
    const Box whole = image_box(op.image, tracks.box[row], op.size.at(tracks, element),
                                op.margin.at(tracks, element));
    return emit_texture(op.image, resized(whole, there.size),
                        op.opacity.at(tracks, element) * there.opacity, out);
  }
};

template <>
struct DrawDescriptor<DrawImageOp> {
  static constexpr DrawSource source = DrawSource::frame;
  static constexpr bool on_device = false, turns_with_box = false;
  OVL_FN static bool emit(const DrawImageOp& op, Primitive& out) {
    Box box = image_box(op.image, op.frame, op.size, op.margin);
    box.x = floor(box.x + 0.5F);
    box.y = floor(box.y + 0.5F);
    return emit_texture(op.image, box, op.opacity, out);
  }
};

template <>
struct DrawDescriptor<DrawProjectedImageOp> {
  static constexpr DrawSource source = DrawSource::frame;
  static constexpr bool on_device = false, turns_with_box = false;
  OVL_FN static bool emit(const DrawProjectedImageOp& op, Primitive& out) {
    out = Primitive{};
    out.kind = PrimitiveKind::projected_image;
    out.projected_image = op.image;
    out.fill = fade({0, 0, 0, 1}, op.opacity);
    return is_visible(out);
  }
};

}  // namespace overlace
