// SPDX-License-Identifier: Apache-2.0
// OpenCV on boxes of an NV12 picture: luma, and chroma as pairs.
#include <algorithm>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include "tools/peers/peer.h"

namespace overlace {
namespace {

class OpenCvChange final : public ChangePeer {
 public:
  explicit OpenCvChange(const PeerSetup& setup)
      : picture_(setup.size.height * 3 / 2, setup.size.width, CV_8UC1),
        luma_(picture_.rowRange(0, setup.size.height)),
        chroma_(setup.size.height / 2, setup.size.width / 2, CV_8UC2,
                picture_.ptr(setup.size.height)) {
    cv::setNumThreads(setup.threads);
  }

  std::string name() const override {
    return change_.pixelates ? "OpenCV resize, area and nearest" : "OpenCV GaussianBlur";
  }
  void prepare(std::span<const std::byte> nv12, const PictureChange& change) override {
    std::transform(nv12.begin(), nv12.end(), picture_.data,
                   [](std::byte b) { return static_cast<std::uint8_t>(b); });
    change_ = change;
  }
  void run() override {
    for (const PixelRect& box : change_.boxes) {
      change(luma_({box.x, box.y, box.width, box.height}), 1);
      change(chroma_({box.x / 2, box.y / 2, box.width / 2, box.height / 2}), 2);
    }
  }
  std::span<const std::byte> picture() override {
    return {reinterpret_cast<const std::byte*>(picture_.data), picture_.total()};
  }

 private:
  /// Of samples of `scale` pixels. Filters see what is around a part of a picture.
  void change(cv::Mat part, int scale) {
    if (change_.pixelates) {
      const int side = change_.block / scale;
      cv::resize(part, made_, {part.cols / side, part.rows / side}, 0, 0, cv::INTER_AREA);
      cv::resize(made_, part, part.size(), 0, 0, cv::INTER_NEAREST);
      return;
    }
    const double sigma = double{change_.sigma} / scale;
    cv::GaussianBlur(part, made_, {}, sigma, sigma);
    made_.copyTo(part);
  }

  cv::Mat picture_, luma_, chroma_, made_;
  PictureChange change_;
};

}  // namespace

ChangePeers opencv_change_peers(const PeerSetup& setup) {
  ChangePeers peers;
  peers.push_back(std::make_unique<OpenCvChange>(setup));
  return peers;
}

}  // namespace overlace
