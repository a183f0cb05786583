// SPDX-License-Identifier: Apache-2.0
// Picture files as textures, compared with the samples that ffmpeg decodes.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <fstream>

#include "graph/core/error.h"
#include "graph/core/module.h"
#include "io/read/texture_file.h"
#include "tests/io/clips.h"

namespace overlace::testing {
namespace {

class StillReader : public ClipTest {
 protected:
  /// Straight R'G'B'A of a picture as ffmpeg converts it, 16 bits per sample. Bytes are widened
  /// here because ffmpeg converts 8 to 16 bits by way of Y'CbCr.
  static std::string rgba64(const std::string& path, bool deep = false) {
    const std::string samples = shell(
        fmt::format("ffmpeg -nostdin -v error -i '{}' -frames:v 1 -vf format={} -f rawvideo -",
                    path, deep ? "rgba64le" : "rgba"));
    if (deep) return samples;
    std::string widened;
    for (const char byte : samples) widened.append(2, byte);
    return widened;
  }
  static int sample(const std::string& bytes, std::size_t i) {
    return static_cast<unsigned char>(bytes[2 * i]) +
           256 * static_cast<unsigned char>(bytes[2 * i + 1]);
  }
  /// Largest difference between a texture's level 0 and ffmpeg's samples, premultiplied here.
  static int difference(const Texture& texture, const std::string& reference) {
    const auto texels = static_cast<std::size_t>(texture.size.width) *
                        static_cast<std::size_t>(texture.size.height);
    EXPECT_EQ(reference.size(), texels * 8);
    int largest = 0;
    for (std::size_t i = 0; i < texels; ++i)
      for (std::size_t c = 0; c < 4; ++c) {
        const double alpha = sample(reference, i * 4 + 3) / 65535.0;
        const double expected = sample(reference, i * 4 + c) * (c == 3 ? 1.0 : alpha);
        largest = std::max(
            largest, std::abs(static_cast<int>(std::lround(expected)) - texture.texels[i * 4 + c]));
      }
    return largest;
  }
  static std::string message_of(const std::string& path) {
    try {
      (void)read_still(path);
    } catch (const Error& error) {
      return error.problems().front().text();
    }
    return "";
  }
  static constexpr const char* picture =
      "-f lavfi -i \"testsrc2=s=50x34:d=0.04,format=rgba,geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':"
      "a='mod(5*X+7*Y,256)'\" -frames:v 1";
};

TEST_F(StillReader, PngsWithAlphaAreRead) {
  const std::string path = make("logo.png", picture);
  const auto texture = read_still(path);
  EXPECT_EQ(texture->size, (Size{50, 34}));
  EXPECT_EQ(texture->levels, 7) << "50 x 34, 25 x 17, 13 x 9, 7 x 5, 4 x 3, 2 x 2, 1 x 1";
  EXPECT_LE(difference(*texture, rgba64(path)), 1);
}

TEST_F(StillReader, SixteenBitsAreKept) {
  const std::string path = make("deep.png", std::string(picture) + " -pix_fmt rgba64be");
  EXPECT_LE(difference(*read_still(path), rgba64(path, true)), 1);
}

TEST_F(StillReader, OtherKindsAreRead) {
  for (const char* name : {"a.bmp", "a.tiff", "a.gif", "a.jpg", "a.webp"}) {
    const std::string path =
        make(name, std::string(picture) + (name[2] == 'w' ? " -lossless 1" : ""));
    const auto texture = read_still(path);
    EXPECT_EQ(texture->size, (Size{50, 34})) << name;
    const bool lossy = name[2] == 'j';
    EXPECT_LE(difference(*texture, rgba64(path)), lossy ? 3 * 257 : 257) << name;
  }
}

/// The left half is half-transparent red, the right one green; the lower half is empty.
constexpr const char* drawing =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 40 20\" {}>"
    "<rect width=\"20\" height=\"10\" fill=\"#ff0000\" fill-opacity=\"0.5\"/>"
    "<rect x=\"20\" width=\"20\" height=\"10\" fill=\"#00c800\"/></svg>";

TEST_F(StillReader, DrawingsAreSharpAtAnySize) {
  if (installed_file("overlace-svg").empty()) GTEST_SKIP() << "built without librsvg";
  const std::string path = folder_ / "logo.svg";
  std::ofstream(path) << fmt::format(drawing, "");
  const auto texture = read_still(path);
  EXPECT_EQ(texture->size, (Size{1024, 512})) << "a view box of 40 x 20";
  const auto texel = [&](int x, int y) {
    const auto* at = &texture->texels[static_cast<std::size_t>(y * 1024 + x) * 4];
    return std::array<int, 4>{at[0], at[1], at[2], at[3]};
  };
  const std::array<int, 4> red = texel(511, 255), green = texel(512, 255);
  EXPECT_NEAR(red[0], 65535 / 2, 257) << "premultiplied";
  EXPECT_NEAR(red[3], 65535 / 2, 257);
  EXPECT_EQ(red[1], 0);
  EXPECT_EQ(green, (std::array<int, 4>{0, 200 * 257, 0, 65535}));
  EXPECT_EQ(texel(511, 256), (std::array<int, 4>{0, 0, 0, 0}));
  std::ofstream(path) << fmt::format(drawing, "width=\"2000\" height=\"1000\"");
  EXPECT_EQ(read_still(path)->size, (Size{2000, 1000}));
}

TEST_F(StillReader, DrawingsTakeLimitedMemoryAndTime) {
  if (installed_file("overlace-svg").empty()) GTEST_SKIP() << "built without librsvg";
  const std::string path = folder_ / "large.svg";
  std::ofstream(path) << fmt::format(drawing, R"(width="16384" height="16384")");
  EXPECT_NE(message_of(path).find("is larger than"), std::string::npos) << "a gigabyte of texels";
  std::string filters;
  for (int i = 0; i < 50; ++i)
    filters += R"(<feTurbulence baseFrequency="0.1" numOctaves="100000"/>)";
  std::ofstream(path) << R"(<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900">)"
                      << "<filter id=\"f\">" << filters << "</filter>"
                      << R"x(<rect width="900" height="900" filter="url(#f)"/></svg>)x";
  EXPECT_NE(message_of(path).find("to draw"), std::string::npos) << "hours of noise";
}

TEST_F(StillReader, WhatIsNoDrawingIsRefused) {
  if (installed_file("overlace-svg").empty()) GTEST_SKIP() << "built without librsvg";
  EXPECT_NE(message_of(folder_ / "missing.svg"), "");
  std::ofstream(folder_ / "text.svg") << "no drawing at all";
  EXPECT_NE(message_of(folder_ / "text.svg").find("SVG drawing"), std::string::npos);
}

// A picture that moves would stand still.
TEST_F(StillReader, SeveralPicturesAreRefused) {
  const char* moving = "-f lavfi -i testsrc2=s=50x34:r=10 -frames:v 3";
  for (const char* name : {"a.gif", "a.mp4", "a.mkv", "a.apng", "a.webp"}) {
    const bool webp = name[2] == 'w';
    const std::string path = make(name, std::string(moving) + (webp ? " -c:v libwebp_anim" : ""));
    EXPECT_NE(message_of(path), "") << name;
    if (!webp) EXPECT_NE(message_of(path).find("several pictures"), std::string::npos) << name;
  }
  make("numbered_%d.png", moving);
  EXPECT_NE(message_of(folder_ / "numbered_%d.png").find("several pictures"), std::string::npos);
  make("alone_%d.png", "-f lavfi -i testsrc2=s=50x34:r=10 -frames:v 1");
  EXPECT_EQ(message_of(folder_ / "alone_%d.png"), "");
}

TEST_F(StillReader, WhatCannotBePaintedIsRefused) {
  EXPECT_NE(message_of(folder_ / "missing.png").find("does not exist"), std::string::npos);
  std::ofstream(folder_ / "text.png") << "no picture at all";
  EXPECT_NE(message_of(folder_ / "text.png").find("does not open"), std::string::npos);
  EXPECT_NE(message_of(make("sound.wav", "-f lavfi -i sine=d=0.1")), "");
  EXPECT_NE(
      message_of(make("wide.png", "-f lavfi -i color=s=16400x2:d=0.04 -frames:v 1")).find("16384"),
      std::string::npos);
}

}  // namespace
}  // namespace overlace::testing
