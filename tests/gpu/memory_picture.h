// SPDX-License-Identifier: Apache-2.0
// Pictures in memory, primitives and random scenes for tests of the rasteriser.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "gpu/raster.h"
#include "graph/data/display_list.h"
#include "graph/data/image.h"

namespace overlace::test {

/// A picture with padding after every row, filled with noise or one byte.
class Picture {
 public:
  Picture(Size size, const PixelFormat& format, const ColorSpec& color);

  void fill_noise(std::uint32_t seed);
  /// Fills with floats of every kind: NaNs of both signs, quiet and signalling, with payloads;
  /// infinities; subnormal, huge and ordinary numbers. Precondition: a float format.
  void fill_unusual(std::uint32_t seed);
  [[nodiscard]] ImageView view();
  [[nodiscard]] const std::vector<std::byte>& bytes() const { return bytes_; }
  /// Whether byte `index` of the memory lies outside the rows of all planes.
  [[nodiscard]] bool is_padding(std::size_t index) const;

  /// Code value (integers, unshifted) or value (floats) of component `c` at a sample.
  [[nodiscard]] double sample(int c, int x, int y) const;
  void set_sample(int c, int x, int y, double value);
  /// The bits of a sample as stored in memory.
  [[nodiscard]] std::uint32_t bits(int c, int x, int y) const;
  void set_bits(int c, int x, int y, std::uint32_t bits);
  /// Samples per row and column of a component.
  [[nodiscard]] Size plane_size(int c) const;

 private:
  struct Location {
    std::size_t offset;
    std::size_t bytes;
  };
  struct Plane {
    std::size_t begin, stride, row_bytes, rows;
  };
  [[nodiscard]] std::size_t locate(int c, int x, int y) const;

  Size size_;
  PixelFormat format_;
  ColorSpec color_;
  std::vector<Plane> planes_;
  std::vector<std::byte> bytes_;
};

struct NamedFormat {
  std::string name;
  PixelFormat format;
  ColorSpec color;
};
/// Every picture format that io can deliver.
[[nodiscard]] std::vector<NamedFormat> all_formats();
[[nodiscard]] PixelFormat ycbcr_format(int shift_x, int shift_y, int bits = 8);
[[nodiscard]] PixelFormat nv12_format();
/// R, G, B as floats, so that what is drawn can be read back without rounding.
[[nodiscard]] PixelFormat float_format(bool alpha = false);

/// The memory of a picture of noise that a list was drawn on.
[[nodiscard]] std::vector<std::byte> drawn_on_noise(const DisplayList& list,
                                                    const NamedFormat& kind, Size size,
                                                    Rasterizer& rasterizer, std::uint32_t seed);

[[nodiscard]] Primitive line(Vec2 from, Vec2 to, float width, Color color);
/// A parabola with its control point; flattened to 0.1 px.
[[nodiscard]] Primitive parabola(Vec2 from, Vec2 control, Vec2 to, float width, Color color);
[[nodiscard]] Primitive shape(ShapeKind kind, Vec2 center, Vec2 half, float radius, float width,
                              Color stroke, Color fill);
[[nodiscard]] Primitive whole_fill(Color color);
/// The layer with this index.
[[nodiscard]] Primitive layer_onto(std::uint32_t layer);
[[nodiscard]] Primitive group_begin(BlendMode blend, float opacity);
[[nodiscard]] Primitive group_end();

/// Appends the area enclosed by rings.
void append_area(std::span<const std::vector<Vec2>> rings, Color fill, DisplayList& list);
/// Two textures of noise: colours (16 x 8), and values with a colour ramp (32 x 4).
[[nodiscard]] const Textures& noise_textures();
/// One of noise_textures() with corner (0, 0) at `origin` and its sides along `across` and `down`.
[[nodiscard]] Primitive image(std::uint32_t texture, Vec2 origin, Vec2 across, Vec2 down,
                              float opacity = 1);

inline constexpr Color clear{0, 0, 0, 0};
inline constexpr Color white{1, 1, 1, 1};

/// A random scene of everything that a display list can hold, on multiples of 1/16 px.
[[nodiscard]] DisplayList random_scene(std::mt19937& random, Size size, const GlyphAtlas& atlas);
/// A random scene of at least `primitives` primitives, some of them joined curves; without groups,
/// so that several workers can build it together.
[[nodiscard]] DisplayList crowded_scene(std::mt19937& random, Size size, const GlyphAtlas& atlas,
                                        std::size_t primitives);
/// Fills an atlas with random bitmaps.
void fill_atlas(std::mt19937& random, GlyphAtlas& atlas);
/// Moves a scene.
void translate(DisplayList& list, Vec2 by);

}  // namespace overlace::test
