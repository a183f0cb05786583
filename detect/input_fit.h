// SPDX-License-Identifier: Apache-2.0
// How a picture, or a part of it, becomes a network's input, and how places go back.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graph/core/pixel_rect.h"
#include "graph/core/vec.h"
#include "graph/data/bgr_frame.h"

namespace overlace {

/// What a family of networks expects of its input.
struct InputRule {
  /// How a picture of another shape is fitted.
  enum class Fit : std::uint8_t {
    centred,  ///< scaled evenly, with margins on both sides (Ultralytics' letterbox)
    corner,   ///< scaled evenly, with margins right and below
    stretched
  };
  Fit fit = Fit::centred;
  bool rgb = true;           ///< the order of the planes; else BGR
  float scale = 1 / 255.0F;  ///< of 8-bit samples
  float margin = 114;        ///< sample of the margins, 0..255
  int longer_side = 640;     ///< of networks that take any size, px; 0 = the picture's own
  bool square = false;       ///< those get a square input
  /// Whether the size in the file binds nothing: the network has convolutions alone.
  bool any_size = false;
};

/// A part of a picture in a network's input.
class InputFit {
 public:
  InputFit() = default;
  /// `part` in picture pixels, and the input's size, both at least 1 x 1.
  InputFit(const PixelRect& part, Size input, InputRule::Fit fit);

  [[nodiscard]] Size input() const { return input_; }
  [[nodiscard]] const PixelRect& part() const { return part_; }
  /// From the input's pixels to the picture's.
  [[nodiscard]] Vec2 to_picture(Vec2 at) const;
  [[nodiscard]] Vec2 scale() const { return scale_; }  ///< input pixels per picture pixel

  /// Writes the three planes of the input, one after another: `input().width x height` values
  /// each. Samples between pixels are interpolated bilinearly, as OpenCV's INTER_LINEAR does.
  void write(const BgrFrame& picture, const InputRule& rule, std::span<float> planes) const;

 private:
  PixelRect part_{};
  Size input_{};
  Size scaled_{};           ///< of the part in the input
  int left_ = 0, top_ = 0;  ///< of the part in the input
  Vec2 scale_{1, 1};
};

/// The input's size for a network that takes any: the longer side of the part becomes
/// `longer_side` pixels (0: stays), and both are rounded up to multiples of 32; or both sides do.
[[nodiscard]] Size free_input_size(const PixelRect& part, int longer_side, bool square = false);

/// A grid of `count` x `count` overlapping parts that cover the picture; a fifth of a part's sides
/// is shared with its neighbours.
[[nodiscard]] std::vector<PixelRect> tiles_of(Size picture, int count);

}  // namespace overlace
