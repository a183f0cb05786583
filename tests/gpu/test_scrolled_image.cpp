// SPDX-License-Identifier: Apache-2.0
// Scrolling images of values: keeping their samples between frames changes no byte. The expected
// pictures are drawn by a rasteriser without memory of earlier frames.
#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <vector>

#include "gpu/raster.h"
#include "tests/gpu/memory_picture.h"

namespace overlace::test {
namespace {

/// Several tiles in both directions, the last ones cut.
constexpr Size frame{331, 91};

/// Where an image lies, and which columns of an endless field of noise it shows.
struct View {
  int left, top;
  Size size;
  std::int64_t first_column;
};

std::uint16_t value_at(std::int64_t column, int row, std::uint64_t version) {
  std::uint64_t bits = static_cast<std::uint64_t>(column) * 0x9E3779B97F4A7C15U +
                       static_cast<std::uint64_t>(row) * 0xC2B2AE3D27D4EB4FU + version;
  bits ^= bits >> 29U;
  bits *= 0xBF58476D1CE4E5B9U;
  return static_cast<std::uint16_t>(bits >> 40U);
}

Textures ramps(bool opaque) {
  std::mt19937 random(5);
  std::array<Color, ramp_size> colors;
  const auto part = [&] { return static_cast<float>(random() % 256) / 255; };
  for (Color& color : colors) color = {part(), part(), part(), opaque ? 1 : part()};
  const std::uint16_t none = 0;
  return {std::make_shared<const Texture>(make_value_texture({1, 1}, {&none, 1}, colors))};
}

/// A frame as two lists: one declares the image as scrolling, one does not.
class Frame {
 public:
  Frame(const Textures& textures, const View& view, std::uint64_t version)
      : values_(static_cast<std::size_t>(view.size.width * view.size.height)) {
    for (int y = 0; y < view.size.height; ++y)
      for (int x = 0; x < view.size.width; ++x)
        values_[static_cast<std::size_t>(y * view.size.width + x)] =
            value_at(view.first_column + x, y, version);
    Primitive p = whole_fill({0, 0, 0, 1});
    p.kind = PrimitiveKind::image;
    const auto width = static_cast<float>(view.size.width);
    const auto height = static_cast<float>(view.size.height);
    const Vec2 origin{static_cast<float>(view.left), static_cast<float>(view.top)};
    p.image = {texture_matrix(view.size, origin, {width, 0}, {0, height}), 0, {view.size}};
    scrolling_.textures = still_.textures = &textures;
    still_.values = values_;
    add(p, p);
    scrolling_.primitives.back().image.values.scrolls = true;
    scrolling_.scrolling.push_back({values_.data(), &textures, version, view.first_column});
  }
  void add(const Primitive& p) { add(p, p); }
  [[nodiscard]] const DisplayList& scrolling() const { return scrolling_; }
  [[nodiscard]] const DisplayList& still() const { return still_; }

 private:
  void add(const Primitive& a, const Primitive& b) {
    scrolling_.primitives.push_back(a);
    still_.primitives.push_back(b);
  }
  std::vector<std::uint16_t> values_;
  DisplayList scrolling_, still_;
};

/// Draws a sequence of views with one rasteriser, and each view with a new one.
void check_walk(const NamedFormat& kind, const Textures& textures, View view, Size size,
                std::uint32_t seed) {
  std::mt19937 random(seed);
  Rasterizer keeping({.threads = 2}), forgetting({.threads = 1});
  constexpr int steps[] = {0, 1, 2, 3, 7, 6, 64, 1, 65, -5, 200, 1000, 1, 1};
  std::uint64_t version = 1;
  for (int i = 0; i < 40; ++i) {
    view.first_column += steps[random() % std::size(steps)];
    if (random() % 16 == 0) ++version;
    Frame now(textures, view, version);
    const auto place = [&](int length) {
      return static_cast<float>(random() % static_cast<unsigned>(length * 16)) / 16;
    };
    // In some frames, lines over parts of it.
    for (unsigned others = random() % 3; others > 0; --others)
      now.add(line({place(size.width), place(size.height)}, {place(size.width), place(size.height)},
                   3, {1, 0.2F, 0.4F, 0.7F}));
    ASSERT_TRUE(drawn_on_noise(now.scrolling(), kind, size, keeping, seed) ==
                drawn_on_noise(now.still(), kind, size, forgetting, seed))
        << kind.name << ", step " << i << ", column " << view.first_column << ", seed " << seed;
  }
}

TEST(ScrolledImage, KeptSamplesAreThoseThatArePainted) {
  const Textures textures = ramps(true);
  std::uint32_t seed = 1;
  for (const NamedFormat& kind : all_formats()) {
    check_walk(kind, textures, {0, 13, {frame.width, 70}, 1000}, frame, seed++);
    check_walk(kind, textures, {37, 0, {250, 64}, -400}, frame, seed++);
  }
}

// The last tile ends at the picture's right edge, so it is kept as well, as are all rows.
TEST(ScrolledImage, OfAsManyTilesAsThePicture) {
  const Textures textures = ramps(true);
  constexpr Size whole{320, 64};
  for (const NamedFormat& kind : all_formats())
    check_walk(kind, textures, {0, 0, whole, 7}, whole, 3);
}

// The image extends beyond the picture on all sides.
TEST(ScrolledImage, LargerThanThePicture) {
  const Textures textures = ramps(true);
  check_walk({"4:2:0", ycbcr_format(1, 1), {}}, textures, {-21, -8, {400, 120}, 3}, frame, 9);
}

// Long enough that rows of samples are moved back to their start many times.
TEST(ScrolledImage, ForALongTime) {
  const Textures textures = ramps(true);
  const NamedFormat kind{"nv12", nv12_format(), {}};
  Rasterizer keeping({.threads = 1}), forgetting({.threads = 1});
  for (int i = 0; i < 1500; ++i) {
    const Frame now(textures, {0, 16, {frame.width, 48}, 11 * i}, 1);
    const auto kept = drawn_on_noise(now.scrolling(), kind, frame, keeping, 1);
    if (i % 10 != 0) continue;
    ASSERT_TRUE(kept == drawn_on_noise(now.still(), kind, frame, forgetting, 1)) << i;
  }
}

// What is below shows through, so nothing may be kept.
TEST(ScrolledImage, ThatIsNotOpaque) {
  check_walk({"4:2:0", ycbcr_format(1, 1), {}}, ramps(false), {0, 16, {frame.width, 48}, 3}, frame,
             4);
}

// Whatever depends on the picture's colours is repainted when they change.
TEST(ScrolledImage, OnPicturesThatChange) {
  const Textures textures = ramps(true);
  Rasterizer keeping({.threads = 1});
  std::int64_t column = 5;
  for (const NamedFormat& kind : all_formats()) {
    for (const Size size : {frame, Size{300, 80}}) {
      const Frame now(textures, {0, 0, {256, 64}, column++}, 1);
      Rasterizer forgetting({.threads = 1});
      ASSERT_TRUE(drawn_on_noise(now.scrolling(), kind, size, keeping, 1) ==
                  drawn_on_noise(now.still(), kind, size, forgetting, 1))
          << kind.name;
    }
  }
}

}  // namespace
}  // namespace overlace::test
