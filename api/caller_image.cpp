// SPDX-License-Identifier: Apache-2.0
// Every member is checked: a wrong stride would overwrite other memory.
#include "api/caller_image.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string_view>

#include "api/c_error.h"
#include "api/formats.h"
#include "api/structs.h"
#include "color/linear_spaces.h"

namespace overlace::api {
namespace {

/// The largest side in pixels, and the largest offset of a window.
constexpr int largest_side = 1 << 16;

/// Of a row, in either direction: times a window's offset in rows, it still fits into an address.
constexpr std::int64_t largest_stride = std::int64_t{1} << 40;

/// The part of a picture in one plane: samples per row, and rows.
struct PlaneShape {
  int samples = 0, rows = 0;
};

constexpr int halved(int pixels, int shift) {
  return (pixels + (1 << shift) - 1) >> shift;
}

/// By plane; empty for planes that the format does not have.
std::array<PlaneShape, 4> shapes_of(const PixelFormat& format, Size size) {
  std::array<PlaneShape, 4> shapes{};
  const PlaneShape full{size.width, size.height};
  if (format.layout == PlaneLayout::packed) {
    shapes[0] = {size.width * format.components, size.height};
    return shapes;
  }
  shapes[0] = full;
  std::size_t planes = 1;
  if (format.model != ColorModel::gray) {
    const PlaneShape chroma{halved(size.width, format.chroma_shift_x),
                            halved(size.height, format.chroma_shift_y)};
    const bool pairs = format.layout == PlaneLayout::semi_planar;
    shapes[1] = pairs ? PlaneShape{2 * chroma.samples, chroma.rows} : chroma;
    if (!pairs) shapes[2] = chroma;
    planes = pairs ? 2 : 3;
  }
  if (format.alpha) shapes[planes] = full;
  return shapes;
}

void check_plane(const ovl_plane& plane, std::size_t index, const PlaneShape& shape, int bytes) {
  if (plane.data == nullptr)
    throw Error(ErrorCode::usage, fmt::format("ovl_image.plane[{}].data is NULL", index));
  const std::int64_t row = std::int64_t{shape.samples} * bytes;
  const bool in_memory = plane.stride >= -largest_stride && plane.stride <= largest_stride;
  if (!in_memory || std::llabs(plane.stride) < row)
    throw Error(ErrorCode::usage,
                fmt::format("ovl_image.plane[{}].stride is {}, a row has {} bytes", index,
                            plane.stride, row),
                "give the bytes from a row to the next");
  const auto address = reinterpret_cast<std::uintptr_t>(plane.data);
  const auto size = static_cast<std::uintptr_t>(bytes);
  if (address % size != 0 || plane.stride % bytes != 0)
    throw Error(
        ErrorCode::usage,
        fmt::format("ovl_image.plane[{}] is not aligned to its samples of {} bytes", index, bytes));
}

/// The enumerator stored in a member; the first one is `first`.
template <class T>
T choice(std::uint8_t member, std::string_view name, int count, int first = 0) {
  if (member < first || member >= first + count)
    throw Error(ErrorCode::usage, fmt::format("ovl_image.{} is {}, at most {} was expected", name,
                                              member, first + count - 1));
  return static_cast<T>(member - first);
}

ColorMatrix matrix_of(const ovl_image& image, ColorModel model, Size clip) {
  if (image.matrix == OVL_MATRIX_DEFAULT && model == ColorModel::rgb) return ColorMatrix::bt709;
  if (image.matrix == OVL_MATRIX_DEFAULT)
    return clip.width >= 1280 || clip.height > 576 ? ColorMatrix::bt709 : ColorMatrix::bt601;
  return choice<ColorMatrix>(image.matrix, "matrix", 3, OVL_MATRIX_BT601);
}

ColorRange range_of(const ovl_image& image, ColorModel model) {
  if (image.range == OVL_RANGE_DEFAULT)
    return model == ColorModel::rgb ? ColorRange::full : ColorRange::limited;
  return choice<ColorRange>(image.range, "range", 2, OVL_RANGE_LIMITED);
}

Primaries primaries_of(const ovl_image& image) {
  static constexpr std::array known{bt709_primaries, bt2020_primaries, acescg_primaries};
  return known[choice<std::size_t>(image.primaries, "primaries", known.size())];
}

ColorSpec color_of(const ovl_image& image, ColorModel model, Size clip) {
  return {.matrix = matrix_of(image, model, clip),
          .range = range_of(image, model),
          .transfer = choice<Transfer>(image.transfer, "transfer", 4),
          .siting = choice<ChromaSiting>(image.siting, "siting", 3),
          .primaries = primaries_of(image)};
}

PixelRect window_of(const ovl_image& image) {
  const auto in_reach = [](std::int64_t place) { return std::llabs(place) <= largest_side; };
  if (image.width <= 0 || image.height <= 0 || !in_reach(image.width) || !in_reach(image.height) ||
      !in_reach(image.x) || !in_reach(image.y))
    throw Error(ErrorCode::usage,
                fmt::format("ovl_image is {} x {} px at {}, {}", image.width, image.height, image.x,
                            image.y),
                fmt::format("sides are 1 to {} px, and places at most as far away", largest_side));
  return {image.x, image.y, image.width, image.height};
}

/// Lays out the planes of a picture without gaps from `memory` on; returns the bytes they take.
std::size_t place(const PixelFormat& format, Size size, std::byte* memory,
                  std::span<ovl_plane, 4> planes) {
  const int bytes = sample_bytes(format.sample);
  const auto shapes = shapes_of(format, size);
  std::size_t offset = 0;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    if (shapes[i].rows == 0) continue;
    const std::int64_t stride = std::int64_t{shapes[i].samples} * bytes;
    planes[i] = {memory + offset, stride};
    offset += static_cast<std::size_t>(stride) * static_cast<std::size_t>(shapes[i].rows);
  }
  return offset;
}

bool is_picture(int width, int height) {
  return width > 0 && height > 0 && width <= largest_side && height <= largest_side;
}

}  // namespace

ImageView image_view(const ovl_image* given, Size clip) {
  const ovl_image image = read_struct(given, "ovl_image");
  const std::optional<PixelFormat> format = pixel_format(image.format);
  if (!format)
    throw Error(ErrorCode::usage, fmt::format("ovl_image.format {} is unknown", image.format),
                "see enum ovl_format");
  ImageView view;
  view.size = clip;
  view.format = *format;
  view.color = color_of(image, format->model, clip);
  view.alpha = choice<AlphaKind>(image.alpha, "alpha", 3);
  view.memory = choice<Memory>(image.memory, "memory", 2);
  const PixelRect window = window_of(image);
  if (window != whole(clip)) view.window = window;
  const int bytes = sample_bytes(format->sample);
  const auto shapes = shapes_of(*format, {window.width, window.height});
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    if (shapes[i].rows == 0) continue;
    check_plane(image.plane[i], i, shapes[i], bytes);
    view.planes[i] = {static_cast<std::byte*>(image.plane[i].data),
                      static_cast<std::ptrdiff_t>(image.plane[i].stride)};
  }
  return view;
}

}  // namespace overlace::api

using namespace overlace::api;

extern "C" {

size_t ovl_image_bytes(uint32_t format, int32_t width, int32_t height) {
  const auto known = pixel_format(format);
  std::array<ovl_plane, 4> planes{};
  return known && is_picture(width, height) ? place(*known, {width, height}, nullptr, planes) : 0;
}

int ovl_image_place(ovl_image* image, void* memory, ovl_error** error) {
  return guarded(error, [&] {
    check_struct(image, "ovl_image");
    require(memory != nullptr, "the memory is NULL");
    const auto known = pixel_format(image->format);
    require(known.has_value(), "ovl_image.format is unknown: see enum ovl_format");
    require(is_picture(image->width, image->height), "ovl_image has no size");
    place(*known, {image->width, image->height}, static_cast<std::byte*>(memory), image->plane);
  });
}

}  // extern "C"
