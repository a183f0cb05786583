// SPDX-License-Identifier: Apache-2.0
// Asks librsvg for the size, and lets it draw.
#include "io/svg/drawing.h"

#include <algorithm>
#include <cmath>

#include "graph/core/error.h"
#include "io/read/svg_process.h"

namespace overlace {
namespace {

[[noreturn]] void refuse(const std::string& path, GError* error) {
  const Released<GError> owned(error);
  const std::string why = owned ? owned->message : "librsvg draws nothing";
  throw Error(ErrorCode::input, "cannot be read as an SVG drawing: " + why, "",
              SourceLocation{path});
}

/// The size that the drawing states, in px; without one, the size of its view box.
Vec2 natural_size(RsvgHandle& handle) {
  gdouble width = 0, height = 0;
  if (rsvg_handle_get_intrinsic_size_in_pixels(&handle, &width, &height) && width > 0 && height > 0)
    return {static_cast<float>(width), static_cast<float>(height)};
  gboolean has_width = 0, has_height = 0, has_box = 0;
  RsvgLength unused;
  RsvgRectangle box{};
  rsvg_handle_get_intrinsic_dimensions(&handle, &has_width, &unused, &has_height, &unused, &has_box,
                                       &box);
  if (has_box && box.width > 0 && box.height > 0)
    return {static_cast<float>(box.width), static_cast<float>(box.height)};
  return {1, 1};
}

}  // namespace

Drawing::Drawing(const std::string& path) : path_(path) {
  GError* error = nullptr;
  handle_.reset(rsvg_handle_new_from_file(path.c_str(), &error));
  if (!handle_) refuse(path, error);
}

Drawing::Drawing(std::string_view content) {
  const Released<GInputStream> stream(g_memory_input_stream_new_from_data(
      content.data(), static_cast<gssize>(content.size()), nullptr));
  GError* error = nullptr;
  handle_.reset(rsvg_handle_new_from_stream_sync(stream.get(), nullptr, RSVG_HANDLE_FLAGS_NONE,
                                                 nullptr, &error));
  if (!handle_) refuse(path_, error);
}

Size Drawing::texels() const {
  const Vec2 natural = natural_size(*handle_);
  const float longer = std::max(natural.x, natural.y);
  const float scale = std::max(svg_texels / longer, 1.0F);
  const auto texels = [&](float side) {
    return std::max(static_cast<int>(std::lround(side * scale)), 1);
  };
  const bool is_small = longer <= max_texture_side;  // not for NaN
  const Size size = is_small ? Size{texels(natural.x), texels(natural.y)} : Size{};
  if (!is_drawable(size))
    throw Error(ErrorCode::limit, "is larger than an image to paint with can be", "scale it down",
                SourceLocation{path_});
  return size;
}

Released<cairo_surface_t> Drawing::draw(Size texels) const {
  Released<cairo_surface_t> surface(
      cairo_image_surface_create(CAIRO_FORMAT_ARGB32, texels.width, texels.height));
  const Released<cairo_t> context(cairo_create(surface.get()));
  const RsvgRectangle place{0, 0, double(texels.width), double(texels.height)};
  GError* error = nullptr;
  if (!rsvg_handle_render_document(handle_.get(), context.get(), &place, &error))
    refuse(path_, error);
  return surface;
}

}  // namespace overlace
