// SPDX-License-Identifier: Apache-2.0
// Pixel operations: what an effect node asks of a device for one frame, as plain records.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <variant>

#include "graph/core/vec.h"
#include "graph/plan/blur_pyramid.h"
#include "graph/plan/plane_pyramid.h"
#include "graph/plan/spectral_grid.h"

namespace overlace {

/// Gaussian blur of premultiplied pixels, or of a picture's own samples. Standard deviations in px,
/// 0.5 to 100.
struct BlurOp {
  float sigma = 1;
  float least_sigma = 1, most_sigma = 1;  ///< over all frames: memory and launches depend on them

  /// Bytes besides its layers, for pictures of a size; the same in every frame.
  [[nodiscard]] std::size_t scratch_bytes(Size size, FilterAxes axes) const {
    return BlurPyramid(size, {}).scratch_bytes(layer_steps.levels(double{least_sigma}),
                                               layer_steps.levels(double{most_sigma}), axes);
  }
  /// Bytes for a component of the picture whose samples cover `across` x `down` pixels.
  [[nodiscard]] std::size_t plane_scratch_bytes(Size plane, int across, int down) const {
    return plane_blur_bytes(plane, plane_sigma(least_sigma, across, down),
                            plane_sigma(most_sigma, across, down));
  }
  /// Bytes for a picture.
  [[nodiscard]] std::size_t picture_scratch_bytes(Size size) const {
    return component_scratch_bytes(*this, size);
  }
};

/// A drawing and the light around it: `gain` x `tint` times the Gaussian blur of what is brighter
/// than `threshold`, 0 to 1.
struct BloomOp {
  BlurOp blur;
  float threshold = 0;
  float gain = 1;     ///< 0 to 8
  Color tint;         ///< its alpha is ignored
  float opacity = 0;  ///< of the light, 0 to 1: 0 adds light and covers nothing

  /// As for BlurOp, plus an image for the bright part.
  [[nodiscard]] std::size_t scratch_bytes(Size size, FilterAxes axes) const {
    return image_bytes(size) + blur.scratch_bytes(size, axes);
  }
};

/// Which side of a drawing's edge an outline lies on.
enum class OutlineSide : std::uint8_t { outside, inside, both };

/// A band along the edge of a drawing. Lengths in px.
struct OutlineOp {
  float width = 1;     ///< 0 to 64
  float softness = 1;  ///< px over which the band fades out, 1 to 64
  OutlineSide side = OutlineSide::outside;
  Color color;

  [[nodiscard]] static std::size_t scratch_bytes(Size size, FilterAxes) {
    return image_bytes(size);
  }
};
inline constexpr double most_outline_width = 64, most_outline_softness = 64;

/// The shape of a drawing in one colour, grown by `spread` px, blurred, moved, and laid under it.
struct ShadowOp {
  BlurOp blur;
  Vec2 offset;                        ///< px as displayed
  float spread = 0, most_spread = 0;  ///< 0 to 64; of this frame, and over all frames
  Color color;

  /// The shadow's image, plus the larger of BlurOp's memory and the image of the grown shape.
  [[nodiscard]] std::size_t scratch_bytes(Size size, FilterAxes axes) const {
    const std::size_t grown = most_spread > 0 ? image_bytes(size) : 0;
    return image_bytes(size) + std::max(blur.scratch_bytes(size, axes), grown);
  }
};
inline constexpr double most_shadow_spread = 64, most_shadow_offset = 1024;

/// How a warp moves pixels: along a direction, around a point, away from it, or by waves.
enum class WarpKind : std::uint8_t { push, swirl, bulge, noise };
inline constexpr double most_warp_amount = 512;
inline constexpr int most_warp_strokes = 256, most_warp_waves = 12;

/// A plane wave that moves pixels by up to `push` px: by sin(2 pi (turns . position + phase)). A
/// GPU reads it in two loads.
struct alignas(16) WarpWave {
  Vec2 turns;
  float phase = 0;
  Vec2 push;
};

/// Pixels moved around some points by up to `amount` px, less with the distance from them.
struct WarpOp {
  WarpKind kind = WarpKind::push;
  float amount = 0;       ///< px, up to most_warp_amount either way
  float angle = 0;        ///< push: degrees clockwise from the right
  float radius = 1;       ///< px
  float scale = 1;        ///< length of waves, px
  double time_turns = 0;  ///< turns that the waves have made
  int seed = 0;
  bool everywhere = false;  ///< waves act everywhere, regardless of strokes
  int stroke_count = 0;
  Vec2 stroke[most_warp_strokes];  ///< px as displayed

  [[nodiscard]] static std::size_t scratch_bytes(Size, FilterAxes) { return 0; }
  /// Bytes for a component of the picture.
  [[nodiscard]] static std::size_t plane_scratch_bytes(Size plane, int, int) {
    return plane_bytes(plane);
  }
  /// Bytes for a picture.
  [[nodiscard]] std::size_t picture_scratch_bytes(Size size) const {
    return component_scratch_bytes(*this, size);
  }
};

/// Red and blue moved by `amount` px: in opposite directions along `angle`, or radially from the
/// middle of a picture of displayed size `shown`, where the corners move by `amount`.
struct AberrationOp {
  float amount = 0;  ///< px
  bool radial = true;
  float angle = 0;  ///< degrees clockwise from the right
  Size shown;

  [[nodiscard]] static std::size_t scratch_bytes(Size, FilterAxes) { return 0; }
  /// Bytes for a picture.
  [[nodiscard]] static std::size_t picture_scratch_bytes(Size size) {
    return color_changes_bytes(size);
  }
};

/// A picture of displayed size `shown`, moved, enlarged and turned: a pixel at p shows what lies at
/// p + (turn_x . p, turn_y . p) + offset, with p in px from the middle of pixel (0, 0).
struct PlaceOp {
  Vec2 turn_x, turn_y, offset;
  Size shown;

  [[nodiscard]] static std::size_t scratch_bytes(Size, FilterAxes) { return 0; }
};

/// Noise in proportion to alpha, different in every frame.
struct GrainOp {
  float amount = 0;  ///< its standard deviation
  float size = 1;    ///< of a grain, px, 1 and up
  bool mono = true;
  int seed = 0;
  int frame = 0;

  [[nodiscard]] static std::size_t scratch_bytes(Size, FilterAxes) { return 0; }
  /// Bytes for a picture.
  [[nodiscard]] static std::size_t picture_scratch_bytes(Size size) {
    return color_changes_bytes(size);
  }
};

/// What selects a ramp's colour.
enum class RampBy : std::uint8_t { luma, alpha };
/// 256 equally spaced colours from 0 to 1; their alpha is ignored.
using GradeRamp = std::array<Color, 256>;
inline constexpr std::uint32_t no_lut = static_cast<std::uint32_t>(-1);

/// Colour grading: R'G'B' times `gain`, Cb and Cr times `saturation` and rotated by `hue`, then
/// replaced by the colour of a ramp, and finally passed through a table.
struct GradeOp {
  float gain = 1;                   ///< 0 to 8
  float saturation = 1;             ///< 0 to 8
  float hue = 0;                    ///< degrees, from red through green to blue
  const GradeRamp* ramp = nullptr;  ///< null: none. Lives as long as the plan
  RampBy by = RampBy::luma;
  std::uint32_t lut = no_lut;  ///< index into Plan::luts; the same in every frame

  [[nodiscard]] static std::size_t scratch_bytes(Size, FilterAxes) { return 0; }
  /// Bytes for a picture.
  [[nodiscard]] static std::size_t picture_scratch_bytes(Size size) {
    return color_changes_bytes(size);
  }
};

/// Which spatial frequencies pass: those below a frequency, above it, or around it.
enum class SpectralKind : std::uint8_t { low, high, band };
/// Axes along which frequencies count.
enum class SpectralAxes : std::uint8_t { both, x, y };
inline constexpr float least_wavelength = 2;

/// The spatial frequencies of a layer that pass. At an edge, gains are a raised cosine over
/// octaves.
struct SpectralOp {
  SpectralKind kind = SpectralKind::low;
  float cutoff = 0.1F;   ///< cycles/px, up to 0.5
  float octaves = 1;     ///< between the edges of a band centred on `cutoff`
  float rolloff = 0.25;  ///< width of an edge in octaves; 0 is hard
  SpectralAxes axis = SpectralAxes::both;

  [[nodiscard]] static std::size_t scratch_bytes(Size size, FilterAxes) {
    return spectral_bytes(size);
  }
};

/// Effects from layers to a layer.
using EffectOp = std::variant<BlurOp, BloomOp, OutlineOp, ShadowOp, WarpOp, AberrationOp, PlaceOp,
                              GrainOp, GradeOp, SpectralOp>;

/// Sides of the blocks of a mosaic, px.
inline constexpr int least_mosaic_block = 2, most_mosaic_block = 512;

/// The mean of every block of a grid that begins at the displayed top-left corner.
struct PixelateOp {
  int block = least_mosaic_block;        ///< side, px
  int least_block = least_mosaic_block;  ///< over all frames: memory depends on it

  /// Most blocks of a component of the picture whose samples cover `across` x `down` pixels.
  [[nodiscard]] Size grid(Size plane, int across, int down) const {
    return {(plane.width - 1) * across / least_block + 1,
            (plane.height - 1) * down / least_block + 1};
  }
  /// Bytes for a component: the blocks, and sums over rows or columns.
  [[nodiscard]] std::size_t plane_scratch_bytes(Size plane, int across, int down) const {
    const Size blocks = grid(plane, across, down);
    const Size rows{blocks.width, plane.height}, columns{plane.width, blocks.height};
    return plane_bytes(blocks) + std::max(plane_bytes(rows), plane_bytes(columns));
  }
  /// Bytes for a picture.
  [[nodiscard]] std::size_t picture_scratch_bytes(Size size) const {
    return component_scratch_bytes(*this, size);
  }
};

inline constexpr float most_zoom = 16;
inline constexpr int most_zoom_anchors = 256;

/// Every pixel shows what lies 1 / `zoom` as far from its nearest anchor, in the same direction.
struct ZoomOp {
  float zoom = 2;  ///< 1 to 16
  int anchor_count = 0;
  Vec2 anchor[most_zoom_anchors];  ///< px as displayed

  [[nodiscard]] static std::size_t plane_scratch_bytes(Size plane, int, int) {
    return plane_bytes(plane);
  }
  /// Bytes for a picture.
  [[nodiscard]] std::size_t picture_scratch_bytes(Size size) const {
    return component_scratch_bytes(*this, size);
  }
};

inline constexpr float least_inset_zoom = 0.25F;
inline constexpr int most_insets = 64;

/// A part of the picture shown elsewhere: a pixel at p in it shows what lies at
/// source + (p - center) / zoom. Positions and lengths in px as displayed.
struct Inset {
  Vec2 center, half_size;
  Vec2 source;
  float zoom = 1;  ///< 0.25 to 16
};

/// Parts of the picture shown elsewhere in it, the later ones over the earlier ones.
struct InsetsOp {
  bool round = false;    ///< ellipses instead of boxes
  bool nearest = false;  ///< nearest samples instead of bilinear ones
  int count = 0;
  std::array<Inset, most_insets> inset;

  [[nodiscard]] static std::size_t plane_scratch_bytes(Size plane, int, int) {
    return plane_bytes(plane);
  }
  /// Bytes for a picture.
  [[nodiscard]] std::size_t picture_scratch_bytes(Size size) const {
    return component_scratch_bytes(*this, size);
  }
};

/// What replaces a picture's samples. Lengths are in px at full resolution.
using PictureFilter =
    std::variant<BlurOp, PixelateOp, ZoomOp, InsetsOp, WarpOp, AberrationOp, GrainOp, GradeOp>;

/// From the picture to the picture, under a region: D' = D (1 - A) + A E, where E is the filter's
/// result for D, and A the region's alpha times `strength`, 0 to 1.
struct PictureOp {
  PictureFilter filter;
  float strength = 1;
};

}  // namespace overlace
