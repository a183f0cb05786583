// SPDX-License-Identifier: Apache-2.0
// Chroma of subsampled pictures is the 4:4:4 overlay averaged over each sample's footprint,
// computed here in double precision.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/gpu/memory_picture.h"

namespace overlace::test {
namespace {

constexpr Size size{70, 46};

/// Coverage per pixel and straight colour of one box, as Y'CbCr of limited-range BT.709.
struct Overlay {
  std::vector<double> coverage;
  double y, cb, cr;
};

Overlay make_overlay(const Primitive& box, const Color& color) {
  Overlay overlay;
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x) {
      auto overlap = [](double p, double center, double half) {
        return std::max(std::min(p + 1, center + half) - std::max(p, center - half), 0.0);
      };
      overlay.coverage.push_back(overlap(x, box.shape.center.x, box.shape.half_size.x) *
                                 overlap(y, box.shape.center.y, box.shape.half_size.y));
    }
  }
  const double luma = 0.2126 * color.r + 0.7152 * color.g + 0.0722 * color.b;
  overlay.y = 16 + 219 * luma;
  overlay.cb = 128 + 224 * (color.b - luma) / 1.8556;
  overlay.cr = 128 + 224 * (color.r - luma) / 1.5748;
  return overlay;
}

enum class Rule { left, center, top_left, corner_pixel };

/// Alpha of a chroma sample: the weighted mean of the pixels around it, with edges repeated.
double chroma_alpha(const Overlay& o, int x, int y, bool half_rows, Rule rule) {
  auto at = [&](int px, int py) {
    px = std::clamp(px, 0, size.width - 1);
    py = std::clamp(py, 0, size.height - 1);
    return o.coverage[static_cast<std::size_t>(py * size.width + px)];
  };
  auto row = [&](int py) {
    const int px = 2 * x;
    if (rule == Rule::corner_pixel) return at(px, py);
    if (rule == Rule::center) return (at(px, py) + at(px + 1, py)) / 2;
    return (at(px - 1, py) + 2 * at(px, py) + at(px + 1, py)) / 4;
  };
  if (!half_rows) return row(y);
  if (rule == Rule::corner_pixel) return row(2 * y);
  if (rule == Rule::top_left) return (row(2 * y - 1) + 2 * row(2 * y) + row(2 * y + 1)) / 4;
  return (row(2 * y) + row(2 * y + 1)) / 2;
}

/// Largest difference of the chroma planes from `rule` after painting `box`.
double chroma_error(const Primitive& box, const PixelFormat& format, ChromaSiting siting,
                    Rule rule) {
  Picture picture(size, format, {.siting = siting});
  picture.fill_noise(4);
  const Picture before = picture;
  DisplayList list;
  list.primitives = {box};
  Rasterizer({.threads = 1}).draw(list, {}, picture.view());
  const Overlay overlay = make_overlay(box, box.fill);
  double worst = 0;
  const Size plane = picture.plane_size(1);
  for (int y = 0; y < plane.height; ++y) {
    for (int x = 0; x < plane.width; ++x) {
      const double alpha = chroma_alpha(overlay, x, y, format.chroma_shift_y == 1, rule);
      const double cb = before.sample(1, x, y) * (1 - alpha) + overlay.cb * alpha;
      const double cr = before.sample(2, x, y) * (1 - alpha) + overlay.cr * alpha;
      worst = std::max(worst, std::abs(picture.sample(1, x, y) - cb));
      worst = std::max(worst, std::abs(picture.sample(2, x, y) - cr));
    }
  }
  return worst;
}

/// Opaque saturated boxes, 1 to 3 or 20 px wide, at odd and fractional positions and across edges.
std::vector<Primitive> small_boxes() {
  std::vector<Primitive> boxes;
  for (const float x : {0.0F, 7.5F, 13.0F, 15.25F, 63.5F, 64.5F, 69.5F}) {
    for (const float y : {0.5F, 9.0F, 15.5F, 17.75F, 32.0F, 45.0F}) {
      for (const float width : {1.0F, 2.0F, 3.0F, 20.0F}) {
        boxes.push_back(shape(ShapeKind::rounded_box, {x, y}, {width / 2, width / 2}, 0, 0, clear,
                              {1, 0, x > 20 ? 1.0F : 0.0F, 1}));
      }
    }
  }
  return boxes;
}

TEST(Chroma, FollowsItsFootprint) {
  struct Case {
    ChromaSiting siting;
    Rule rule;
  };
  for (const Case& c : {Case{ChromaSiting::left, Rule::left},
                        {ChromaSiting::center, Rule::center},
                        {ChromaSiting::top_left, Rule::top_left}}) {
    for (const PixelFormat& format : {nv12_format(), ycbcr_format(1, 1), ycbcr_format(1, 0)}) {
      if (format.chroma_shift_y == 0 && c.siting == ChromaSiting::top_left) continue;
      for (const Primitive& box : small_boxes()) {
        ASSERT_LE(chroma_error(box, format, c.siting, c.rule), 0.51)
            << "box at " << box.shape.center.x << ", " << box.shape.center.y << " half "
            << box.shape.half_size.x << " siting " << static_cast<int>(c.siting);
      }
    }
  }
}

// The oracle discriminates: using the alpha of only the top-left pixel is far off.
TEST(Chroma, TopLeftPixelAloneIsRefuted) {
  double worst = 0;
  for (const Primitive& box : small_boxes()) {
    worst =
        std::max(worst, chroma_error(box, nv12_format(), ChromaSiting::center, Rule::corner_pixel));
  }
  EXPECT_GT(worst, 30);
}

TEST(Chroma, OddSizesKeepTheirLastSample) {
  const Size odd{31, 19};
  for (const ChromaSiting siting :
       {ChromaSiting::left, ChromaSiting::center, ChromaSiting::top_left}) {
    Picture picture(odd, nv12_format(), {.siting = siting});
    picture.fill_noise(4);
    DisplayList list;
    list.primitives = {
        shape(ShapeKind::rounded_box, {15.5F, 9.5F}, {15.5F, 9.5F}, 0, 0, clear, {1, 0, 0, 1})};
    Rasterizer({.threads = 1}).draw(list, {}, picture.view());
    for (int y = 0; y < 10; ++y) {
      for (int x = 0; x < 16; ++x) {
        ASSERT_EQ(picture.sample(1, x, y), 102) << x << ", " << y;
        ASSERT_EQ(picture.sample(2, x, y), 240) << x << ", " << y;
      }
    }
  }
}

}  // namespace
}  // namespace overlace::test
