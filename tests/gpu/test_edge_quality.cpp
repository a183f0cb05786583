// SPDX-License-Identifier: Apache-2.0
// Edge quality: every pixel of a scene of strokes and boxes against 16 x 16 samples of the exact
// geometry, next to Cairo's best anti-aliasing of the same scene.
#include <cairo.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <random>
#include <vector>

#include "tests/gpu/memory_picture.h"

namespace overlace::test {
namespace {

constexpr Size size{320, 240};
constexpr double alpha = 0.8;

struct Stroke {
  Vec2 from, control, to;
  double width;
};
struct RoundBox {
  double left, top, right, bottom, radius, width;
};
struct Scene {
  std::vector<Stroke> strokes;
  std::vector<RoundBox> boxes;
};

using Gray = std::vector<double>;

/// A scene of one kind: 0 strokes, 1 hairlines, 2 boxes, 3 all of them overlapping.
Scene make_scene(int kind, std::uint32_t seed) {
  std::mt19937 random(seed);
  auto uniform = [&](double lo, double hi) {
    return std::uniform_real_distribution<double>(lo, hi)(random);
  };
  auto point = [&] {
    return Vec2{static_cast<float>(uniform(10, size.width - 10)),
                static_cast<float>(uniform(10, size.height - 10))};
  };
  Scene scene;
  for (int i = 0; i < 10 && kind != 2; ++i) {
    const Vec2 from = point(), to = point();
    const Vec2 middle = (from + to) * 0.5F, across{to.y - from.y, from.x - to.x};
    const auto bend = static_cast<float>(uniform(-0.4, 0.4));
    const double width = kind == 1 ? uniform(0.3, 1.2) : uniform(1.5, 6);
    scene.strokes.push_back({from, middle + across * bend, to, width});
  }
  for (int i = 0; i < 8 && kind >= 2; ++i) {
    const double x = uniform(20, 220), y = uniform(20, 140);
    const double width = uniform(1, 5);
    const double radius = i % 4 == 0 ? 0 : uniform(width / 2, 25);
    scene.boxes.push_back({x, y, x + uniform(50, 80), y + uniform(50, 80), radius, width});
  }
  return scene;
}

/// A parabola as a chain of chords, fine enough to stand for the curve itself.
class FineCurve {
 public:
  explicit FineCurve(const Stroke& s) {
    constexpr int segments = 256;
    for (int i = 0; i <= segments; ++i) {
      const double t = static_cast<double>(i) / segments, u = 1 - t;
      points_.push_back({u * u * s.from.x + 2 * u * t * s.control.x + t * t * s.to.x,
                         u * u * s.from.y + 2 * u * t * s.control.y + t * t * s.to.y});
    }
  }
  /// Distance to the chords [first, last); also returns the nearest one.
  [[nodiscard]] double distance(double x, double y, int first, int last, int* nearest) const {
    double best = 1e30;
    for (int i = first; i < last; ++i) {
      const auto [ax, ay] = points_[static_cast<std::size_t>(i)];
      const auto [bx, by] = points_[static_cast<std::size_t>(i) + 1];
      const double dx = bx - ax, dy = by - ay;
      const double t =
          std::clamp(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy + 1e-30), 0.0, 1.0);
      const double d = std::hypot(x - ax - t * dx, y - ay - t * dy);
      if (d < best) {
        best = d;
        if (nearest != nullptr) *nearest = i;
      }
    }
    return best;
  }
  [[nodiscard]] int chords() const { return static_cast<int>(points_.size()) - 1; }

 private:
  std::vector<std::array<double, 2>> points_;
};

bool in_box(double x, double y, const RoundBox& b, double grow, double radius) {
  const double left = b.left - grow, right = b.right + grow;
  const double top = b.top - grow, bottom = b.bottom + grow;
  if (x < left || x > right || y < top || y > bottom) return false;
  const double qx = std::max({left + radius - x, x - (right - radius), 0.0});
  const double qy = std::max({top + radius - y, y - (bottom - radius), 0.0});
  return qx * qx + qy * qy <= radius * radius || qx == 0 || qy == 0;
}

/// Blends one item's sampled coverage over `gray`.
template <class Inside>
void sample_item(Gray& gray, int x, int y, const Inside& inside) {
  int hits = 0;
  for (int j = 0; j < 16; ++j) {
    for (int i = 0; i < 16; ++i) hits += inside(x + (i + 0.5) / 16, y + (j + 0.5) / 16) ? 1 : 0;
  }
  double& g = gray[static_cast<std::size_t>(y * size.width + x)];
  g += (1 - g) * alpha * hits / 256;
}

Gray reference(const Scene& scene) {
  Gray gray(static_cast<std::size_t>(size.width * size.height));
  for (const Stroke& s : scene.strokes) {
    const FineCurve curve(s);
    for (int y = 0; y < size.height; ++y) {
      for (int x = 0; x < size.width; ++x) {
        int near = 0;
        const double d = curve.distance(x + 0.5, y + 0.5, 0, curve.chords(), &near);
        if (d > s.width / 2 + 0.75) continue;
        const int first = std::max(near - 24, 0), last = std::min(near + 25, curve.chords());
        sample_item(gray, x, y, [&](double px, double py) {
          return curve.distance(px, py, first, last, nullptr) <= s.width / 2;
        });
      }
    }
  }
  for (const RoundBox& b : scene.boxes) {
    const double half = b.width / 2;
    for (int y = 0; y < size.height; ++y) {
      for (int x = 0; x < size.width; ++x) {
        sample_item(gray, x, y, [&](double px, double py) {
          const double outer = b.radius > 0 ? b.radius + half : 0;
          return in_box(px, py, b, half, outer) &&
                 !in_box(px, py, b, -half, std::max(b.radius - half, 0.0));
        });
      }
    }
  }
  return gray;
}

Gray draw_ours(const Scene& scene) {
  DisplayList list;
  const Color color{1, 1, 1, static_cast<float>(alpha)};
  for (const Stroke& s : scene.strokes) {
    list.primitives.push_back(
        parabola(s.from, s.control, s.to, static_cast<float>(s.width), color));
  }
  for (const RoundBox& b : scene.boxes) {
    const Vec2 center{static_cast<float>((b.left + b.right) / 2),
                      static_cast<float>((b.top + b.bottom) / 2)};
    const Vec2 half{static_cast<float>((b.right - b.left) / 2),
                    static_cast<float>((b.bottom - b.top) / 2)};
    list.primitives.push_back(shape(ShapeKind::rounded_box, center, half,
                                    static_cast<float>(b.radius), static_cast<float>(b.width),
                                    color, clear));
  }
  Picture picture(size, float_format(), {.range = ColorRange::full});
  Rasterizer({.threads = 1}).draw(list, {}, picture.view());
  Gray gray;
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x) gray.push_back(picture.sample(0, x, y));
  }
  return gray;
}

void cairo_box(cairo_t* cr, const RoundBox& b) {
  if (b.radius == 0) {
    cairo_rectangle(cr, b.left, b.top, b.right - b.left, b.bottom - b.top);
    cairo_set_line_join(cr, CAIRO_LINE_JOIN_MITER);
    return;
  }
  constexpr double quarter = 1.5707963267948966;
  cairo_new_sub_path(cr);
  cairo_arc(cr, b.right - b.radius, b.top + b.radius, b.radius, -quarter, 0);
  cairo_arc(cr, b.right - b.radius, b.bottom - b.radius, b.radius, 0, quarter);
  cairo_arc(cr, b.left + b.radius, b.bottom - b.radius, b.radius, quarter, 2 * quarter);
  cairo_arc(cr, b.left + b.radius, b.top + b.radius, b.radius, 2 * quarter, 3 * quarter);
  cairo_close_path(cr);
}

Gray draw_cairo(const Scene& scene) {
  const std::unique_ptr<cairo_surface_t, decltype(&cairo_surface_destroy)> surface(
      cairo_image_surface_create(CAIRO_FORMAT_ARGB32, size.width, size.height),
      cairo_surface_destroy);
  const std::unique_ptr<cairo_t, decltype(&cairo_destroy)> context(cairo_create(surface.get()),
                                                                   cairo_destroy);
  cairo_t* cr = context.get();
  cairo_set_source_rgb(cr, 0, 0, 0);
  cairo_paint(cr);
  cairo_set_antialias(cr, CAIRO_ANTIALIAS_BEST);
  cairo_set_source_rgba(cr, 1, 1, 1, alpha);
  cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
  for (const Stroke& s : scene.strokes) {
    auto third = [](float end, float control) { return end + (control - end) * 2.0 / 3; };
    cairo_move_to(cr, s.from.x, s.from.y);
    cairo_curve_to(cr, third(s.from.x, s.control.x), third(s.from.y, s.control.y),
                   third(s.to.x, s.control.x), third(s.to.y, s.control.y), s.to.x, s.to.y);
    cairo_set_line_width(cr, s.width);
    cairo_stroke(cr);
  }
  for (const RoundBox& b : scene.boxes) {
    cairo_box(cr, b);
    cairo_set_line_width(cr, b.width);
    cairo_stroke(cr);
  }
  cairo_surface_flush(surface.get());
  const unsigned char* data = cairo_image_surface_get_data(surface.get());
  const int stride = cairo_image_surface_get_stride(surface.get());
  Gray gray;
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x) gray.push_back(data[y * stride + x * 4] / 255.0);
  }
  return gray;
}

/// Errors in levels of 255 over the pixels that the scene touches but does not fill.
struct EdgeError {
  double mean = 0, p99 = 0, max = 0;
};
EdgeError compare(const Gray& drawn, const Gray& truth) {
  std::vector<double> errors;
  double sum = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    if (truth[i] == 0 && drawn[i] == 0) continue;
    errors.push_back(std::abs(drawn[i] - truth[i]) * 255);
    sum += errors.back();
  }
  std::sort(errors.begin(), errors.end());
  return {sum / static_cast<double>(errors.size()), errors[errors.size() * 99 / 100],
          errors.back()};
}

class EdgeQuality : public testing::TestWithParam<int> {};

TEST_P(EdgeQuality, IsNotWorseThanCairo) {
  const Scene scene = make_scene(GetParam(), 71);
  const Gray truth = reference(scene);
  const EdgeError ours = compare(draw_ours(scene), truth);
  const EdgeError cairo = compare(draw_cairo(scene), truth);
  RecordProperty("ours", std::to_string(ours.mean) + " " + std::to_string(ours.p99) + " " +
                             std::to_string(ours.max));
  RecordProperty("cairo", std::to_string(cairo.mean) + " " + std::to_string(cairo.p99) + " " +
                              std::to_string(cairo.max));
  EXPECT_LE(ours.mean, cairo.mean);
  EXPECT_LE(ours.p99, cairo.p99);
  EXPECT_LE(ours.max, std::max(cairo.max, 16.0));
}

std::string scene_name(const testing::TestParamInfo<int>& param) {
  constexpr std::array names = {"Strokes", "Hairlines", "Boxes", "Overlaps"};
  return names[static_cast<std::size_t>(param.param)];
}
INSTANTIATE_TEST_SUITE_P(Scenes, EdgeQuality, testing::Values(0, 1, 2, 3), scene_name);

}  // namespace
}  // namespace overlace::test
