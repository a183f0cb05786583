// SPDX-License-Identifier: Apache-2.0
// FFmpeg's filters, in this process: overlay of a picture that was drawn before, and drawbox.
#include <fmt/format.h>

#include <cmath>
#include <cstring>

#include "gpu/raster.h"
#include "graph/core/error.h"
#include "tools/peers/peer.h"

extern "C" {
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavutil/frame.h>
}

namespace overlace {
namespace {

struct FreeFrame {
  void operator()(AVFrame* frame) const { av_frame_free(&frame); }
};
using Frame = std::unique_ptr<AVFrame, FreeFrame>;
struct FreeGraph {
  void operator()(AVFilterGraph* graph) const { avfilter_graph_free(&graph); }
};
using Graph = std::unique_ptr<AVFilterGraph, FreeGraph>;

void require(int code) {
  if (code < 0) throw Error(ErrorCode::internal, fmt::format("libavfilter failed ({})", code));
}

Frame make_frame(Size size, AVPixelFormat format) {
  Frame frame(av_frame_alloc());
  frame->width = size.width;
  frame->height = size.height;
  frame->format = format;
  require(av_frame_get_buffer(frame.get(), 0));
  return frame;
}

/// NV12 as yuv420p.
Frame planar_frame(const BenchPicture& nv12) {
  const auto [width, height] = nv12.size();
  Frame frame = make_frame(nv12.size(), AV_PIX_FMT_YUV420P);
  const std::byte* samples = nv12.samples().data();
  const std::ptrdiff_t stride = width + width % 2;
  for (int y = 0; y < height; ++y)
    std::memcpy(frame->data[0] + std::ptrdiff_t{y} * frame->linesize[0], samples + y * stride,
                static_cast<std::size_t>(width));
  for (int y = 0; y < (height + 1) / 2; ++y) {
    const std::byte* pair = samples + (height + y) * stride;
    for (int x = 0; x < (width + 1) / 2; ++x, pair += 2)
      for (int plane = 1; plane < 3; ++plane)
        frame->data[plane][std::ptrdiff_t{y} * frame->linesize[plane] + x] =
            static_cast<std::uint8_t>(pair[plane - 1]);
  }
  return frame;
}

std::string source_text(const char* name, Size size, const char* format) {
  return fmt::format("buffer=video_size={}x{}:pix_fmt={}:time_base=1/60:pixel_aspect=1/1[{}]",
                     size.width, size.height, format, name);
}

/// A chain of filters from named sources to one sink.
class Filters {
 public:
  Filters(const std::string& text, int threads) : graph_(avfilter_graph_alloc()) {
    graph_->nb_threads = threads;
    AVFilterInOut *in = nullptr, *out = nullptr;
    const int code = avfilter_graph_parse2(graph_.get(), text.c_str(), &in, &out);
    avfilter_inout_free(&in);
    avfilter_inout_free(&out);
    require(code);
    require(avfilter_graph_config(graph_.get(), nullptr));
    for (unsigned i = 0; i < graph_->nb_filters; ++i) {
      AVFilterContext* filter = graph_->filters[i];
      if (std::strcmp(filter->filter->name, "buffer") == 0) sources_.push_back(filter);
      if (std::strcmp(filter->filter->name, "buffersink") == 0) sink_ = filter;
    }
  }
  /// Takes the frame's content. Sources count as they are named in the text.
  void push(std::size_t source, AVFrame* frame) {
    require(av_buffersrc_add_frame(sources_[source], frame));
  }
  Frame pull() {
    Frame frame(av_frame_alloc());
    require(av_buffersink_get_frame(sink_, frame.get()));
    return frame;
  }

 private:
  Graph graph_;
  std::vector<AVFilterContext*> sources_;
  AVFilterContext* sink_ = nullptr;
};

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
  Frame drawn_;
};

/// Only lays a finished picture over the frame: what it contains was drawn before, by overlace.
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
  Frame make_still(const DisplayList& list, Size size) {
    std::fill(pixels_.begin(), pixels_.end(), std::uint8_t{0});
    ImageView view = rgb_view(size, pixels_);
    view.format.alpha = true;
    view.format.components = 4;
    view.format.component_offset = {0, 1, 2, 3};
    view.planes[0].stride = std::ptrdiff_t{4} * size.width;
    rasterizer_.draw(list, {}, view);
    Frame still = make_frame(size, AV_PIX_FMT_YUVA420P);
    for (int y = 0; y < size.height; ++y)
      for (int x = 0; x < size.width; ++x) put(x, y, size, *still);
    return still;
  }
  /// One premultiplied pixel as straight Y'CbCr; chroma from the first of each four.
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

  Filters filters_;
  Rasterizer rasterizer_;
  std::vector<std::uint8_t> pixels_;
  Frame frame_, still_;
  std::int64_t number_ = 0;
};

/// One drawbox after the other, for boxes with square corners on whole pixels.
class DrawboxPeer final : public FilterPeer {
 public:
  explicit DrawboxPeer(const PeerSetup& setup) : setup_(setup) {}

  std::string name() const override { return "FFmpeg drawbox"; }

  void prepare(const DisplayList& list, const PeerBackdrop& backdrop) override {
    frame_ = planar_frame(backdrop.nv12);
    frame_->pts = 0;
    std::string text = source_text("frame", setup_.size, "yuv420p") + ";[frame]null";
    for (const Primitive& p : list.primitives) text += drawbox(p);
    filters_ = std::make_unique<Filters>(text + ",buffersink", setup_.threads);
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
  std::unique_ptr<Filters> filters_;
  Frame frame_;
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
