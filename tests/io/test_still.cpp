// SPDX-License-Identifier: Apache-2.0
// PNG pictures and sequences, compared with ffmpeg's own conversion.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>

#include "graph/core/error.h"
#include "io/write/image_sequence.h"
#include "tests/io/clips.h"

namespace overlace::testing {
namespace {

using Names = std::vector<std::string>;

class Still : public ClipTest {
 protected:
  /// RGB samples of a picture or of a video's first frame as ffmpeg converts them; `siting` holds
  /// options of its scale filter, which takes chroma as centred by default.
  static std::string rgb(const std::string& path, const std::string& matrix,
                         const std::string& siting) {
    return shell(fmt::format(
        "ffmpeg -nostdin -v error -i '{}' -frames:v 1 -vf scale=in_color_matrix={}{}:flags="
        "bicubic+accurate_rnd+full_chroma_int+full_chroma_inp,format=rgb24 -f rawvideo -",
        path, matrix, siting));
  }
};

int largest_difference(const std::string& a, const std::string& b) {
  int largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const int difference = static_cast<unsigned char>(a[i]) - static_cast<unsigned char>(b[i]);
    largest = std::max(largest, std::abs(difference));
  }
  return largest;
}

TEST_F(Still, PixelsEqualFfmpegsConversion) {
  for (const char* matrix : {"bt601", "bt709", "bt2020"}) {
    const std::string tag = matrix == std::string("bt601")   ? "smpte170m"
                            : matrix == std::string("bt709") ? "bt709"
                                                             : "bt2020nc";
    for (const char* format : {"yuv420p", "yuv422p", "yuv444p"}) {
      const std::string name = fmt::format("{}-{}", matrix, format);
      const std::string clip =
          make(name + ".mkv", fmt::format("-f lavfi -i testsrc2=s=160x90:d=0.04 -pix_fmt {} "
                                          "-colorspace {} -c:v ffv1",
                                          format, tag));
      copy_frames(clip, {folder_ / (name + "_%04d.png"), {}, {}});
      const std::string ours = rgb(folder_ / (name + "_0000.png"), "auto", "");
      const std::string siting = format == std::string("yuv420p")
                                     ? ":in_h_chr_pos=0:in_v_chr_pos=128"
                                 : format == std::string("yuv422p") ? ":in_h_chr_pos=0"
                                                                    : "";
      const std::string theirs = rgb(clip, matrix, siting);
      ASSERT_EQ(ours.size(), 160U * 90U * 3U);
      ASSERT_EQ(theirs.size(), ours.size());
      EXPECT_LE(largest_difference(ours, theirs), 1) << name;
    }
  }
}

TEST_F(Still, DeepAndTransparentPicturesKeepTheirKind) {
  const std::string deep =
      make("deep.mkv", "-f lavfi -i testsrc2=s=64x64 -frames:v 1 -pix_fmt yuv444p10le -c:v ffv1");
  const std::string clear =
      make("clear.mkv", "-f lavfi -i testsrc2=s=64x64 -frames:v 1 -pix_fmt yuva444p -c:v ffv1");
  copy_frames(deep, {folder_ / "deep_#.png", {}, {}});
  copy_frames(clear, {folder_ / "clear_#.png", {}, {}});
  EXPECT_EQ(stream_field(folder_ / "deep_0.png", "pix_fmt"), "rgb48be");
  EXPECT_EQ(stream_field(folder_ / "clear_0.png", "pix_fmt"), "rgba");
}

TEST_F(Still, SequenceIsNumberedByDecodedFrame) {
  const std::string clip = make("in.mkv", "-f lavfi -i testsrc2=s=64x64:d=1 -c:v ffv1");
  TranscodeOptions options{folder_ / "f_####.png", {}, {}};
  options.frames = parse_frame_list("3,7-8");
  EXPECT_EQ(copy_frames(clip, options).frames, 3);
  EXPECT_EQ(folder_.names(), (Names{"f_0003.png", "f_0007.png", "f_0008.png", "in.mkv"}));
  EXPECT_THROW(copy_frames(clip, options), Error);
  options.writer.overwrite = true;
  EXPECT_EQ(copy_frames(clip, options).frames, 3);
}

TEST(SequenceName, PatternsSetTheWidth) {
  EXPECT_EQ(sequence_name("a/f_%04d.png", 7), "a/f_0007.png");
  EXPECT_EQ(sequence_name("a/f_####.png", 12345), "a/f_12345.png");
  EXPECT_EQ(sequence_name("f%d.png", 0), "f0.png");
  EXPECT_EQ(sequence_name("#/x.##.png", 5), "#/x.05.png");
  for (const char* plain : {"out.mp4", "a#b/out.png", "50%.png", "%x.png", "%04d/out.png"}) {
    EXPECT_FALSE(is_sequence(plain)) << plain;
  }
}

TEST(SequenceName, WidthsAreThoseOfPrintf) {
  for (const int width : {1, 4, 9, 10, 27, 99}) {
    std::array<char, 128> expected{};
    std::snprintf(expected.data(), expected.size(), "f%0*d.png", width, 1234);
    EXPECT_EQ(sequence_name("f%0" + std::to_string(width) + "d.png", 1234), expected.data());
    EXPECT_EQ(sequence_name("f" + std::string(static_cast<std::size_t>(width), '#') + ".png", 1234),
              expected.data());
  }
}

TEST(SequenceName, OnlyPicturesAreNumbered) {
  for (const char* video : {"cat #1.mp4", "100%d fun.mkv", "####", "a#", "%04d.txt", "#.png.mov"})
    EXPECT_FALSE(is_sequence(video)) << video;
  for (const char* pictures : {"#.png", "f_%04d.EXR", "a.##.tiff", "%d.dpx", "%010d.jpeg"})
    EXPECT_TRUE(is_sequence(pictures)) << pictures;
}

TEST(SequenceName, NumbersThatFramesCannotHaveAreRefused) {
  const SequencePattern pattern = find_pattern("in/f%d.png").value();
  EXPECT_EQ(pattern.number_in("f2000000000.png"), 2'000'000'000);
  for (const char* name : {"f2000000001.png", "f4294967296.png", "f99999999999999999999.png"})
    EXPECT_THROW(static_cast<void>(pattern.number_in(name)), Error) << name;
}

TEST(WriteStill, WritesOnceAndWhole) {
  const TempFolder folder;
  std::array<std::byte, 12> pixels{};
  ImageView view{{2, 2}, {}, {}, {}};
  view.format = {ColorModel::rgb, PlaneLayout::packed, SampleType::u8};
  view.format.component_offset = {0, 1, 2, 0};
  view.planes[0] = {pixels.data(), 6};
  write_still(folder / "a.png", view, {});
  EXPECT_EQ(folder.names(), Names{"a.png"});
  EXPECT_THROW(write_still(folder / "a.png", view, {}), Error);
}

}  // namespace
}  // namespace overlace::testing
