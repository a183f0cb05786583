// SPDX-License-Identifier: Apache-2.0
// Blend2D onto a PRGB32 image: drawing only, without conversion.
#include <blend2d/blend2d.h>
#include <fmt/format.h>

#include <cmath>
#include <cstring>

#include "bench/peers/peer.h"

namespace overlace {
namespace {

BLRgba32 rgba(const Color& c) {
  const auto code = [](float v) { return static_cast<std::uint32_t>(std::lround(v * 255.0F)); };
  return BLRgba32(code(c.r), code(c.g), code(c.b), code(c.a));
}

class Blend2dPeer final : public DrawPeer {
 public:
  /// `threads` 0: on the calling thread.
  Blend2dPeer(const PeerSetup& setup, int threads)
      : size_(setup.size),
        threads_(threads),
        image_(setup.size.width, setup.size.height, BL_FORMAT_PRGB32) {}

  std::string name() const override {
    return threads_ == 0 ? "Blend2D, 1 thread" : fmt::format("Blend2D, {} threads", threads_);
  }

  void prepare(const DisplayList& list, const PeerBackdrop& backdrop) override {
    BLImageData data;
    image_.make_mutable(&data);
    const std::size_t row = std::size_t{4} * static_cast<std::size_t>(size_.width);
    for (int y = 0; y < size_.height; ++y)
      std::memcpy(static_cast<std::uint8_t*>(data.pixel_data) + y * data.stride,
                  backdrop.bgra.data() + row * static_cast<std::size_t>(y), row);
    items_.clear();
    for (const Primitive& p : list.primitives) {
      BLPath path;
      p.kind == PrimitiveKind::curve ? add_curve(p.curve, path) : add_box(p.shape, path);
      items_.push_back({std::move(path), rgba(p.stroke), rgba(p.fill), p.width, p.fill.a > 0});
    }
  }

  void draw() override {
    BLContextCreateInfo info{};
    info.thread_count = static_cast<std::uint32_t>(threads_);
    BLContext context(image_, info);
    context.set_stroke_caps(BL_STROKE_CAP_ROUND);
    context.set_stroke_join(BL_STROKE_JOIN_ROUND);
    for (const Item& item : items_) {
      if (item.filled) context.fill_path(item.path, item.fill);
      context.set_stroke_width(item.width);
      context.stroke_path(item.path, item.stroke);
    }
    context.end();
  }

  std::vector<std::uint8_t> luma() override {
    BLImageData data;
    image_.get_data(&data);
    return luma_of({static_cast<const std::uint8_t*>(data.pixel_data),
                    std::size_t{4} * static_cast<std::size_t>(size_.width * size_.height)});
  }

 private:
  struct Item {
    BLPath path;
    BLRgba32 stroke, fill;
    double width;
    bool filled;
  };

  static void add_curve(const Curve& c, BLPath& path) {
    path.move_to(c.p0.x, c.p0.y);
    path.quad_to(c.hc.x, c.hc.y, c.p1.x, c.p1.y);
  }
  static void add_box(const ShapeGeometry& box, BLPath& path) {
    path.add_round_rect(BLRoundRect(box.center.x - box.half_size.x, box.center.y - box.half_size.y,
                                    2.0 * box.half_size.x, 2.0 * box.half_size.y,
                                    box.corner_radius));
  }

  Size size_;
  int threads_;
  BLImage image_;
  std::vector<Item> items_;
};

}  // namespace

DrawPeers blend2d_peers(const PeerSetup& setup) {
  DrawPeers peers;
  peers.push_back(std::make_unique<Blend2dPeer>(setup, 0));
  if (setup.threads > 1) peers.push_back(std::make_unique<Blend2dPeer>(setup, setup.threads));
  return peers;
}

}  // namespace overlace
