// SPDX-License-Identifier: Apache-2.0
// overlace-svg FILE: draws with librsvg and prints samples, in a process of its own, since a short
// drawing can ask for any amount of memory and time. See io/read/svg.h.
#include <librsvg/rsvg.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

#include "graph/core/error.h"
#include "graph/core/regular_file.h"
#include "io/read/svg_process.h"

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
  const float scale = std::max(svg_texels / longer, 1.0F);
  const auto texels = [&](float side) {
    return std::max(static_cast<int>(std::lround(side * scale)), 1);
  };
  const bool is_small = longer <= max_texture_side;  // not for NaN
  const Size size = is_small ? Size{texels(natural.x), texels(natural.y)} : Size{};
  if (!is_drawable(size))
    throw Error(ErrorCode::limit, "is larger than an image to paint with can be", "scale it down",
                SourceLocation{path});
  return size;
}

/// Cairo's pixels are words of 0xAARRGGBB, premultiplied; these are straight.
void write_row(const unsigned char* row, std::vector<std::uint16_t>& samples) {
  for (std::size_t x = 0; x < samples.size() / 4; ++x) {
    std::uint32_t pixel = 0;
    std::memcpy(&pixel, row + 4 * x, sizeof pixel);
    const std::uint32_t alpha = pixel >> 24U;
    const auto straight = [&](unsigned shift) {
      const std::uint32_t value = pixel >> shift & 255U;
      return static_cast<std::uint16_t>(
          alpha == 0 ? 0 : std::min((value * 65535U + alpha / 2) / alpha, 65535U));
    };
    samples[4 * x] = straight(16);
    samples[4 * x + 1] = straight(8);
    samples[4 * x + 2] = straight(0);
    samples[4 * x + 3] = static_cast<std::uint16_t>(alpha * 257);
  }
  std::fwrite(samples.data(), sizeof samples[0], samples.size(), stdout);
}

void write_samples(cairo_surface_t& surface, Size size) {
  cairo_surface_flush(&surface);
  const unsigned char* rows = cairo_image_surface_get_data(&surface);
  if (rows == nullptr) throw std::bad_alloc();
  const SvgHeader header{.size = size};
  std::fwrite(&header, sizeof header, 1, stdout);
  std::vector<std::uint16_t> samples(static_cast<std::size_t>(size.width) * 4);
  for (int y = 0; y < size.height; ++y)
    write_row(rows + std::ptrdiff_t{cairo_image_surface_get_stride(&surface)} * y, samples);
}

void draw(const std::string& path) {
  if (const RegularFile file(path); !file)
    throw Error(ErrorCode::input, "cannot be read: " + file.problem(), "", SourceLocation{path});
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
  write_samples(*surface, size);
}

/// The system ends this process when it takes more.
void limit_process() {
  const rlimit memory{svg_limits.memory_bytes, svg_limits.memory_bytes};
  const rlimit time{svg_limits.cpu_s, svg_limits.cpu_s};
  const rlimit no_file{0, 0};
  ::setrlimit(RLIMIT_AS, &memory);
  ::setrlimit(RLIMIT_CPU, &time);
  ::setrlimit(RLIMIT_CORE, &no_file);
  ::alarm(svg_limits.wall_s);  // a neighbour of the drawing may be a pipe
}

}  // namespace
}  // namespace overlace

int main(int argc, char** argv) {
  using namespace overlace;
  if (argc != 2) return static_cast<int>(ErrorCode::usage);
  limit_process();
  SvgHeader failure;
  std::string message;
  try {
    draw(argv[1]);
    return std::fflush(stdout) == 0 ? 0 : static_cast<int>(ErrorCode::output);
  } catch (const Error& error) {
    failure.code = error.code();
    message = error.problems().front().message;
  } catch (const std::bad_alloc&) {
    failure.code = ErrorCode::limit;
    message = "takes too much memory to draw";
  }
  std::fwrite(&failure, sizeof failure, 1, stdout);
  std::fwrite(message.data(), 1, message.size(), stdout);
  std::fflush(stdout);
  return static_cast<int>(failure.code);
}
