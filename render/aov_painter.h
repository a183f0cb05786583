// SPDX-License-Identifier: Apache-2.0
// Mattes by id and other numbers of a frame's pixels, from what its nodes draw for which objects.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "gpu/matte_painter.h"
#include "io/write/aovs.h"
#include "render/drawn_object.h"

namespace overlace {

/// The channels of an AOV: "id", or "uv.u" and "uv.v".
[[nodiscard]] std::vector<std::string> channel_names(Aov aov);

/// Makes the channels that AovOptions ask for. What has no object (a title, a fill) covers objects
/// below it and has no track and no class itself. One thread at a time.
class AovPainter {
 public:
  /// Pictures are upright. Throws as make_matte_painter.
  AovPainter(std::shared_ptr<const Plan> plan, const AovOptions& wanted, bool whole_window,
             const ReplayOptions& options);

  /// The channels of a frame, all in one window: the smallest around all that is seen, or the whole
  /// picture. They stand until the next call.
  [[nodiscard]] std::span<const FloatChannels> paint(const FrameTime& time);
  /// Weights of mattes that had no rank left, of all frames so far.
  [[nodiscard]] std::size_t dropped() const { return dropped_; }

 private:
  /// A number for each owner; `nobody` for those that have none.
  using Numbers = std::vector<std::uint32_t>;

  [[nodiscard]] std::string name_of(MatteKind kind, const PrimitiveOwner& owner) const;
  /// The channels of a layer of mattes, and of all AOVs; `memory` is that of an earlier frame's.
  [[nodiscard]] FloatChannels matte(MatteKind kind, const OwnerMatte& seen, const PixelRect& window,
                                    std::vector<float> memory);
  [[nodiscard]] FloatChannels facts(const OwnerMatte& seen, const PixelRect& window,
                                    std::vector<float> memory) const;
  /// The channels of all AOVs as they are where nothing is drawn for an object; memory for the
  /// whole picture.
  [[nodiscard]] FloatChannels background(Size picture, const PixelRect& window,
                                         std::vector<float> memory) const;
  /// What was drawn for, each object once; `numbers` gets their places by owner.
  [[nodiscard]] std::vector<DrawnObject> objects(Numbers& numbers) const;
  /// Appends what an AOV is at a pixel.
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
