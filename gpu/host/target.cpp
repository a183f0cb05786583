// SPDX-License-Identifier: Apache-2.0
// Targets: where each component's samples lie.
#include "gpu/host/target.h"

#include <cmath>
#include <cstdint>
#include <string>

#include "gpu/kernels/sample.h"
#include "graph/core/error.h"

namespace overlace {
namespace {

constexpr int largest_side = 1 << 16;

std::size_t plane_count(const PixelFormat& format) {
  if (format.layout == PlaneLayout::packed) return 1;
  const std::size_t alpha = format.alpha ? 1 : 0;
  if (format.model == ColorModel::gray) return 1 + alpha;
  return (format.layout == PlaneLayout::semi_planar ? 2 : 3) + alpha;
}

/// Whether a plane's samples are aligned to their size, as a device requires.
bool is_aligned(const PlaneView& plane, SampleType sample) {
  const auto bits =
      reinterpret_cast<std::uintptr_t>(plane.data) | static_cast<std::uintptr_t>(plane.stride);
  return bits % static_cast<std::uintptr_t>(sample_bytes(sample)) == 0;
}

void check_memory(const ImageView& image) {
  for (std::size_t i = 0; i < plane_count(image.format); ++i) {
    if (image.planes[i].data == nullptr) {
      throw Error(ErrorCode::input, "cannot draw on a picture without memory",
                  "plane " + std::to_string(i) + " is not set");
    }
    if (image.memory == Memory::cuda && !is_aligned(image.planes[i], image.format.sample)) {
      throw Error(ErrorCode::input, "cannot draw on samples that are not aligned in GPU memory",
                  "plane " + std::to_string(i) + " or its stride is not a multiple of " +
                      std::to_string(sample_bytes(image.format.sample)) + " bytes");
    }
  }
}

void check_size(const Size& size) {
  const auto is_side = [](int length) { return length > 0 && length <= largest_side; };
  if (is_side(size.width) && is_side(size.height)) return;
  throw Error(ErrorCode::input, "cannot draw on a picture of " + std::to_string(size.width) +
                                    " x " + std::to_string(size.height) + " pixels");
}

void check_window(const ImageView& image) {
  const PixelRect& w = image.window;
  if (w.is_empty()) return;
  const auto is_far = [](int at) { return at < -largest_side || at > largest_side; };
  if (is_far(w.x) || is_far(w.y) || is_far(w.width) || is_far(w.height)) {
    throw Error(ErrorCode::input, "cannot draw on a window of " + std::to_string(w.width) + " x " +
                                      std::to_string(w.height) + " pixels at " +
                                      std::to_string(w.x) + ", " + std::to_string(w.y));
  }
  const bool odd_x = image.format.chroma_shift_x != 0 && w.x % 2 != 0;
  const bool odd_y = image.format.chroma_shift_y != 0 && w.y % 2 != 0;
  if (odd_x || odd_y) {
    throw Error(ErrorCode::input,
                "cannot draw on a window that begins at " + std::to_string(w.x) + ", " +
                    std::to_string(w.y) + ": chroma has one sample for two pixels",
                "begin at an even pixel");
  }
}

void check_format(const PixelFormat& f) {
  const int room = 8 * sample_bytes(f.sample);
  if (!is_float(f.sample) && (f.bits < 8 || f.bits + f.shift > room)) {
    throw Error(ErrorCode::input, "cannot draw on samples of " + std::to_string(f.bits) + " bits");
  }
  if (is_float(f.sample) && f.chroma_shift_x != 0) {
    throw Error(ErrorCode::input, "cannot draw on subsampled floating-point samples");
  }
  if (f.chroma_shift_x > 1 || f.chroma_shift_y > f.chroma_shift_x) {
    throw Error(ErrorCode::input, "cannot draw on this chroma subsampling",
                "4:2:0, 4:2:2 and 4:4:4 are known");
  }
  const bool subsampled = f.model == ColorModel::ycbcr && f.chroma_shift_x == 1;
  if (f.layout == PlaneLayout::packed && subsampled) {
    throw Error(ErrorCode::input, "cannot draw on packed subsampled pixels",
                "convert to planes first");
  }
}

void check(const ImageView& image) {
  check_memory(image);
  check_size(image.size);
  check_window(image);
  check_format(image.format);
}

/// The part of a picture that is present.
PixelRect held_part(const ImageView& image) {
  return intersection(image.held(), whole(image.size));
}

/// A component's samples, `step` bytes apart from `data` on, each for 2^shift_x x 2^shift_y pixels.
TargetPlane plane_at(const ImageView& image, std::byte* data, std::ptrdiff_t stride, int step,
                     int shift_x = 0, int shift_y = 0) {
  const PixelRect there = image.held(), held = held_part(image);
  return {data - (there.y >> shift_y) * stride - std::ptrdiff_t{there.x >> shift_x} * step,
          stride,
          step,
          held.x >> shift_x,
          held.y >> shift_y,
          (held.right() + shift_x) >> shift_x,
          (held.bottom() + shift_y) >> shift_y};
}

/// A component of packed pixels.
TargetPlane packed_plane(const ImageView& image, int offset) {
  const int bytes = sample_bytes(image.format.sample);
  return plane_at(image, image.planes[0].data + std::ptrdiff_t{offset} * bytes,
                  image.planes[0].stride, image.format.components * bytes);
}

TargetPlane whole_plane(const ImageView& image, std::size_t index) {
  const PlaneView& plane = image.planes[index];
  return plane_at(image, plane.data, plane.stride, sample_bytes(image.format.sample));
}

void set_packed(const ImageView& image, Target& target) {
  const int colors = image.format.model == ColorModel::gray ? 1 : 3;
  for (int i = 0; i < colors; ++i) {
    target.component[i] = packed_plane(image, image.format.component_offset[i]);
  }
  if (image.format.alpha) target.alpha = packed_plane(image, image.format.component_offset[3]);
}

void set_rgb_planes(const ImageView& image, Target& target) {
  constexpr std::size_t plane_of[3] = {2, 0, 1};  // R, G, B in planes stored as G, B, R
  for (int i = 0; i < 3; ++i) target.component[i] = whole_plane(image, plane_of[i]);
  if (image.format.alpha) target.alpha = whole_plane(image, 3);
}

void set_ycbcr_planes(const ImageView& image, Target& target) {
  const PixelFormat& format = image.format;
  target.component[0] = whole_plane(image, 0);
  const int bytes = sample_bytes(format.sample);
  const bool pairs = format.layout == PlaneLayout::semi_planar;
  for (int i = 1; i < 3; ++i) {
    const PlaneView& plane = image.planes[pairs ? 1 : i];
    target.component[i] =
        plane_at(image, plane.data + (pairs ? (i - 1) * bytes : 0), plane.stride,
                 pairs ? 2 * bytes : bytes, format.chroma_shift_x, format.chroma_shift_y);
  }
  if (format.alpha) target.alpha = whole_plane(image, pairs ? 2 : 3);
}

void set_space(const WorkingSpace& space, Target& target) {
  for (std::size_t i = 0; i < 3; ++i) {
    target.offset[i] = static_cast<float>(space.offset[i]);
    for (std::size_t j = 0; j < 3; ++j) {
      target.matrix[i][j] = static_cast<float>(space.matrix[i][j]);
      target.inverse[i][j] = static_cast<float>(space.inverse[i][j]);
    }
  }
}

ChromaGrid chroma_grid(const PixelFormat& format) {
  if (format.model != ColorModel::ycbcr) return ChromaGrid::none;
  if (format.chroma_shift_x == 0) return ChromaGrid::full;
  return format.chroma_shift_y == 0 ? ChromaGrid::half_columns : ChromaGrid::half_columns_and_rows;
}

}  // namespace

Target picture_target(const ImageView& image, const WorkingSpace& space) {
  check(image);
  const PixelFormat& format = image.format;
  Target target;
  target.size = image.size;
  target.held = held_part(image);
  target.sample = format.sample;
  target.shift = format.shift;
  target.max =
      is_float(format.sample) ? 1.0F : static_cast<float>(std::ldexp(1.0, format.bits) - 1);
  target.siting = image.color.siting;
  target.chroma = chroma_grid(format);
  target.straight = format.alpha && image.alpha == AlphaKind::straight;
  set_space(space, target);
  if (format.layout == PlaneLayout::packed) {
    set_packed(image, target);
  } else if (format.model == ColorModel::rgb) {
    set_rgb_planes(image, target);
  } else if (format.model == ColorModel::gray) {
    target.component[0] = whole_plane(image, 0);
    if (format.alpha) target.alpha = whole_plane(image, 1);
  } else {
    set_ycbcr_planes(image, target);
  }
  if (image.alpha == AlphaKind::opaque) target.alpha = {};
  return target;
}

Target filtered_target(const ImageView& image) {
  Target target = picture_target(image, make_working_space(image.format, image.color));
  target.straight = target.straight && !target.has_chroma();
  return target;
}

void check_blending(const Target& target) {
  if (!target.is_subsampled()) return;
  const PixelRect& held = target.held;
  const bool left = target.siting != ChromaSiting::center && held.x > 0;
  const bool above = chroma_sees_above(target) && held.y > 0;
  const bool right = held.right() % 2 != 0 && held.right() < target.size.width;
  const bool below =
      target.has_half_rows() && held.bottom() % 2 != 0 && held.bottom() < target.size.height;
  if (!left && !above && !right && !below) return;
  throw Error(ErrorCode::input,
              "cannot blend with a window of a picture whose chroma is subsampled: samples at its "
              "edge show pixels beside it",
              "give the whole picture, or 4:4:4");
}

PixelFormat layer_format() {
  PixelFormat format;
  format.model = ColorModel::rgb;
  format.layout = PlaneLayout::packed;
  format.sample = SampleType::f16;
  format.alpha = true;
  format.components = 4;
  format.component_offset = {0, 1, 2, 3};
  return format;
}

WorkingSpace layer_space(const ColorSpec& picture) {
  ColorSpec color = picture;
  color.range = ColorRange::full;
  return make_working_space(layer_format(), color);
}

Target layer_target(const LayerMemory& layer, Size size, const WorkingSpace& space) {
  Target target;
  target.size = size;
  target.held = whole(size);
  target.sample = SampleType::f16;
  target.max = 1;
  target.kind = layer.kind == LayerKind::alpha ? TargetKind::alpha_layer : TargetKind::layer;
  target.blocks = layer.blocks;
  const int bytes = 2 * layer_channels(layer.kind);
  target.component[0] = {reinterpret_cast<std::byte*>(layer.pixels),
                         static_cast<std::ptrdiff_t>(size.width) * bytes,
                         bytes,
                         0,
                         0,
                         size.width,
                         size.height};
  target.occupied = layer.occupied;
  set_space(space, target);
  return target;
}

}  // namespace overlace
