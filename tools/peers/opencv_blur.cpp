// SPDX-License-Identifier: Apache-2.0
// OpenCV's Gaussian of four 8-bit channels.
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include "tools/peers/peer.h"

namespace overlace {
namespace {

class OpenCvBlur final : public BlurPeer {
 public:
  explicit OpenCvBlur(const PeerSetup& setup)
      : from_(setup.size.height, setup.size.width, CV_8UC4) {
    cv::setNumThreads(setup.threads);
  }

  std::string name() const override { return "OpenCV GaussianBlur"; }
  void prepare(const std::vector<std::uint8_t>& rgba, float sigma) override {
    std::copy(rgba.begin(), rgba.end(), from_.data);
    sigma_ = double{sigma};
  }
  void blur() override { cv::GaussianBlur(from_, to_, {}, sigma_, sigma_, cv::BORDER_CONSTANT); }
  std::vector<std::uint8_t> picture() override {
    return {to_.data, to_.data + to_.total() * to_.elemSize()};
  }

 private:
  cv::Mat from_, to_;
  double sigma_ = 1;
};

}  // namespace

BlurPeers opencv_blur_peers(const PeerSetup& setup) {
  BlurPeers peers;
  peers.push_back(std::make_unique<OpenCvBlur>(setup));
  return peers;
}

}  // namespace overlace
