// SPDX-License-Identifier: Apache-2.0
// Where a frame's overlay may paint, found without painting.
#pragma once

#include <memory>
#include <vector>

#include "gpu/host/scene_builder.h"
#include "gpu/host/stages.h"
#include "graph/core/pixel_rect.h"
#include "graph/data/image.h"

namespace overlace {

/// Whether an image is a window that lacks some of its picture.
[[nodiscard]] constexpr bool lacks_pixels(const ImageView& image) {
  return intersection(image.held(), whole(image.size)) != whole(image.size);
}

/// Runs a plan's stages up to the scene and checks where its items lie. For one thread at a time;
/// keeps its buffers.
class OverlayBounds {
 public:
  explicit OverlayBounds(std::shared_ptr<const Plan> plan);

  /// See Replay::bounds. `stages` are the plan's; what they hold for another frame is lost.
  [[nodiscard]] PixelRect of(const FrameTime& time, HostStages& stages);
  /// Throws Error(input) if an effect changes the picture, of which only a window is given, and
  /// would have to read pixels that the window lacks. `stages` as above.
  void check_window(const FrameTime& time, HostStages& stages, const ImageView& picture);

 private:
  [[nodiscard]] PixelRect walk(const FrameTime& time, HostStages& stages, const PixelRect& held);
  [[nodiscard]] PixelRect of_picture(const PictureStep& work, const FrameTime& time,
                                     const PixelRect& held) const;
  [[nodiscard]] PixelRect take_list(const HostStages& stages);
  void close_group(std::size_t number, PixelRect& painted);
  [[nodiscard]] PixelRect of_item(const Item& item) const;
  [[nodiscard]] PixelRect of_effect(const EffectStep& work, const FrameTime& time) const;

  std::shared_ptr<const Plan> plan_;
  PixelRect picture_;
  WorkingSpace space_;
  std::vector<TextureView> textures_;  ///< their sizes
  std::vector<LayerView> no_layers_;   ///< as many as there are buffers
  std::vector<PixelRect> layers_;      ///< bounds of what is painted on them, by buffer
  DisplayList list_;                   ///< since the last raster step
  SceneBuilder scene_;
  std::vector<PixelRect> groups_;  ///< of the scene: bounds of what is painted in each
};

}  // namespace overlace
