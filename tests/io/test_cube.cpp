// SPDX-License-Identifier: Apache-2.0
// .cube files: contents, refusals and their places, and colours beside FFmpeg's lut3d and lut1d.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <fstream>
#include <random>

#include "gpu/kernels/lut.h"
#include "graph/core/error.h"
#include "io/files/cube.h"
#include "tests/io/clips.h"

namespace overlace::testing {
namespace {

constexpr const char* curve = "LUT_1D_SIZE 2\n0 0 0\n1 0.5 0.25\n";

TEST(Cube, ReadsWhatProgramsWrite) {
  const Lut lut = parse_cube(
      "\xEF\xBB\xBF# a comment\r\nTITLE \"A look\"\r\n\r\nLUT_3D_SIZE 2\r\nDOMAIN_MIN 0 0 0\r\n"
      "DOMAIN_MAX 1.0 2.0 1e0\r\n0 0 0\r\n1 +0 0\r\n0 1 0\r\n1 1 0\r\n0 0 1\r\n1 0 1\r\n0 1 1\r\n"
      ".5 -1 1",
      "look.cube");
  EXPECT_TRUE(lut.is_cube);
  EXPECT_EQ(lut.points, 2);
  EXPECT_EQ(lut.high[1], 2);
  ASSERT_EQ(lut.values.size(), 24U);
  EXPECT_EQ(lut.values[3], 1);  // red changes fastest
  EXPECT_EQ(lut.values[21], 0.5F);
  EXPECT_EQ(lut.values[22], -1);
}

TEST(Cube, ReadsResolvesRange) {
  const Lut lut = parse_cube("LUT_1D_SIZE 2\nLUT_1D_INPUT_RANGE -0.5 1.5\n0 0 0\n1 1 1\n", "x");
  EXPECT_FALSE(lut.is_cube);
  EXPECT_EQ(lut.low[2], -0.5F);
  EXPECT_EQ(lut.high[0], 1.5F);
}

/// The largest curve has more points than FP16 has numbers below infinity.
TEST(Cube, ReadsTheLargestCurve) {
  std::string text = "LUT_1D_SIZE 65536\n";
  for (int i = 0; i < 65536; ++i) text += "0 0.5 1\n";
  const Lut lut = parse_cube(text, "x");
  EXPECT_EQ(lut.points, 65536);
  EXPECT_EQ(lut.values.size(), 3U * 65536);
}

TEST(Cube, RefusesDamageWithItsLine) {
  const auto problem = [](const std::string& text) -> std::string {
    try {
      static_cast<void>(parse_cube(text, "look.cube"));
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::usage);
      return error.what();
    }
    return "nothing";
  };
  EXPECT_EQ(problem(curve), "nothing");
  EXPECT_EQ(problem(""),
            "look.cube: has neither LUT_1D_SIZE nor LUT_3D_SIZE: it is not a .cube file");
  EXPECT_EQ(problem("LUT_3D_SIZE 66\n"), "look.cube:1: has the size 66; a cube has 2 to 65 points");
  EXPECT_EQ(problem("LUT_3D_SIZE 1\n"), "look.cube:1: has the size 1; a cube has 2 to 65 points");
  EXPECT_EQ(problem("LUT_1D_SIZE 2.5\n"),
            "look.cube:1: has the size 2.5; a curve has 2 to 65536 points");
  EXPECT_EQ(problem("LUT_1D_SIZE 65537\n"),
            "look.cube:1: has the size 65537; a curve has 2 to 65536 points");
  EXPECT_EQ(problem("LUT_1D_SIZE 2\n0 0 0\n0 nan 0\n"),
            "look.cube:3: has 'nan' where a finite number is expected");
  EXPECT_EQ(problem("LUT_1D_SIZE 2\n0 0 0\nNaN 0 0\n"),
            "look.cube:3: has 'NaN' where a finite number is expected");
  EXPECT_EQ(problem("LUT_1D_SIZE 2\n0 0 0\n1e39 0 0\n"),
            "look.cube:3: has '1e39' where a finite number is expected");
  EXPECT_EQ(problem("LUT_1D_SIZE 2\n0 0 0\n1e9 0 0\n"),
            "look.cube:3: has 1e9; numbers go up to 65504");
  EXPECT_EQ(problem("LUT_1D_SIZE 2\n0 0\n1 1 1\n"),
            "look.cube:2: has 2 numbers where 3 are expected");
  EXPECT_EQ(problem("LUT_1D_SIZE 3\n0 0 0\n1 1 1\n"), "look.cube:3: ends after 2 of 3 colours");
  EXPECT_EQ(problem("LUT_1D_SIZE 2\n0 0 0\n1 1 1\n1 1 1\n"),
            "look.cube:4: has more than 2 colours");
  EXPECT_EQ(problem("0 0 0\n"), "look.cube:1: has a colour before LUT_1D_SIZE or LUT_3D_SIZE");
  EXPECT_EQ(problem("LUT_1D_SIZE 2\n0 0 0\nTITLE x\n1 1 1\n"),
            "look.cube:3: has 'TITLE' between its colours");
  EXPECT_EQ(problem("LUT_3D_SIZ 2\n"),
            "look.cube:1: has a keyword 'LUT_3D_SIZ'; did you mean 'LUT_3D_SIZE'?");
  EXPECT_EQ(problem("root:x:0:0:root:/root:/bin/bash\n").find("root:x"), std::string::npos)
      << "what another file holds is not shown";
  EXPECT_NE(problem("LUT_1D_SIZE 2\nLUT_3D_SIZE 2\n").find("look.cube:2: has a second size"),
            std::string::npos);
  EXPECT_EQ(problem("LUT_1D_SIZE 2\nDOMAIN_MIN 1 0 0\n0 0 0\n1 1 1\n"),
            "look.cube:2: has a domain from 1 to 1; DOMAIN_MIN lies below DOMAIN_MAX");
  EXPECT_THROW(static_cast<void>(read_cube("/nowhere/look.cube")), Error);
  EXPECT_THROW(static_cast<void>(read_cube("/")), Error);
}

/// A file that is cut anywhere, or has any byte changed, is either read or refused.
TEST(Cube, SurvivesAnyDamage) {
  const std::string whole =
      "TITLE \"x\"\nLUT_3D_SIZE 2\nDOMAIN_MAX 1 1 1\n0 0 0\n1 0 0\n0 1 0\n1 1 0\n"
      "0 0 1\n1 0 1\n0 1 1\n1 1 1\n";
  std::mt19937 random(1);
  int read = 0;
  for (int i = 0; i < 5000; ++i) {
    std::string text = whole.substr(0, i % 3 == 0 ? random() % whole.size() : whole.size());
    for (unsigned k = random() % 4; k > 0 && !text.empty(); --k)
      text[random() % text.size()] = static_cast<char>(random());
    try {
      const Lut lut = parse_cube(text, "x");
      ASSERT_EQ(lut.values.size(), 3 * lut.size());
      ++read;
    } catch (const Error& error) {
      ASSERT_EQ(error.code(), ErrorCode::usage);
    }
  }
  EXPECT_GT(read, 100);
}

class CubeBesideFfmpeg : public ClipTest {
 protected:
  static constexpr std::size_t count = std::size_t{256} * 128;

  /// Compares random colours, as planes of G, B and R, through FFmpeg's filter and through ours.
  void compare(const std::string& header, std::size_t colors, const std::string& filter) {
    std::mt19937 random(2);
    const std::string cube = folder_ / "look.cube", in = folder_ / "in.raw";
    std::ofstream table(cube);
    table << header << '\n';
    for (std::size_t i = 0; i < colors; ++i) {
      for (int c = 0; c < 3; ++c) table << static_cast<double>(random() % 4096) / 4096 << ' ';
      table << '\n';
    }
    table.close();
    std::vector<float> planes(3 * count);
    for (float& v : planes) v = static_cast<float>(random() % 65536) / 65535;
    std::ofstream(in, std::ios::binary)
        .write(reinterpret_cast<const char*>(planes.data()),
               static_cast<std::streamsize>(planes.size() * sizeof(float)));
    const std::string raw = shell(fmt::format(
        "ffmpeg -nostdin -v error -f rawvideo -pix_fmt gbrpf32le -s 256x128 -i '{}' -vf {} -f "
        "rawvideo -pix_fmt gbrpf32le -",
        in, fmt::format(fmt::runtime(filter), cube)));
    std::vector<float> want(3 * count);
    ASSERT_EQ(raw.size(), want.size() * sizeof(float));
    std::memcpy(want.data(), raw.data(), raw.size());
    const auto lut = read_cube(cube);
    const LutView view = view_of(*lut, lut->values.data());
    std::size_t far_off = 0, changed = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const float g = planes[i], b = planes[count + i], r = planes[2 * count + i];
      const Rgb<float> got = looked_up(view, Rgb<float>{r, g, b});
      const bool near = std::abs(got.g - want[i]) < 1e-6F &&
                        std::abs(got.b - want[count + i]) < 1e-6F &&
                        std::abs(got.r - want[2 * count + i]) < 1e-6F;
      far_off += near ? 0 : 1;
      changed += std::abs(got.g - g) > 0.01F ? 1 : 0;
    }
    EXPECT_EQ(far_off, 0U) << header;
    EXPECT_GT(changed, count / 2) << header;
  }
};

TEST_F(CubeBesideFfmpeg, TetrahedralCubes) {
  for (const std::size_t side : {2U, 17U, 33U, 64U})
    compare(fmt::format("LUT_3D_SIZE {}", side), side * side * side,
            "lut3d=file={}:interp=tetrahedral");
}

TEST_F(CubeBesideFfmpeg, LinearCurves) {
  for (const std::size_t points : {2U, 33U, 1024U})
    compare(fmt::format("LUT_1D_SIZE {}", points), points, "lut1d=file={}:interp=linear");
}

}  // namespace
}  // namespace overlace::testing
