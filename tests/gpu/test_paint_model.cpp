// SPDX-License-Identifier: Apache-2.0
// Random scenes on Y'CbCr pictures: their paint on R'G'B'A floats, converted and averaged over
// footprints in double precision.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <random>
#include <vector>

#include "tests/gpu/memory_picture.h"

namespace overlace::test {
namespace {

/// The paint of a scene, drawn on a transparent picture of R'G'B'A floats, as premultiplied Y'CbCr
/// code values and alpha.
class Paint {
 public:
  Paint(const DisplayList& list, Size size, const PixelFormat& format, const ColorSpec& color)
      : size_(size), picture_(size, float_format(true), {.range = ColorRange::full}) {
    Rasterizer({.threads = 1}).draw(list, {}, picture_.view());
    constexpr double of_matrix[3][2] = {{0.299, 0.114}, {0.2126, 0.0722}, {0.2627, 0.0593}};
    const auto& [red, blue] = of_matrix[static_cast<std::size_t>(color.matrix)];
    red_ = red;
    blue_ = blue;
    const double unit = std::ldexp(1.0, format.bits - 8), all = std::ldexp(1.0, format.bits) - 1;
    const bool limited = color.range == ColorRange::limited;
    luma_offset_ = limited ? 16 * unit : 0;
    luma_scale_ = limited ? 219 * unit : all;
    chroma_offset_ = 128 * unit;
    chroma_scale_ = limited ? 224 * unit : all;
  }

  struct Pixel {
    double component[3], alpha;
  };
  /// The paint of a pixel; edges are repeated.
  [[nodiscard]] Pixel at(int x, int y) const {
    x = std::clamp(x, 0, size_.width - 1);
    y = std::clamp(y, 0, size_.height - 1);
    const double r = picture_.sample(0, x, y), g = picture_.sample(1, x, y),
                 b = picture_.sample(2, x, y), a = picture_.sample(3, x, y);
    const double luma = red_ * r + (1 - red_ - blue_) * g + blue_ * b;
    return {{luma_offset_ * a + luma_scale_ * luma,
             chroma_offset_ * a + chroma_scale_ * (b - luma) / (2 - 2 * blue_),
             chroma_offset_ * a + chroma_scale_ * (r - luma) / (2 - 2 * red_)},
            a};
  }
  /// The paint averaged over the footprint of a chroma sample.
  [[nodiscard]] Pixel around(int x, int y, const PixelFormat& format, ChromaSiting siting) const {
    struct Tap {
      int at;
      double weight;
    };
    using Taps = std::vector<Tap>;
    const auto between = [](int i) { return Taps{{2 * i, 0.5}, {2 * i + 1, 0.5}}; };
    const auto on = [](int i) { return Taps{{2 * i - 1, 0.25}, {2 * i, 0.5}, {2 * i + 1, 0.25}}; };
    const Taps columns = format.chroma_shift_x == 0       ? Taps{{x, 1}}
                         : siting == ChromaSiting::center ? between(x)
                                                          : on(x);
    const Taps rows = format.chroma_shift_y == 0         ? Taps{{y, 1}}
                      : siting == ChromaSiting::top_left ? on(y)
                                                         : between(y);
    Pixel sum{};
    for (const Tap& row : rows) {
      for (const Tap& column : columns) {
        const Pixel pixel = at(column.at, row.at);
        const double weight = row.weight * column.weight;
        for (int c = 0; c < 3; ++c) sum.component[c] += weight * pixel.component[c];
        sum.alpha += weight * pixel.alpha;
      }
    }
    return sum;
  }

 private:
  Size size_;
  Picture picture_;
  double red_, blue_, luma_offset_, luma_scale_, chroma_offset_, chroma_scale_;
};

/// Largest error of a picture's samples from `before` under `paint`, in code values.
double paint_error(const Paint& paint, const Picture& before, const Picture& after,
                   const PixelFormat& format, ChromaSiting siting) {
  const double top = std::ldexp(1.0, format.bits) - 1;
  double worst = 0;
  for (int c = 0; c < (format.alpha ? 4 : 3); ++c) {
    const Size plane = before.plane_size(c);
    for (int y = 0; y < plane.height; ++y) {
      for (int x = 0; x < plane.width; ++x) {
        const bool chroma = c == 1 || c == 2;
        const auto [component, alpha] =
            chroma ? paint.around(x, y, format, siting) : paint.at(x, y);
        const double own = c == 3 ? alpha * top : component[c];
        const double expected = before.sample(c, x, y) * (1 - alpha) + own;
        worst = std::max(worst, std::abs(after.sample(c, x, y) - std::clamp(expected, 0.0, top)));
      }
    }
  }
  return worst;
}

/// Every memory layout of luma and chroma.
std::vector<PixelFormat> ycbcr_formats() {
  std::vector<PixelFormat> formats;
  for (const PixelFormat& kind : {ycbcr_format(1, 1), ycbcr_format(1, 0), ycbcr_format(0, 0)}) {
    for (const int bits : {8, 10, 16}) {
      for (const bool in_turn : {false, true}) {
        PixelFormat format = ycbcr_format(kind.chroma_shift_x, kind.chroma_shift_y, bits);
        if (in_turn) {
          format.layout = PlaneLayout::semi_planar;
          if (bits == 10) format.shift = 6;
        }
        formats.push_back(format);
      }
      formats.push_back(ycbcr_format(kind.chroma_shift_x, kind.chroma_shift_y, bits));
      formats.back().alpha = true;
    }
  }
  return formats;
}

/// A few small primitives that end at, or one pixel off, the borders of tiles and blocks; most
/// tiles and blocks remain untouched.
DisplayList border_scene(std::mt19937& random, Size size) {
  const auto pick = [&](int count) {
    return static_cast<int>(random() % static_cast<unsigned>(count));
  };
  const auto border = [&](int length, int step) {
    return static_cast<float>(pick(length / step + 2) * step + pick(5) - 2) +
           static_cast<float>(pick(3)) * 0.25F;
  };
  const auto color = [&] {
    const float r = static_cast<float>(pick(3)) / 2, g = static_cast<float>(pick(3)) / 2;
    return Color{r, g, static_cast<float>(pick(3)) / 2, static_cast<float>(pick(3)) / 2};
  };
  DisplayList list;
  for (int i = 1 + pick(4); i > 0; --i) {
    const float x = border(size.width, pick(2) == 0 ? 64 : 8);
    const float y = border(size.height, pick(2) == 0 ? 16 : 2);
    const Color stroke = color(), fill = color();
    const float width = static_cast<float>(pick(9)) / 2, radius = static_cast<float>(pick(9)) / 2;
    const Vec2 half{0.5F * static_cast<float>(pick(70)), 0.5F * static_cast<float>(pick(24))};
    const auto kind = static_cast<ShapeKind>(pick(5));
    switch (pick(8)) {
      case 0:
      case 1:
        list.primitives.push_back(line({x, y}, {x + half.x - 8, y + half.y - 4}, width, stroke));
        break;
      case 2:
        list.primitives.push_back(whole_fill(fill));
        break;
      default:
        list.primitives.push_back(shape(kind, {x, y}, half, radius, width, stroke, fill));
        break;
    }
    if (pick(4) == 0) list.primitives.back().glow = {static_cast<float>(1 + pick(9)), 0.75F};
  }
  if (pick(2) == 0) {
    list.primitives.insert(list.primitives.begin() + pick(2),
                           group_begin(BlendMode::normal, static_cast<float>(1 + pick(4)) / 4));
    list.primitives.push_back(group_end());
  }
  return list;
}

/// Overlapping areas of few or many colours, most of whose blocks hold a single tone; strokes end
/// in some.
DisplayList tone_scene(std::mt19937& random, Size size) {
  const auto pick = [&](int count) {
    return static_cast<float>(random() % static_cast<unsigned>(count));
  };
  const int areas = 1 + static_cast<int>(pick(9));
  const float step = pick(3) == 0 ? 1 : 8;
  DisplayList list;
  for (int i = 0; i < areas; ++i) {
    const Color fill{pick(2), pick(3) / 2, pick(2), (1 + pick(4)) / 4};
    const Vec2 center{pick(size.width / 8 + 1) * 8 + pick(2) * step, pick(size.height / 2 + 1) * 2};
    const Vec2 half{4 * (1 + pick(24)), 1 + pick(24)};
    list.primitives.push_back(
        shape(ShapeKind::rounded_box, center, half, pick(2) * 3, pick(2) * 2, {1, 1, 1, 1}, fill));
    if (pick(4) == 0)
      list.primitives.push_back(line(center, center + half, 1 + pick(3), {0, 1, 0, 0.5F}));
    if (pick(6) == 0) list.primitives.push_back(whole_fill(fill));
  }
  return list;
}

/// One rasteriser per instruction set of this machine.
std::vector<std::unique_ptr<Rasterizer>> rasterizers() {
  std::vector<std::unique_ptr<Rasterizer>> all;
  for (const SimdLevel level : {SimdLevel::scalar, SimdLevel::avx2, SimdLevel::avx512}) {
    if (level > detect_simd()) break;
    all.push_back(std::make_unique<Rasterizer>(ReplayOptions{.threads = 1, .simd = level}));
  }
  return all;
}

TEST(PaintModel, AgreesOnAnyScene) {
  constexpr Size sizes[] = {{1, 1},   {2, 2},   {1, 33},  {3, 7},    {7, 3},
                            {8, 2},   {9, 17},  {33, 1},  {63, 15},  {64, 16},
                            {65, 17}, {71, 18}, {72, 35}, {130, 34}, {199, 49}};
  const auto all = rasterizers();
  std::mt19937 random(1);
  GlyphAtlas atlas;
  fill_atlas(random, atlas);
  const std::vector<PixelFormat> formats = ycbcr_formats();
  for (std::uint32_t seed = 0; seed < 1200; ++seed) {
    random.seed(seed);
    const Size size = sizes[random() % std::size(sizes)];
    const PixelFormat& format = formats[seed % formats.size()];
    const ColorSpec color{.matrix = static_cast<ColorMatrix>(random() % 3),
                          .range = static_cast<ColorRange>(random() % 2),
                          .siting = static_cast<ChromaSiting>(random() % 3)};
    const auto kind = random() % 3;
    DisplayList list = kind == 0   ? border_scene(random, size)
                       : kind == 1 ? tone_scene(random, size)
                                   : random_scene(random, size, atlas);
    for (Primitive& p : list.primitives) {
      if (p.kind == PrimitiveKind::group_begin) p.group.blend = BlendMode::normal;
    }
    const Paint paint(list, size, format, color);
    Picture before(size, format, color);
    before.fill_noise(seed);
    const double rounding = format.bits == 16 ? 0.55 : 0.51;  // of samples, and of floats
    for (const auto& rasterizer : all) {
      Picture after = before;
      rasterizer->draw(list, {}, after.view());
      ASSERT_LE(paint_error(paint, before, after, format, color.siting), rounding)
          << "seed " << seed << ", " << size.width << " x " << size.height << ", siting "
          << static_cast<int>(color.siting) << ", " << int{format.bits} << " bits, shifts "
          << int{format.chroma_shift_x} << int{format.chroma_shift_y};
    }
  }
}

}  // namespace
}  // namespace overlace::test
