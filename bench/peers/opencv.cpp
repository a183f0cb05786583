// SPDX-License-Identifier: Apache-2.0
// OpenCV as annotators use it: NV12 to BGR, anti-aliased polylines, weighted sums, BGR to I420.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include "bench/peers/peer.h"

namespace overlace {
namespace {

constexpr int shift = 4;  ///< coordinates are sixteenths of a pixel

/// A line in OpenCV's terms.
struct Line {
  std::vector<cv::Point> points;
  cv::Scalar color;
  double opacity;
  int thickness;
  cv::Rect around;  ///< everything that it may touch
};

struct Box2 {
  Line outline;
  cv::Scalar fill;
  double fill_opacity;
};

cv::Scalar scalar(const Color& c) {
  return {255.0 * c.b, 255.0 * c.g, 255.0 * c.r};
}

/// OpenCV's pixel centres are whole numbers.
cv::Point fixed(double x, double y) {
  return {static_cast<int>(std::lround((x - 0.5) * (1 << shift))),
          static_cast<int>(std::lround((y - 0.5) * (1 << shift)))};
}

/// LINE_AA draws wider than asked for: one pixel less comes closest.
int thickness_for(float width) {
  return std::max(1, static_cast<int>(std::lround(width)) - 1);
}

cv::Rect around(const std::vector<cv::Point>& points, int margin, cv::Size size) {
  cv::Rect box = cv::boundingRect(points);
  box = {(box.x >> shift) - margin, (box.y >> shift) - margin,
         (box.width >> shift) + 2 * margin + 1, (box.height >> shift) + 2 * margin + 1};
  return box & cv::Rect({}, size);
}

Line make_line(std::vector<cv::Point> points, const Primitive& from, cv::Size size) {
  Line line;
  line.points = std::move(points);
  line.color = scalar(from.stroke);
  line.opacity = from.stroke.a;
  line.thickness = thickness_for(from.width);
  line.around = around(line.points, line.thickness + 2, size);
  return line;
}

std::vector<cv::Point> curve_points(const Curve& c) {
  std::vector<cv::Point> points;
  for (std::uint32_t i = 0; i <= c.segments; ++i) {
    const double t = double(i) / c.segments, a = (1 - t) * (1 - t), b = 2 * t * (1 - t), d = t * t;
    points.push_back(
        fixed(a * c.p0.x + b * c.hc.x + d * c.p1.x, a * c.p0.y + b * c.hc.y + d * c.p1.y));
  }
  return points;
}

std::vector<cv::Point> box_points(const ShapeGeometry& box) {
  constexpr int steps = 4;  // per corner: off by 0.06 px at a radius of 12
  constexpr double quarter = CV_PI / 2;
  std::vector<cv::Point> points;
  const double r = box.corner_radius;
  for (int corner = 0; corner < 4; ++corner) {
    const double right = corner == 0 || corner == 3 ? 1 : -1, down = corner < 2 ? 1 : -1;
    const double x = box.center.x + right * (box.half_size.x - r);
    const double y = box.center.y + down * (box.half_size.y - r);
    for (int i = 0; i <= steps; ++i) {
      const double angle = quarter * (corner + double(i) / steps);
      points.push_back(fixed(x + r * std::cos(angle), y + r * std::sin(angle)));
    }
  }
  return points;
}

void stroke(cv::Mat& picture, const Line& line, bool closed, cv::Point offset = {}) {
  if (offset == cv::Point{}) {
    cv::polylines(picture, line.points, closed, line.color, line.thickness, cv::LINE_AA, shift);
    return;
  }
  thread_local std::vector<cv::Point> moved;
  moved.clear();
  for (const cv::Point& p : line.points) moved.push_back(p - offset);
  cv::polylines(picture, moved, closed, line.color, line.thickness, cv::LINE_AA, shift);
}

/// Common to both variants: the conversion from NV12 to BGR, and back to I420.
class OpenCvPeer : public DrawPeer {
 public:
  explicit OpenCvPeer(const PeerSetup& setup) : size_(setup.size.width, setup.size.height) {
    cv::setNumThreads(setup.threads);
  }

  void prepare(const DisplayList& list, const PeerBackdrop& backdrop) override {
    lines_.clear();
    boxes_.clear();
    for (const Primitive& p : list.primitives) {
      if (p.kind == PrimitiveKind::curve)
        lines_.push_back(make_line(curve_points(p.curve), p, size_));
      else
        boxes_.push_back({make_line(box_points(p.shape), p, size_), scalar(p.fill), p.fill.a});
    }
    const auto samples = backdrop.nv12.samples();
    nv12_.create(size_.height * 3 / 2, size_.width, CV_8UC1);
    std::memcpy(nv12_.data, samples.data(), samples.size());
  }

  void draw() final {
    cv::cvtColor(nv12_, bgr_, cv::COLOR_YUV2BGR_NV12);
    draw_lines();
    draw_boxes();
    cv::cvtColor(bgr_, i420_, cv::COLOR_BGR2YUV_I420);
  }

  std::vector<std::uint8_t> luma() override { return {i420_.data, i420_.data + size_.area()}; }

 protected:
  virtual void draw_lines() = 0;
  virtual void draw_boxes() = 0;

  cv::Size size_;
  cv::Mat nv12_, bgr_, layer_, i420_;
  std::vector<Line> lines_;
  std::vector<Box2> boxes_;
};

/// All lines on a copy of the frame, then one weighted sum of frames; likewise for all areas.
class OpenCvLayers final : public OpenCvPeer {
 public:
  using OpenCvPeer::OpenCvPeer;
  std::string name() const override { return "OpenCV, layers"; }

 private:
  void mix(double opacity) { cv::addWeighted(layer_, opacity, bgr_, 1 - opacity, 0, bgr_); }
  void draw_lines() override {
    if (lines_.empty()) return;
    bgr_.copyTo(layer_);
    for (const Line& line : lines_) stroke(layer_, line, false);
    mix(lines_.front().opacity);
  }
  void draw_boxes() override {
    if (!boxes_.empty() && boxes_.front().fill_opacity > 0) {
      bgr_.copyTo(layer_);
      for (const Box2& box : boxes_)
        cv::fillConvexPoly(layer_, box.outline.points, box.fill, cv::LINE_8, shift);
      mix(boxes_.front().fill_opacity);
    }
    for (const Box2& box : boxes_) stroke(bgr_, box.outline, true);
  }
};

/// Each item separately, in the part of the frame that it covers.
class OpenCvItems final : public OpenCvPeer {
 public:
  using OpenCvPeer::OpenCvPeer;
  std::string name() const override { return "OpenCV, per item"; }

 private:
  template <class Draw>
  void blend(const cv::Rect& part, double opacity, const Draw& draw) {
    if (part.empty()) return;
    layer_.create(size_, CV_8UC3);
    cv::Mat frame = bgr_(part), scratch = layer_(cv::Rect({}, part.size()));
    frame.copyTo(scratch);
    draw(scratch, cv::Point(part.x << shift, part.y << shift));
    cv::addWeighted(scratch, opacity, frame, 1 - opacity, 0, frame);
  }
  void draw_lines() override {
    for (const Line& line : lines_)
      blend(line.around, line.opacity,
            [&line](cv::Mat& part, cv::Point at) { stroke(part, line, false, at); });
  }
  void draw_boxes() override {
    for (const Box2& box : boxes_) {
      if (box.fill_opacity > 0)
        blend(box.outline.around, box.fill_opacity, [&box, this](cv::Mat& part, cv::Point at) {
          moved_.clear();
          for (const cv::Point& p : box.outline.points) moved_.push_back(p - at);
          cv::fillConvexPoly(part, moved_, box.fill, cv::LINE_8, shift);
        });
      stroke(bgr_, box.outline, true);
    }
  }
  std::vector<cv::Point> moved_;
};

}  // namespace

DrawPeers opencv_peers(const PeerSetup& setup) {
  DrawPeers peers;
  peers.push_back(std::make_unique<OpenCvLayers>(setup));
  peers.push_back(std::make_unique<OpenCvItems>(setup));
  return peers;
}

}  // namespace overlace
