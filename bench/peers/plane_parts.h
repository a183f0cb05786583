// SPDX-License-Identifier: Apache-2.0
// Peers that change parts of planes: an NV12 picture as luma, and chroma as pairs.
#pragma once

#include "bench/peers/peer.h"
#include "graph/core/pixel_rect.h"

namespace overlace {

/// A box of one plane. Lengths in samples.
struct PlanePart {
  std::byte* plane;  ///< its first byte; rows have no padding
  Size size;         ///< of the plane
  int channels;      ///< bytes per sample: one for luma, two for chroma
  int scale;         ///< pixels per sample, in both directions
  PixelRect box;

  [[nodiscard]] std::size_t row_bytes() const {
    return static_cast<std::size_t>(channels) * static_cast<std::size_t>(size.width);
  }
  /// Bytes of a row of the box.
  [[nodiscard]] std::size_t made_bytes() const {
    return static_cast<std::size_t>(channels) * static_cast<std::size_t>(box.width);
  }
};

/// Changes the boxes of a picture, one after another.
class PlanePartsPeer : public EffectPeer {
 public:
  explicit PlanePartsPeer(Size size) : size_(size) {}

  void prepare(std::span<const std::byte> nv12, const PeerEffect& effect) final;
  void run() final;
  std::span<const std::byte> pixels() final { return picture_; }

 protected:
  /// Takes an effect, possibly the one it already has, and the parts; not timed.
  virtual void take(const PeerEffect& effect, std::span<const PlanePart> parts) = 0;
  /// Changes a part of its plane.
  virtual void change(std::size_t i) = 0;
  /// Copies the result of a part, whose rows are `stride` bytes apart, into the part.
  void put(std::size_t i, const void* made, std::size_t stride) const;

 private:
  Size size_;
  std::vector<std::byte> picture_;
  std::vector<PlanePart> parts_;
};

}  // namespace overlace
