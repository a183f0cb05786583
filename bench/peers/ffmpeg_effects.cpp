// SPDX-License-Identifier: Apache-2.0
// FFmpeg's blurs and pixelize, which change whole frames: a layer as four planes, a picture as
// yuv420p. `boxblur` runs three times, which approximates a Gaussian.
#include <fmt/format.h>

#include <cmath>
#include <cstring>

#include "bench/peers/ffmpeg_filters.h"
#include "bench/peers/peer.h"

namespace overlace {
namespace {

enum class Filter { gblur, boxblur, pixelize };

/// A filter with the parameters of an effect. Three boxes of 2 r + 1 px have the variance
/// r (r + 1).
std::string filter_text(Filter filter, const PeerEffect& effect, bool halves_chroma) {
  const double variance = double{effect.sigma} * double{effect.sigma};
  const auto radius = [](double v) { return std::lround(std::sqrt(v + 0.25) - 0.5); };
  switch (filter) {
    case Filter::gblur:
      return fmt::format("gblur=sigma={}:planes=15", effect.sigma);
    case Filter::boxblur:
      return fmt::format("boxblur=lr={0}:lp=3:cr={1}:cp=3:ar={0}:ap=3", radius(variance),
                         radius(halves_chroma ? variance / 4 : variance));
    case Filter::pixelize:
      return fmt::format("pixelize=w={0}:h={0}", effect.block);
  }
  return "";
}

/// One filter on whole frames of one format.
class FilterPeer : public EffectPeer {
 public:
  FilterPeer(Filter filter, const char* format, const PeerSetup& setup)
      : size_(setup.size), filter_(filter), format_(format), threads_(setup.threads) {}

  std::string name() const override {
    constexpr const char* names[] = {"FFmpeg gblur", "FFmpeg boxblur", "FFmpeg pixelize"};
    return names[static_cast<int>(filter_)];
  }
  bool knows(PeerEffect::Kind kind) const override {
    return kind ==
           (filter_ == Filter::pixelize ? PeerEffect::Kind::pixelate : PeerEffect::Kind::blur);
  }
  /// Both blurs only approximate a Gaussian.
  int tolerance() const override { return filter_ == Filter::pixelize ? 3 : 40; }
  void prepare(std::span<const std::byte> pixels, const PeerEffect& effect) override {
    done_.reset();
    frame_ = frame_of(pixels);
    frame_->pts = number_++;
    std::string text =
        fmt::format("{};[in]{},buffersink", source_text("in", size_, format_),
                    filter_text(filter_, effect, std::strcmp(format_, "yuv420p") == 0));
    if (text == text_) return;  // a graph makes its memory for its first frame
    text_ = std::move(text);
    filters_ = std::make_unique<FfmpegFilters>(text_, threads_);
  }
  void run() override {
    filters_->push(0, frame_.get());
    done_ = filters_->pull();
  }

 protected:
  [[nodiscard]] virtual FfmpegFrame frame_of(std::span<const std::byte> pixels) const = 0;
  [[nodiscard]] const AVFrame& done() const { return *done_; }

  Size size_;

 private:
  Filter filter_;
  const char* format_;
  int threads_;
  std::string text_;
  FfmpegFrame frame_, done_;
  std::unique_ptr<FfmpegFilters> filters_;
  std::int64_t number_ = 0;
};

/// A layer: planes of green, blue, red and alpha.
class LayerFilter final : public FilterPeer {
 public:
  LayerFilter(Filter filter, const PeerSetup& setup) : FilterPeer(filter, "gbrap", setup) {}

  std::span<const std::byte> pixels() override {
    pixels_.resize(std::size_t{4} * static_cast<std::size_t>(size_.width * size_.height));
    each(
        [&](std::size_t pixel, int channel, int plane, std::ptrdiff_t at) {
          pixels_[pixel + static_cast<std::size_t>(channel)] =
              static_cast<std::byte>(done().data[plane][at]);
        },
        done());
    return pixels_;
  }

 private:
  FfmpegFrame frame_of(std::span<const std::byte> pixels) const override {
    FfmpegFrame frame = make_frame(size_, AV_PIX_FMT_GBRAP);
    each(
        [&](std::size_t pixel, int channel, int plane, std::ptrdiff_t at) {
          frame->data[plane][at] =
              static_cast<std::uint8_t>(pixels[pixel + static_cast<std::size_t>(channel)]);
        },
        *frame);
    return frame;
  }
  template <class Run>
  void each(const Run& run, const AVFrame& frame) const {
    constexpr int plane_of[] = {2, 0, 1, 3};
    for (int y = 0; y < size_.height; ++y)
      for (int x = 0; x < size_.width; ++x)
        for (int channel = 0; channel < 4; ++channel) {
          const int plane = plane_of[channel];
          run(4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(size_.width) +
                   static_cast<std::size_t>(x)),
              channel, plane, std::ptrdiff_t{y} * frame.linesize[plane] + x);
        }
  }

  std::vector<std::byte> pixels_;
};

class PictureFilter final : public FilterPeer {
 public:
  PictureFilter(Filter filter, const PeerSetup& setup) : FilterPeer(filter, "yuv420p", setup) {}

  std::span<const std::byte> pixels() override {
    luma_.clear();
    for (int y = 0; y < size_.height; ++y) {
      const auto* row = reinterpret_cast<const std::byte*>(done().data[0] +
                                                           std::ptrdiff_t{y} * done().linesize[0]);
      luma_.insert(luma_.end(), row, row + size_.width);
    }
    return luma_;
  }

 private:
  FfmpegFrame frame_of(std::span<const std::byte> pixels) const override {
    BenchPicture nv12(size_, 0);
    std::memcpy(nv12.samples().data(), pixels.data(), pixels.size());
    return planar_frame(nv12);
  }

  std::vector<std::byte> luma_;
};

template <class Peer>
EffectPeers peers_of(std::initializer_list<Filter> filters, const PeerSetup& setup) {
  EffectPeers peers;
  for (const Filter filter : filters) peers.push_back(std::make_unique<Peer>(filter, setup));
  return peers;
}

}  // namespace

EffectPeers ffmpeg_layer_peers(const PeerSetup& setup) {
  return peers_of<LayerFilter>({Filter::gblur, Filter::boxblur}, setup);
}

EffectPeers ffmpeg_picture_peers(const PeerSetup& setup) {
  return peers_of<PictureFilter>({Filter::gblur, Filter::boxblur, Filter::pixelize}, setup);
}

}  // namespace overlace
