// SPDX-License-Identifier: Apache-2.0
// OpenCV on a layer of four channels, in bytes and in floats, and on boxes of an NV12 picture:
// luma, and chroma as pairs.
#include <algorithm>
#include <cmath>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include "tools/peers/peer.h"

namespace overlace {
namespace {

using Kind = PeerEffect::Kind;

/// Where the pixels of a part of a picture come from, for remap: a push that falls with the
/// distance p from the picture's middle as (1 - p^2 / 16 R^2)^8, or a move away from it by so many
/// px at its corners. `scale` is of a sample, px.
struct Places {
  cv::Mat x, y;

  Places(const PeerEffect& effect, cv::Size picture, cv::Rect part, float spread = 0)
      : x(part.size(), CV_32FC1), y(part.size(), CV_32FC1) {
    const double middle_x = (picture.width - 1) / 2.0, middle_y = (picture.height - 1) / 2.0;
    const double reach = 16.0 * double{effect.radius} * double{effect.radius};
    const double corner = std::hypot(picture.width / 2.0, picture.height / 2.0);
    for (int row = 0; row < part.height; ++row)
      for (int column = 0; column < part.width; ++column) {
        const double px = part.x + column - middle_x, py = part.y + row - middle_y;
        const double rest = std::max(0.0, 1 - (px * px + py * py) / reach);
        const double push = spread != 0 ? 0 : double{effect.amount} * std::pow(rest, 8);
        const double out = double{spread} * double{effect.amount} / corner;
        x.at<float>(row, column) = static_cast<float>(part.x + column + px * out - push);
        y.at<float>(row, column) = static_cast<float>(part.y + row + py * out);
      }
  }
};

/// Its remap knows places to 1/32 px.
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
    // Lines of places that remap likes best; made once, as a program would.
    maps_.clear();
    const cv::Rect all({}, from_.size());
    const auto add = [&](float spread) {
      const Places places(effect, from_.size(), all, spread);
      maps_.emplace_back();
      cv::convertMaps(places.x, places.y, maps_.back().first, maps_.back().second, CV_16SC2);
    };
    if (effect.kind == Kind::warp) add(0);
    if (effect.kind == Kind::aberration)
      for (const float way : {-1.0F, 1.0F}) add(way);
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
    cv::remap(from, to, maps_[map].first, maps_[map].second, cv::INTER_LINEAR, cv::BORDER_CONSTANT);
  }
  /// Red out, blue in; the layer is opaque.
  void part_colors() {
    cv::split(from_, channels_);
    move(channels_[0], moved_, 0);
    std::swap(channels_[0], moved_);
    move(channels_[2], moved_, 1);
    std::swap(channels_[2], moved_);
    cv::merge(channels_, to_);
  }
  /// Gains of a low filter whose edge is a quarter of an octave wide, as mulSpectrums takes a real
  /// transform: of a line, pairs of frequencies. Made once, as a program would.
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
  std::vector<std::pair<cv::Mat, cv::Mat>> maps_;
  std::vector<cv::Mat> channels_, filtered_;
};

class OpenCvPicture final : public EffectPeer {
 public:
  explicit OpenCvPicture(const PeerSetup& setup)
      : picture_(setup.size.height * 3 / 2, setup.size.width, CV_8UC1),
        luma_(picture_.rowRange(0, setup.size.height)),
        chroma_(setup.size.height / 2, setup.size.width / 2, CV_8UC2,
                picture_.ptr(setup.size.height)) {
    cv::setNumThreads(setup.threads);
  }

  std::string name() const override {
    constexpr const char* names[] = {"GaussianBlur", "resize, area and nearest", "remap"};
    return std::string("OpenCV ") + names[static_cast<int>(effect_.kind)];
  }
  bool knows(Kind kind) const override { return kind != Kind::aberration; }
  int tolerance() const override { return tolerance_of(effect_); }
  void prepare(std::span<const std::byte> nv12, const PeerEffect& effect) override {
    std::ranges::transform(nv12, picture_.data, [](std::byte b) { return std::uint8_t(b); });
    effect_ = effect;
    parts_.clear();
    for (const PixelRect& box : effect.boxes)
      for (const int scale : {1, 2}) add_part(box, scale);
  }
  void run() override {
    for (const Part& part : parts_) change(part);
  }
  std::span<const std::byte> pixels() override {
    return {reinterpret_cast<const std::byte*>(picture_.data), picture_.total()};
  }

 private:
  /// Of samples of `scale` pixels.
  struct Part {
    cv::Mat plane, part, x, y;
    int scale;
  };
  void add_part(const PixelRect& box, int scale) {
    const cv::Mat& plane = scale == 1 ? luma_ : chroma_;
    const cv::Rect place(box.x / scale, box.y / scale, box.width / scale, box.height / scale);
    Part part{plane, plane(place), {}, {}, scale};
    if (effect_.kind == Kind::warp) {
      PeerEffect scaled = effect_;
      scaled.amount /= static_cast<float>(scale);
      scaled.radius /= static_cast<float>(scale);
      const Places places(scaled, plane.size(), place);
      cv::convertMaps(places.x, places.y, part.x, part.y, CV_16SC2);
    }
    parts_.push_back(part);
  }
  /// Filters see what is around a part of a picture.
  void change(const Part& part) {
    cv::Mat out = part.part;
    if (effect_.kind == Kind::pixelate) {
      const int side = effect_.block / part.scale;
      cv::resize(part.part, made_, {out.cols / side, out.rows / side}, 0, 0, cv::INTER_AREA);
      cv::resize(made_, out, out.size(), 0, 0, cv::INTER_NEAREST);
      return;
    }
    const double sigma = double{effect_.sigma} / part.scale;
    if (effect_.kind == Kind::blur)
      cv::GaussianBlur(part.part, made_, {}, sigma, sigma);
    else
      cv::remap(part.plane, made_, part.x, part.y, cv::INTER_LINEAR, cv::BORDER_REPLICATE);
    made_.copyTo(out);
  }

  cv::Mat picture_, luma_, chroma_, made_;
  PeerEffect effect_;
  std::vector<Part> parts_;
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
