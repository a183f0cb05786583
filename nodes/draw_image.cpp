// SPDX-License-Identifier: Apache-2.0
// draw_image: paints a picture file at a fixed place, as a logo, or at each tracked object, as an
// icon.
#include "node_list.h"
#include "nodes/shared_params.h"

namespace overlace {
namespace {

struct Params : PresenceParams {
  std::string path;
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

Lower<DrawOp> prepare(std::shared_ptr<const Params> params, PrepareContext& context) {
  if (params->path.empty())
    throw Error(ErrorCode::usage, "draw_image has no picture to paint",
                "set \"path\" to a PNG, JPEG, WebP or SVG file");
  const PlanTexture texture = context.texture(params->path);
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
      .number("size", &Params::size, {0, 1e4, Unit::px},
              "Height of the image; 0 keeps the pixels of the file.")
      .choice<BoxPosition>("position", &Params::position, box_position_names(),
                           "Place in the frame, or on the box.")
      .number("margin", &Params::margin, {-1e4, 1e4, Unit::px},
              "Distance from the edge of the frame or the box.")
      .boolean("inside", &Params::inside, "Place it inside the box instead of around it.")
      .choice<ImageFit>(
          "fit", &Params::fit,
          {{"size", ImageFit::size}, {"box", ImageFit::box}, {"stretch", ImageFit::stretch}},
          "What gives the size: the parameter, the box, or the box to all sides.")
      .number("opacity", &Params::opacity, {0, 1, Unit::ratio}, "Opacity of the image.")
      .with(presence_rows)
      .prepares<DrawOp>(prepare);
}

}  // namespace overlace
