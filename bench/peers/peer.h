// SPDX-License-Identifier: Apache-2.0
// Other programs' libraries that draw the same scene or find the same neighbours.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "bench/picture.h"
#include "graph/core/pixel_rect.h"
#include "graph/data/display_list.h"
#include "graph/data/links.h"

namespace overlace {

/// The picture under the overlay: smooth, and inside the R'G'B' gamut, so that converting it there
/// and back changes hardly anything. BT.601, limited range.
struct PeerBackdrop {
  explicit PeerBackdrop(Size size);

  BenchPicture nv12;
  std::vector<std::uint8_t> bgra;  ///< the same picture, opaque, 4 bytes a pixel without padding
};

/// Draws a display list of curves and boxes. Whatever a program would keep from frame to frame is
/// kept; paths are built before timing starts.
class DrawPeer {
 public:
  virtual ~DrawPeer() = default;

  [[nodiscard]] virtual std::string name() const = 0;
  /// Takes the frame's primitives and a fresh copy of the picture; not timed.
  virtual void prepare(const DisplayList& list, const PeerBackdrop& backdrop) = 0;
  virtual void draw() = 0;
  /// Luma of what was drawn, without padding.
  [[nodiscard]] virtual std::vector<std::uint8_t> luma() = 0;
};

/// Finds the k nearest neighbours of each point.
class LinkPeer {
 public:
  virtual ~LinkPeer() = default;

  [[nodiscard]] virtual std::string name() const = 0;
  /// Lays out the points as the library needs them; not timed.
  virtual void prepare(std::span<const Vec2> points) = 0;
  /// Builds the search structure and searches.
  virtual void search(int k) = 0;
  /// The neighbours found, as links from every point.
  [[nodiscard]] virtual std::vector<Link> links() const = 0;
};

/// An effect on the pixels of a layer or a picture. Lengths in px.
struct PeerEffect {
  enum class Kind { blur, pixelate, warp, aberration, spectral };
  Kind kind = Kind::blur;
  float sigma = 1;                 ///< of a Gaussian
  int block = 2;                   ///< edge of a block to pixelate
  float amount = 0, radius = 1;    ///< of a push to the right at the middle, as in effect_warp;
                                   ///< amount: also of aberration at the corners
  float wavelength = 10;           ///< px, of waves that are halved; longer ones pass
  std::vector<PixelRect> boxes{};  ///< where a picture is changed; edges between blocks
};

/// Applies an effect to a layer of four 8-bit channels, or to an NV12 picture.
class EffectPeer {
 public:
  virtual ~EffectPeer() = default;

  [[nodiscard]] virtual std::string name() const = 0;
  [[nodiscard]] virtual bool knows(PeerEffect::Kind kind) const = 0;
  /// How far it may differ from our result, in code values, for other borders, tails and rounding.
  [[nodiscard]] virtual int tolerance() const { return 3; }
  /// Takes the pixels, rows without padding; not timed.
  virtual void prepare(std::span<const std::byte> pixels, const PeerEffect& effect) = 0;
  virtual void run() = 0;
  /// The result, in the layout that `prepare` takes; of NV12, only luma is compared.
  [[nodiscard]] virtual std::span<const std::byte> pixels() = 0;
};

/// What peers are created for.
struct PeerSetup {
  Size size;
  int threads = 1;
};

using DrawPeers = std::vector<std::unique_ptr<DrawPeer>>;
using LinkPeers = std::vector<std::unique_ptr<LinkPeer>>;
using EffectPeers = std::vector<std::unique_ptr<EffectPeer>>;

// The variants in which each library is tried; the fastest one counts.
[[nodiscard]] DrawPeers opencv_peers(const PeerSetup& setup);
[[nodiscard]] EffectPeers opencv_layer_peers(const PeerSetup& setup);
[[nodiscard]] EffectPeers opencv_picture_peers(const PeerSetup& setup);
[[nodiscard]] DrawPeers cairo_peers(const PeerSetup& setup);
[[nodiscard]] DrawPeers blend2d_peers(const PeerSetup& setup);
[[nodiscard]] DrawPeers ffmpeg_overlay_peers(const PeerSetup& setup);
[[nodiscard]] DrawPeers ffmpeg_drawbox_peers(const PeerSetup& setup);
[[nodiscard]] EffectPeers ffmpeg_layer_peers(const PeerSetup& setup);
[[nodiscard]] EffectPeers ffmpeg_picture_peers(const PeerSetup& setup);
[[nodiscard]] EffectPeers halide_layer_peers(const PeerSetup& setup);
[[nodiscard]] EffectPeers halide_picture_peers(const PeerSetup& setup);
[[nodiscard]] EffectPeers vips_layer_peers(const PeerSetup& setup);
[[nodiscard]] EffectPeers vips_picture_peers(const PeerSetup& setup);
[[nodiscard]] LinkPeers faiss_peers(const PeerSetup& setup);
[[nodiscard]] LinkPeers nanoflann_peers(const PeerSetup& setup);

/// Luma of opaque BGRA pixels, in the colour encoding of the backdrop.
[[nodiscard]] std::vector<std::uint8_t> luma_of(std::span<const std::uint8_t> bgra);

}  // namespace overlace
