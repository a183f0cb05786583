// SPDX-License-Identifier: Apache-2.0
// FFmpeg's filters in this process: overlay of a picture drawn beforehand, and drawbox.
#include <fmt/format.h>

#include <cmath>

#include "bench/peers/ffmpeg_filters.h"
#include "bench/peers/peer.h"
#include "gpu/raster.h"

namespace overlace {
namespace {

class FilterPeer : public DrawPeer {
 public:
  std::vector<std::uint8_t> luma() override {
    std::vector<std::uint8_t> luma;
    for (int y = 0; y < drawn_->height; ++y) {
      const std::uint8_t* row = drawn_->data[0] + std::ptrdiff_t{y} * drawn_->linesize[0];
      luma.insert(luma.end(), row, row + drawn_->width);
    }
    return luma;
  }

 protected:
  FfmpegFrame drawn_;
};

/// Only overlays a finished picture on the frame; overlace drew its content beforehand.
class OverlayPeer final : public FilterPeer {
 public:
  explicit OverlayPeer(const PeerSetup& setup)
      : filters_(source_text("frame", setup.size, "yuv420p") + ";" +
                     source_text("still", setup.size, "yuva420p") +
                     ";[frame][still]overlay=format=yuv420,buffersink",
                 setup.threads),
        rasterizer_({.threads = setup.threads}),
        pixels_(std::size_t{4} * static_cast<std::size_t>(setup.size.width * setup.size.height)) {}

  std::string name() const override { return "FFmpeg overlay, finished"; }

  void prepare(const DisplayList& list, const PeerBackdrop& backdrop) override {
    drawn_.reset();  // not while drawing
    frame_ = planar_frame(backdrop.nv12);
    still_ = make_still(list, backdrop.nv12.size());
    frame_->pts = still_->pts = number_++;
  }
  void draw() override {
    filters_.push(0, frame_.get());
    filters_.push(1, still_.get());
    drawn_ = filters_.pull();
  }

 private:
  FfmpegFrame make_still(const DisplayList& list, Size size) {
    std::fill(pixels_.begin(), pixels_.end(), std::uint8_t{0});
    ImageView view = rgb_view(size, pixels_);
    view.format.alpha = true;
    view.format.components = 4;
    view.format.component_offset = {0, 1, 2, 3};
    view.planes[0].stride = std::ptrdiff_t{4} * size.width;
    rasterizer_.draw(list, {}, view);
    FfmpegFrame still = make_frame(size, AV_PIX_FMT_YUVA420P);
    for (int y = 0; y < size.height; ++y)
      for (int x = 0; x < size.width; ++x) put(x, y, size, *still);
    return still;
  }
  /// One premultiplied pixel as straight Y'CbCr; chroma comes from the first of every four.
  void put(int x, int y, Size size, AVFrame& still) const {
    const std::uint8_t* p = pixels_.data() + 4 * (std::ptrdiff_t{y} * size.width + x);
    const double scale = p[3] == 0 ? 0 : 255.0 / p[3], r = p[0] * scale, g = p[1] * scale,
                 b = p[2] * scale;
    const auto set = [&still](int plane, int column, int row, double value) {
      still.data[plane][std::ptrdiff_t{row} * still.linesize[plane] + column] =
          static_cast<std::uint8_t>(std::lround(value));
    };
    set(0, x, y, 16 + 0.257 * r + 0.504 * g + 0.098 * b);
    set(3, x, y, p[3]);
    if (x % 2 != 0 || y % 2 != 0) return;
    set(1, x / 2, y / 2, 128 - 0.148 * r - 0.291 * g + 0.439 * b);
    set(2, x / 2, y / 2, 128 + 0.439 * r - 0.368 * g - 0.071 * b);
  }

  FfmpegFilters filters_;
  Rasterizer rasterizer_;
  std::vector<std::uint8_t> pixels_;
  FfmpegFrame frame_, still_;
  std::int64_t number_ = 0;
};

/// One drawbox after another, for boxes with square corners on whole pixels.
class DrawboxPeer final : public FilterPeer {
 public:
  explicit DrawboxPeer(const PeerSetup& setup) : setup_(setup) {}

  std::string name() const override { return "FFmpeg drawbox"; }

  void prepare(const DisplayList& list, const PeerBackdrop& backdrop) override {
    drawn_.reset();  // not while drawing
    frame_ = planar_frame(backdrop.nv12);
    frame_->pts = 0;
    std::string text = source_text("frame", setup_.size, "yuv420p") + ";[frame]null";
    for (const Primitive& p : list.primitives) text += drawbox(p);
    filters_ = std::make_unique<FfmpegFilters>(text + ",buffersink", setup_.threads);
  }
  void draw() override {
    filters_->push(0, frame_.get());
    drawn_ = filters_->pull();
  }

 private:
  static std::string drawbox(const Primitive& box) {
    const auto code = [](float v) { return std::lround(v * 255); };
    const float out = box.width / 2;
    const ShapeGeometry& shape = box.shape;
    return fmt::format(",drawbox=x={}:y={}:w={}:h={}:t={}:color=0x{:02x}{:02x}{:02x}",
                       std::lround(shape.center.x - shape.half_size.x - out),
                       std::lround(shape.center.y - shape.half_size.y - out),
                       std::lround(2 * (shape.half_size.x + out)),
                       std::lround(2 * (shape.half_size.y + out)), std::lround(box.width),
                       code(box.stroke.r), code(box.stroke.g), code(box.stroke.b));
  }

  PeerSetup setup_;
  std::unique_ptr<FfmpegFilters> filters_;
  FfmpegFrame frame_;
};

}  // namespace

DrawPeers ffmpeg_overlay_peers(const PeerSetup& setup) {
  DrawPeers peers;
  peers.push_back(std::make_unique<OverlayPeer>(setup));
  return peers;
}

DrawPeers ffmpeg_drawbox_peers(const PeerSetup& setup) {
  DrawPeers peers;
  peers.push_back(std::make_unique<DrawboxPeer>(setup));
  return peers;
}

}  // namespace overlace
