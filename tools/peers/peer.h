// SPDX-License-Identifier: Apache-2.0
// Other programs' libraries that draw the same scene or find the same neighbours.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "graph/core/pixel_rect.h"
#include "graph/data/display_list.h"
#include "graph/data/links.h"
#include "tools/bench/picture.h"

namespace overlace {

/// The picture under the overlay: smooth, and inside what R'G'B' can show, so that a way there and
/// back changes hardly anything. BT.601, limited range.
struct PeerBackdrop {
  explicit PeerBackdrop(Size size);

  BenchPicture nv12;
  std::vector<std::uint8_t> bgra;  ///< the same picture, opaque, 4 bytes a pixel without padding
};

/// Draws what a display list of curves and boxes says. Whatever a program would keep from frame to
/// frame is kept; paths are built before the clock starts.
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

/// Finds the k nearest of each point.
class LinkPeer {
 public:
  virtual ~LinkPeer() = default;

  [[nodiscard]] virtual std::string name() const = 0;
  /// Lays the points out as the library wants them; not timed.
  virtual void prepare(std::span<const Vec2> points) = 0;
  /// Builds what is searched, and searches.
  virtual void search(int k) = 0;
  /// What was found, as links of every point to its neighbours.
  [[nodiscard]] virtual std::vector<Link> links() const = 0;
};

/// Blurs a picture of four 8-bit channels by a Gaussian; outside it is 0.
class BlurPeer {
 public:
  virtual ~BlurPeer() = default;

  [[nodiscard]] virtual std::string name() const = 0;
  /// Takes the pixels, without padding, and the standard deviation in px; not timed.
  virtual void prepare(const std::vector<std::uint8_t>& rgba, float sigma) = 0;
  virtual void blur() = 0;
  /// What came out, as `prepare` takes it.
  [[nodiscard]] virtual std::vector<std::uint8_t> picture() = 0;
};

/// A change of some boxes of an NV12 picture, whose sides and places are even.
struct PictureChange {
  bool pixelates = false;  ///< else it blurs
  float sigma = 1;         ///< of a Gaussian, px
  int block = 2;           ///< px; boxes begin and end between blocks
  std::vector<PixelRect> boxes;
};

/// Changes a picture's own samples in boxes.
class ChangePeer {
 public:
  virtual ~ChangePeer() = default;

  [[nodiscard]] virtual std::string name() const = 0;
  /// Takes the picture as BenchPicture has it, rows without padding; not timed.
  virtual void prepare(std::span<const std::byte> nv12, const PictureChange& change) = 0;
  virtual void run() = 0;
  /// What came out, as `prepare` takes it.
  [[nodiscard]] virtual std::span<const std::byte> picture() = 0;
};

/// What peers are made for.
struct PeerSetup {
  Size size;
  int threads = 1;
};

using DrawPeers = std::vector<std::unique_ptr<DrawPeer>>;
using LinkPeers = std::vector<std::unique_ptr<LinkPeer>>;
using BlurPeers = std::vector<std::unique_ptr<BlurPeer>>;
using ChangePeers = std::vector<std::unique_ptr<ChangePeer>>;

// The variants that each library is tried in; the fastest one counts.
[[nodiscard]] DrawPeers opencv_peers(const PeerSetup& setup);
[[nodiscard]] BlurPeers opencv_blur_peers(const PeerSetup& setup);
[[nodiscard]] ChangePeers opencv_change_peers(const PeerSetup& setup);
[[nodiscard]] DrawPeers cairo_peers(const PeerSetup& setup);
[[nodiscard]] DrawPeers blend2d_peers(const PeerSetup& setup);
[[nodiscard]] DrawPeers ffmpeg_overlay_peers(const PeerSetup& setup);
[[nodiscard]] DrawPeers ffmpeg_drawbox_peers(const PeerSetup& setup);
[[nodiscard]] LinkPeers faiss_peers(const PeerSetup& setup);
[[nodiscard]] LinkPeers nanoflann_peers(const PeerSetup& setup);

/// Luma of opaque BGRA pixels, as the backdrop's colours are meant.
[[nodiscard]] std::vector<std::uint8_t> luma_of(std::span<const std::uint8_t> bgra);

}  // namespace overlace
