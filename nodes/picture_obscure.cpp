// SPDX-License-Identifier: Apache-2.0
// picture_obscure: blurs or pixelates each tracked object in proportion to its size, so that near
// and distant ones are equally hard to make out.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <span>
#include <utility>
#include <vector>

#include "graph/data/figures.h"
#include "graph/data/polygons.h"
#include "graph/plan/blur_pyramid.h"
#include "graph/plan/paint.h"
#include "node_list.h"
#include "nodes/parts/shared_params.h"
#include "nodes/parts/size_classes.h"

namespace overlace {
namespace {

enum class ObscureBy : std::uint8_t { blocks, blur };
enum class ObscureShape : std::uint8_t { box, ellipse };

struct Params {
  ObscureBy by = ObscureBy::blocks;
  Number share{0.25F};
  ObscureShape shape = ObscureShape::box;
  Number padding{percent(0.5F)};
  Number strength{1.0F};
};

/// The filter for objects whose shorter sides are up to `side` px long.
PictureFilter filter_of(const Params& p, double side) {
  const double px = side * double{p.share.at({}).constant};
  if (p.by == ObscureBy::blur) {
    const auto sigma = static_cast<float>(std::clamp(px, least_blur_sigma, most_blur_sigma));
    return BlurOp{sigma, sigma, sigma};
  }
  const int block = std::clamp(static_cast<int>(std::ceil(std::min(px, double{most_mosaic_block}))),
                               least_mosaic_block, most_mosaic_block);
  return PixelateOp{block, block};
}

/// Fills a box with its padding, or the ellipse in it, rotated like the object.
void fill_shape(ObscureShape shape, const Box& box, float padding, float degrees,
                DisplayList& out) {
  constexpr std::size_t most_corners = 48;
  const bool is_box = shape == ObscureShape::box;
  const std::size_t count = is_box ? 4 : most_corners;
  const Vec2 half{box.width * 0.5F + padding, box.height * 0.5F + padding};
  const Vec2 across = direction_of(degrees);
  // The polygon is circumscribed: its sides touch the ellipse, its corners lie outside.
  const float reach = is_box ? std::numbers::sqrt2_v<float>
                             : 1 / std::cos(std::numbers::pi_v<float> / most_corners);
  std::array<Vec2, most_corners> corners;
  for (std::size_t i = 0; i < count; ++i) {
    const Vec2 to =
        direction_of(360.0F * (static_cast<float>(i) + 0.5F) / static_cast<float>(count));
    const Vec2 upright{to.x * half.x * reach, to.y * half.y * reach};
    corners[i] = box.center() + across * upright.x + Vec2{-across.y, across.x} * upright.y;
  }
  AreaRings area(out);
  area.add(std::span(corners).first(count));
  area.paint({1, 1, 1, 1});
}

/// Fills the shapes of all objects in one size class.
void draw_region(const Params& p, const SizeClasses& sizes, std::size_t size_class,
                 const HostInputs& in, DisplayList& out) {
  const float padding = p.padding.at(in.time).constant;
  for (std::uint32_t row = in.tracks.rows.begin; row < in.tracks.rows.end; ++row) {
    const Box& box = in.tracks.box[row];
    if (sizes.of(box) != size_class) continue;
    const float degrees = in.table->rotation.empty() ? 0.0F : in.table->rotation[row];
    out.begin_row(row);
    fill_shape(p.shape, box, padding, degrees, out);
  }
  out.begin_row(no_row);
}

DrawnPicture prepare(std::shared_ptr<const Params> params, PrepareContext& context) {
  const TrackTable none;
  const auto sizes =
      std::make_shared<const SizeClasses>(context.tracks != nullptr ? *context.tracks : none);
  DrawnPicture made;
  for (std::size_t i = sizes->count(); i-- > 0;) {
    const PictureFilter filter = filter_of(*params, sizes->side(i));
    HostDraw region = [params, sizes, i](const HostInputs& in, DisplayList& out) {
      draw_region(*params, *sizes, i, in, out);
    };
    made.changes.push_back(
        {.how =
             [params, sizes, i, filter](const FrameTime& time) {
               const bool any = sizes->has(i, time.frame);
               return PictureOp{filter, any ? params->strength.at(time).constant : 0.0F};
             },
         .region = [region = std::move(region)](const auto&) { return region; }});
  }
  return made;
}

}  // namespace

NodeType picture_obscure() {
  return Node<Params>("picture_obscure", Stage::picture,
                      "Pixelates or blurs the video, and what was painted on it before, at each "
                      "tracked object, in proportion to the object's size.")
      .input("tracks", Stage::tracks, "The objects to obscure.")
      .choice<ObscureBy>("by", &Params::by,
                         {{"blocks", ObscureBy::blocks}, {"blur", ObscureBy::blur}},
                         "Whether objects are shown in blocks of one colour, as by "
                         "picture_pixelate, or blurred, as by picture_blur.")
      .fixed_number("share", &Params::share, {0.01, 1, Unit::ratio},
                    "Side of the blocks, or sigma of the blur, as a part of the shorter side of "
                    "the object's box: at least that, and up to half as much again. Machines "
                    "recognise faces in both: to hide one, fill it.")
      .choice<ObscureShape>("shape", &Params::shape,
                            {{"box", ObscureShape::box}, {"ellipse", ObscureShape::ellipse}},
                            "What is obscured: the object's box, or the ellipse in it.")
      .per_frame()
      .number("padding", &Params::padding, {0, 1e4, Unit::px},
              "Space around the box that is obscured, too.")
      .number("strength", &Params::strength, {0, 1, Unit::ratio},
              "How much of the change is mixed in; 0 leaves every sample unchanged.")
      .shown_with(R"({"share": 0.3})")
      .changes_picture(prepare);
}

}  // namespace overlace
