// SPDX-License-Identifier: Apache-2.0
// Mattes and other per-pixel numbers of a frame, from what its nodes draw for which objects.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "gpu/matte_painter.h"
#include "io/frames/aovs.h"
#include "render/drawn_object.h"

namespace overlace {

/// The channels of an AOV: "id", or "uv.u" and "uv.v".
[[nodiscard]] std::vector<std::string> channel_names(Aov aov);

/// Makes the channels that AovOptions ask for. Drawings without an object (a title, a fill) cover
/// the objects below them and have no track or class of their own. One thread at a time.
class AovPainter {
 public:
  /// Pictures are upright. Throws what make_matte_painter throws.
  AovPainter(std::shared_ptr<const Plan> plan, const AovOptions& wanted, bool whole_window,
             const ReplayOptions& options);

  /// The channels of a frame, all in one window: the smallest one around everything visible, or the
  /// whole picture. Valid until the next call.
  [[nodiscard]] std::span<const FloatChannels> paint(const FrameTime& time);
  /// Matte weights of all frames so far for which no rank was left.
  [[nodiscard]] std::size_t dropped() const { return dropped_; }

 private:
  /// A number per owner; `nobody` for owners without one.
  using Numbers = std::vector<std::uint32_t>;

  [[nodiscard]] std::string name_of(MatteKind kind, const PrimitiveOwner& owner) const;
  /// The channels of a matte layer, and those of all AOVs; `memory` is reused from an earlier
  /// frame.
  [[nodiscard]] FloatChannels matte(MatteKind kind, const OwnerMatte& seen, const PixelRect& window,
                                    std::vector<float> memory);
  [[nodiscard]] FloatChannels facts(const OwnerMatte& seen, const PixelRect& window,
                                    std::vector<float> memory) const;
  /// The values of all AOV channels where nothing is drawn for an object; has memory for the whole
  /// picture.
  [[nodiscard]] FloatChannels background(Size picture, const PixelRect& window,
                                         std::vector<float> memory) const;
  /// The objects that something was drawn for, each once; `numbers` gets their indices by owner.
  [[nodiscard]] std::vector<DrawnObject> objects(Numbers& numbers) const;
  /// Appends an AOV's values at a pixel.
  void append(Aov aov, const DrawnObject& object, int x, int y, std::vector<float>& to) const;

  std::shared_ptr<const Plan> plan_;
  std::vector<MatteKind> mattes_;
  std::vector<Aov> aovs_;
  bool whole_window_;
  std::unique_ptr<MattePainter> painter_;
  std::vector<FloatChannels> channels_;  ///< of the last frame
  std::size_t dropped_ = 0;
};

}  // namespace overlace
