// SPDX-License-Identifier: Apache-2.0
// draw_image: paints a picture file, or a part of it, at a fixed place (a logo), at each tracked
// object (an icon), or between four corners (a poster on a wall).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include "geometry/homography.h"
#include "graph/types/at_param.h"
#include "node_list.h"
#include "nodes/parts/frame_point.h"
#include "nodes/parts/shared_params.h"
#include "tracking/zone.h"

namespace overlace {
namespace {

struct Params : PresenceParams {
  std::string path;
  std::vector<std::string> source;
  std::vector<std::string> corners;
  Number size{0};
  BoxPosition position = BoxPosition::top_right;
  Number margin{percent(2.5F)};
  bool inside = false;
  ImageFit fit = ImageFit::size;
  Number opacity{1};
};

std::string tracks_needed_by(const Params& p) {
  if (p.fit != ImageFit::size) return "\"fit\", which is to the boxes of objects,";
  return p.enter > 0 || p.leave > 0 ? "\"enter\" and \"leave\", which are of objects," : "";
}

/// The part of a picture between two opposite corners, in whole texels. A picture of one texel is
/// taken whole: it may stand for one that is not read.
PixelRect source_part(const std::vector<std::string>& source, Size size) {
  if (source.size() != 2)
    throw Error(ErrorCode::usage, "\"source\" takes two corners",
                "give two, as [\"0 0\", \"50% 100%\"]");
  const std::vector<Vec2> corners = parse_points(source, size, "corner of a picture's part");
  if (size == Size{1, 1}) return whole(size);
  const auto [left, right] = std::minmax({std::lround(corners[0].x), std::lround(corners[1].x)});
  const auto [top, bottom] = std::minmax({std::lround(corners[0].y), std::lround(corners[1].y)});
  const PixelRect part{static_cast<int>(left), static_cast<int>(top),
                       static_cast<int>(right - left), static_cast<int>(bottom - top)};
  if (part.is_empty() || intersection(part, whole(size)) != part)
    throw Error(
        ErrorCode::usage,
        fmt::format("\"source\" is not part of a picture of {} x {} px", size.width, size.height),
        "give two opposite corners within the picture");
  return part;
}

/// The picture, or the part of it to be painted.
PlanTexture texture_of(const Params& p, PrepareContext& context) {
  if (p.path.empty())
    throw Error(ErrorCode::usage, "draw_image has no picture to paint",
                "set \"path\" to a PNG, JPEG, WebP or SVG file", {.file = {}, .pointer = "path"});
  if (p.source.empty()) return context.texture(p.path);
  const std::shared_ptr<const Texture> picture = context.picture(p.path);
  const PixelRect part = at_param("source", [&] { return source_part(p.source, picture->size); });
  return context.own_texture(std::make_shared<const Texture>(part_of(*picture, part)));
}

std::array<Vec2, 4> corners_at(const std::vector<FramePoint>& places, const FrameTime& time) {
  return {places[0].at(time), places[1].at(time), places[2].at(time), places[3].at(time)};
}

/// Whether a camera could see a flat picture with these corners.
bool are_of_a_plane(const std::array<Vec2, 4>& corners) {
  std::array<PlanePoint, 4> points;
  std::ranges::transform(corners, points.begin(), [](Vec2 corner) {
    return PlanePoint{double{corner.x}, double{corner.y}};
  });
  return std::ranges::all_of(corners,
                             [](Vec2 c) { return std::isfinite(c.x) && std::isfinite(c.y); }) &&
         map_of_square(points).has_value();
}

/// Where the corners of the picture go, clockwise from the upper left.
std::vector<FramePoint> corner_places(const std::vector<std::string>& texts,
                                      const PrepareContext& context) {
  if (texts.size() != 4)
    throw Error(ErrorCode::usage, "\"corners\" takes four points",
                "give a place for each corner of the picture, clockwise from its upper left one");
  std::vector<FramePoint> places;
  for (const std::string& text : texts) places.emplace_back(text, context, "corner of a picture");
  if (std::ranges::none_of(places, &FramePoint::moves) && !are_of_a_plane(corners_at(places, {})))
    throw Error(ErrorCode::usage, "\"corners\" are not those of a convex quadrilateral",
                "give them in order around it, none within the triangle of the others");
  return places;
}

Lower<DrawOp> prepare_projected(std::shared_ptr<const Params> params, PrepareContext& context) {
  if (context.tracks != nullptr)
    throw Error(ErrorCode::usage, "\"corners\" is a place in the frame, and \"tracks\" are others",
                "leave one of them out");
  const std::vector<FramePoint> places =
      at_param("corners", [&] { return corner_places(params->corners, context); });
  const std::uint32_t texture = texture_of(*params, context).index;
  return [params, places, texture](const FrameTime& time) -> DrawOp {
    const std::array<Vec2, 4> corners = corners_at(places, time);
    if (!are_of_a_plane(corners)) return DrawProjectedImageOp{{{}, texture}, 0};
    return DrawProjectedImageOp{{corners, texture}, params->opacity.at(time).constant};
  };
}

Lower<DrawOp> prepare(std::shared_ptr<const Params> params, PrepareContext& context) {
  if (!params->corners.empty()) return prepare_projected(params, context);
  const PlanTexture texture = texture_of(*params, context);
  PlacedTexture image{.texture = texture.index,
                      .texels = texture.size,
                      .position = params->position,
                      .fit = params->fit,
                      .inside = params->inside};
  if (context.tracks != nullptr)
    return [params, image](const FrameTime& time) -> DrawOp {
      return DrawImagesOp{image, params->size.at(time), params->margin.at(time),
                          params->opacity.at(time), params->presence()};
    };
  image.inside = true;
  const Box frame{0, 0, static_cast<float>(context.clip.size.width),
                  static_cast<float>(context.clip.size.height)};
  return [params, image, frame](const FrameTime& time) -> DrawOp {
    return DrawImageOp{image, frame, params->size.at(time).constant,
                       params->margin.at(time).constant, params->opacity.at(time).constant};
  };
}

}  // namespace

NodeType draw_image() {
  return Node<Params>("draw_image", Stage::drawing,
                      "Paints a picture file: a logo in the frame, or an icon at each object.")
      .optional_input("tracks", Stage::tracks,
                      "The objects to paint it at; without them it has a fixed place in the frame.",
                      tracks_needed_by)
      .file("path", &Params::path, FileContent::picture,
            "Picture file: PNG, JPEG, WebP, SVG, TIFF, BMP or GIF, with or without transparency.")
      .text_list("source", &Params::source,
                 "Two opposite corners of the part of the picture to use, as \"50% 0%\" of its "
                 "width and height or \"64 0\" in its pixels; empty uses all of it.")
      .text_list("corners", &Params::corners,
                 "Where the picture's corners go, clockwise from its upper left one, as \"10% "
                 "25%\" of the frame's width and height, \"64 108\" in pixels, or two expressions "
                 "of the frame as in \"100 + 20 * sin(time), wall.value\": the picture is drawn in "
                 "perspective. They replace size, position and margin.")
      .number("size", &Params::size, {0, 1e4, Unit::px},
              "Height of the image; 0 keeps the file's size in pixels.")
      .choice<BoxPosition>("position", &Params::position, box_position_names,
                           "Place in the frame, or on the box.")
      .number("margin", &Params::margin, {-1e4, 1e4, Unit::px},
              "Distance from the edge of the frame or the box.")
      .boolean("inside", &Params::inside, "Place it inside the box instead of around it.")
      .choice<ImageFit>(
          "fit", &Params::fit,
          {{"size", ImageFit::size}, {"box", ImageFit::box}, {"stretch", ImageFit::stretch}},
          "What sets the size: the parameter, the box, or the box with stretching.")
      .number("opacity", &Params::opacity, {0, 1, Unit::ratio}, "Opacity of the image.")
      .with(presence_rows)
      .shown_with(R"({"path": "icon", "margin": 2, "position": "top_left"})")
      .never_seen("corners", "a picture lies at objects or between corners, not both")
      .prepares<DrawOp>(prepare);
}

}  // namespace overlace
