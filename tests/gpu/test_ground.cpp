// SPDX-License-Identifier: Apache-2.0
// Drawing on a ground: the same bytes as on a picture that already holds it, whatever was in memory
// before.
#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <random>

#include "gpu/host/ground.h"
#include "gpu/raster.h"
#include "tests/gpu/memory_picture.h"

namespace overlace::test {
namespace {

/// Several tiles in both directions, the last ones cut, with chroma shared between rows.
constexpr Size frame{331, 91};

Picture noisy(const NamedFormat& kind, Size size) {
  Picture picture(size, kind.format, kind.color);
  picture.fill_noise(3);
  return picture;
}

/// A picture of noise in which all rows equal the first.
class Laid {
 public:
  explicit Laid(const NamedFormat& kind, Size size = frame)
      : picture(noisy(kind, size)), noise(picture) {
    const ImageView view = picture.view();
    for (int i = 0; i < 4 && view.planes[static_cast<std::size_t>(i)].data != nullptr; ++i) {
      const PlaneView& plane = view.planes[static_cast<std::size_t>(i)];
      const auto begin = static_cast<std::size_t>(plane.data - picture.bytes().data());
      std::size_t bytes = 0;
      while (!picture.is_padding(begin + bytes)) ++bytes;
      for (int y = 1; y < picture.plane_size(i).height; ++y)
        std::memcpy(plane.data + y * plane.stride, plane.data, bytes);
    }
  }
  /// Noise, with the first row of the picture as its ground.
  ImageView unlaid() {
    ImageView view = noise.view();
    for (std::size_t i = 0; i < 4; ++i) view.ground[i] = picture.view().planes[i].data;
    return view;
  }

  Picture picture, noise;
};

/// Draws on a ground and on a picture that holds it, and expects the same bytes.
void check(const DisplayList& list, const NamedFormat& kind, Size size,
           const ReplayOptions& options, const std::string& what) {
  Laid laid(kind, size);
  Rasterizer(options).draw(list, {}, laid.unlaid());  // before the rows change
  Rasterizer({.threads = 1}).draw(list, {}, laid.picture.view());
  ASSERT_TRUE(laid.noise.bytes() == laid.picture.bytes()) << kind.name << ", " << what;
}

/// Bars side by side, fills, and other primitives.
DisplayList bars(std::mt19937& random, Size size) {
  const auto up_to = [&](int most) {
    return static_cast<float>(random() % static_cast<unsigned>(most * 16)) / 16;
  };
  const auto color = [&] {
    return Color{up_to(1), up_to(1), up_to(1), random() % 2 == 0 ? 1 : up_to(1)};
  };
  DisplayList list;
  if (random() % 3 == 0) list.primitives.push_back(whole_fill(color()));
  for (unsigned i = random() % 9; i > 0; --i) {
    const Vec2 half{1 + up_to(40), up_to(size.height)};
    const Vec2 center{up_to(size.width), up_to(size.height)};
    list.primitives.push_back(shape(ShapeKind::rounded_box, center, half,
                                    random() % 2 == 0 ? 0 : up_to(12),
                                    random() % 2 == 0 ? 0 : up_to(4), color(), color()));
  }
  if (random() % 2 == 0)
    list.primitives.push_back(line({up_to(size.width), up_to(size.height)},
                                   {up_to(size.width), up_to(size.height)}, 3, color()));
  return list;
}

TEST(Ground, UnderBarsAndFills) {
  std::mt19937 random(11);
  for (const NamedFormat& kind : all_formats())
    for (int i = 0; i < 24; ++i) {
      const Size size = i % 3 == 0 ? Size{320, 64} : frame;
      check(bars(random, size), kind, size, {.threads = 1 + i % 3}, "scene " + std::to_string(i));
    }
}

TEST(Ground, UnderBarsByEveryInstructionSet) {
  for (const SimdLevel level : {SimdLevel::scalar, SimdLevel::avx2, SimdLevel::avx512}) {
    if (level > detect_simd()) continue;
    std::mt19937 random(12);
    for (int i = 0; i < 24; ++i)
      check(bars(random, frame), {"4:2:0", ycbcr_format(1, 1), {}}, frame,
            {.threads = 1, .simd = level}, std::string(simd_name(level)));
  }
}

// Blends read the picture below; groups and layers take the general path.
TEST(Ground, UnderAnything) {
  std::mt19937 random(13);
  GlyphAtlas atlas;
  fill_atlas(random, atlas);
  for (const NamedFormat& kind : all_formats())
    for (int i = 0; i < 6; ++i)
      check(random_scene(random, frame, atlas), kind, frame, {.threads = 2}, std::to_string(i));
}

TEST(Ground, UnderNothing) {
  for (const NamedFormat& kind : all_formats()) check({}, kind, frame, {.threads = 1}, "nothing");
}

TEST(Ground, LaidWhole) {
  for (const NamedFormat& kind : all_formats()) {
    Laid laid(kind);
    ImageView view = laid.unlaid();
    lay_ground(view);
    EXPECT_FALSE(view.has_ground());
    EXPECT_TRUE(laid.noise.bytes() == laid.picture.bytes()) << kind.name;
  }
}

}  // namespace
}  // namespace overlace::test
