// SPDX-License-Identifier: Apache-2.0
// OpenCV on a layer of four channels, in bytes and in floats, and on boxes of an NV12 picture:
// luma, and chroma as pairs.
#include <algorithm>
#include <cmath>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>
#include <optional>

#include "bench/peers/places.h"
#include "bench/peers/plane_parts.h"

namespace overlace {
namespace {

using Kind = PeerEffect::Kind;

/// The source positions of the pixels of a part of a picture, in remap's fastest form; made once,
/// as a program would.
struct Maps {
  cv::Mat places, fractions;

  Maps(const PeerEffect& effect, Size picture, const PixelRect& part, float spread = 0) {
    std::vector<Vec2> all = places_of(effect, picture, part, spread);
    cv::convertMaps(cv::Mat(part.height, part.width, CV_32FC2, all.data()), cv::noArray(), places,
                    fractions, CV_16SC2);
  }
  void move(const cv::Mat& from, cv::Mat& to, int border) const {
    cv::remap(from, to, places, fractions, cv::INTER_LINEAR, border);
  }
};

/// Its remap rounds positions to 1/32 px.
int tolerance_of(const PeerEffect& effect) {
  return effect.kind == Kind::warp || effect.kind == Kind::aberration ? 10 : 3;
}

class OpenCvLayer final : public EffectPeer {
 public:
  OpenCvLayer(const PeerSetup& setup, int depth)
      : bytes_(setup.size.height, setup.size.width, CV_8UC4), depth_(depth) {
    cv::setNumThreads(setup.threads);
  }

  std::string name() const override {
    const std::string bits = depth_ == CV_8U ? ", 8 bit" : ", float";
    constexpr const char* names[] = {"GaussianBlur", "", "remap", "split, remap, merge",
                                     "split, dft, mulSpectrums, idft, merge"};
    return std::string("OpenCV ") + names[static_cast<int>(effect_.kind)] + bits;
  }
  bool knows(Kind kind) const override {
    return kind != Kind::pixelate && (kind != Kind::spectral || depth_ == CV_32F);
  }
  int tolerance() const override { return tolerance_of(effect_); }
  void prepare(std::span<const std::byte> rgba, const PeerEffect& effect) override {
    std::ranges::transform(rgba, bytes_.data, [](std::byte b) { return std::uint8_t(b); });
    bytes_.convertTo(from_, depth_);
    effect_ = effect;
    maps_.clear();
    const Size size{from_.cols, from_.rows};
    if (effect.kind == Kind::warp) maps_.emplace_back(effect, size, whole(size));
    if (effect.kind == Kind::aberration)
      for (const float way : {-1.0F, 1.0F}) maps_.emplace_back(effect, size, whole(size), way);
    if (effect.kind == Kind::spectral) make_gains();
  }
  void run() override {
    const double sigma = double{effect_.sigma};
    if (effect_.kind == Kind::blur)
      cv::GaussianBlur(from_, to_, {}, sigma, sigma, cv::BORDER_CONSTANT);
    else if (effect_.kind == Kind::warp)
      move(from_, to_, 0);
    else if (effect_.kind == Kind::spectral)
      filter();
    else
      part_colors();
  }
  std::span<const std::byte> pixels() override {
    to_.convertTo(bytes_out_, CV_8U);
    return {reinterpret_cast<const std::byte*>(bytes_out_.data),
            bytes_out_.total() * bytes_out_.elemSize()};
  }

 private:
  void move(const cv::Mat& from, cv::Mat& to, std::size_t map) const {
    maps_[map].move(from, to, cv::BORDER_CONSTANT);
  }
  /// Moves red outwards and blue inwards; the layer is opaque.
  void part_colors() {
    cv::split(from_, channels_);
    move(channels_[0], moved_, 0);
    std::swap(channels_[0], moved_);
    move(channels_[2], moved_, 1);
    std::swap(channels_[2], moved_);
    cv::merge(channels_, to_);
  }
  /// Gains of a low-pass filter whose edge is a quarter of an octave wide, as a complex spectrum
  /// for mulSpectrums. Made once, as a program would.
  void make_gains() {
    const cv::Size points(cv::getOptimalDFTSize(from_.cols + 2 * apron),
                          cv::getOptimalDFTSize(from_.rows + 2 * apron));
    gains_.create(points, CV_32FC2);
    for (int y = 0; y < points.height; ++y)
      for (int x = 0; x < points.width; ++x) {
        const double across = std::min(x, points.width - x) / double(points.width);
        const double down = std::min(y, points.height - y) / double(points.height);
        const double f = std::hypot(across, down) * double{effect_.wavelength};
        const double at = f == 0 ? 0 : std::clamp(std::log2(f) / 0.25 + 0.5, 0.0, 1.0);
        gains_.at<cv::Vec2f>(y, x) = {static_cast<float>(0.5 + 0.5 * std::cos(CV_PI * at)), 0};
      }
  }
  void filter() {
    const int below = gains_.rows - from_.rows - apron, right = gains_.cols - from_.cols - apron;
    cv::copyMakeBorder(from_, framed_, apron, below, apron, right, cv::BORDER_REFLECT_101);
    cv::split(framed_, filtered_);
    channels_.clear();
    for (cv::Mat& channel : filtered_) {
      cv::dft(channel, moved_, cv::DFT_COMPLEX_OUTPUT);
      cv::mulSpectrums(moved_, gains_, moved_, 0);
      cv::idft(moved_, channel, cv::DFT_SCALE | cv::DFT_REAL_OUTPUT);
      channels_.push_back(channel(cv::Rect({apron, apron}, from_.size())));
    }
    cv::merge(channels_, to_);
  }

  static constexpr int apron = 32;  ///< px of mirror images around the layer
  cv::Mat bytes_, from_, to_, bytes_out_, moved_, framed_, gains_;
  int depth_;
  PeerEffect effect_;
  std::vector<Maps> maps_;
  std::vector<cv::Mat> channels_, filtered_;
};

class OpenCvPicture final : public PlanePartsPeer {
 public:
  explicit OpenCvPicture(const PeerSetup& setup) : PlanePartsPeer(setup.size) {
    cv::setNumThreads(setup.threads);
  }

  std::string name() const override {
    constexpr const char* names[] = {"GaussianBlur", "resize, area and nearest", "remap"};
    return std::string("OpenCV ") + names[static_cast<int>(effect_.kind)];
  }
  bool knows(Kind kind) const override { return kind != Kind::aberration; }
  int tolerance() const override { return tolerance_of(effect_); }

 private:
  struct Part {
    cv::Mat plane, part;
    PeerEffect effect;  ///< lengths in samples
    std::optional<Maps> maps;
  };

  void take(const PeerEffect& effect, std::span<const PlanePart> parts) override {
    effect_ = effect;
    parts_.clear();
    for (const PlanePart& part : parts) {
      const auto& [x, y, width, height] = part.box;
      const cv::Mat plane(part.size.height, part.size.width, CV_8UC(part.channels), part.plane);
      const PeerEffect scaled = in_samples(effect, part.scale);
      parts_.push_back({plane, plane(cv::Rect(x, y, width, height)), scaled, {}});
      if (effect.kind == Kind::warp) parts_.back().maps.emplace(scaled, part.size, part.box);
    }
  }
  /// Filters read the surroundings of a part of a picture.
  void change(std::size_t i) override {
    auto& [plane, part, effect, maps] = parts_[i];
    const double sigma = double{effect.sigma};
    if (effect.kind == Kind::pixelate) {
      const cv::Size blocks(part.cols / effect.block, part.rows / effect.block);
      cv::resize(part, means_, blocks, 0, 0, cv::INTER_AREA);
      return cv::resize(means_, part, part.size(), 0, 0, cv::INTER_NEAREST);
    }
    if (effect.kind == Kind::blur)
      cv::GaussianBlur(part, made_, {}, sigma, sigma);
    else
      maps->move(plane, made_, cv::BORDER_REPLICATE);
    put(i, made_.data, made_.step[0]);
  }

  PeerEffect effect_;
  std::vector<Part> parts_;
  cv::Mat means_, made_;
};

}  // namespace

EffectPeers opencv_layer_peers(const PeerSetup& setup) {
  EffectPeers peers;
  peers.push_back(std::make_unique<OpenCvLayer>(setup, CV_8U));
  peers.push_back(std::make_unique<OpenCvLayer>(setup, CV_32F));
  return peers;
}

EffectPeers opencv_picture_peers(const PeerSetup& setup) {
  EffectPeers peers;
  peers.push_back(std::make_unique<OpenCvPicture>(setup));
  return peers;
}

}  // namespace overlace
