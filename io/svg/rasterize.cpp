// SPDX-License-Identifier: Apache-2.0
// librsvg draws; Cairo's premultiplied bytes become straight samples.
#include <librsvg/rsvg.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <vector>

#include "graph/core/error.h"
#include "io/read/svg.h"

namespace overlace {
namespace {

struct Free {
  void operator()(RsvgHandle* handle) const { g_object_unref(handle); }
  void operator()(GError* error) const { g_error_free(error); }
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
  void operator()(cairo_t* context) const { cairo_destroy(context); }
};
template <class T>
using Owned = std::unique_ptr<T, Free>;

[[noreturn]] void refuse(const std::string& path, GError* error) {
  const Owned<GError> owned(error);
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

Size texels_for(Vec2 natural, const std::string& path) {
  const float longer = std::max(natural.x, natural.y);
  if (!(longer <= max_texture_side))
    throw Error(ErrorCode::limit, "is larger than an image to paint with can be", "scale it down",
                SourceLocation{path});
  const float scale = std::max(svg_texels / longer, 1.0F);
  const auto texels = [&](float side) {
    return std::max(static_cast<int>(std::lround(side * scale)), 1);
  };
  return {texels(natural.x), texels(natural.y)};
}

/// Cairo's pixels are words of 0xAARRGGBB, premultiplied.
std::vector<std::uint16_t> straight_samples(cairo_surface_t& surface, Size size) {
  cairo_surface_flush(&surface);
  const unsigned char* rows = cairo_image_surface_get_data(&surface);
  const int stride = cairo_image_surface_get_stride(&surface);
  std::vector<std::uint16_t> samples;
  samples.reserve(static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height) * 4);
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x) {
      std::uint32_t pixel = 0;
      std::memcpy(&pixel, rows + std::ptrdiff_t{stride} * y + std::ptrdiff_t{4} * x, sizeof pixel);
      const std::uint32_t alpha = pixel >> 24U;
      for (const unsigned shift : {16U, 8U, 0U}) {
        const std::uint32_t value = pixel >> shift & 255U;
        samples.push_back(static_cast<std::uint16_t>(
            alpha == 0 ? 0 : std::min((value * 65535U + alpha / 2) / alpha, 65535U)));
      }
      samples.push_back(static_cast<std::uint16_t>(alpha * 257));
    }
  }
  return samples;
}

Texture rasterize(const std::string& path) {
  GError* error = nullptr;
  const Owned<RsvgHandle> handle(rsvg_handle_new_from_file(path.c_str(), &error));
  if (!handle) refuse(path, error);
  const Size size = texels_for(natural_size(*handle), path);
  const Owned<cairo_surface_t> surface(
      cairo_image_surface_create(CAIRO_FORMAT_ARGB32, size.width, size.height));
  const Owned<cairo_t> context(cairo_create(surface.get()));
  const RsvgRectangle place{0, 0, double(size.width), double(size.height)};
  if (!rsvg_handle_render_document(handle.get(), context.get(), &place, &error))
    refuse(path, error);
  return make_texture(size, straight_samples(*surface, size));
}

}  // namespace
}  // namespace overlace

overlace::Texture* overlace_read_svg(const std::string& path) {
  return std::make_unique<overlace::Texture>(overlace::rasterize(path)).release();
}
