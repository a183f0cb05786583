// SPDX-License-Identifier: Apache-2.0
// VapourSynth's frames as libovl sees them: code points are those of ITU-T H.273, formats those of
// VapourSynth4.h.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "plugins/vapoursynth/vs_picture.h"

namespace overlace::vapoursynth {
namespace {

/// A frame with these properties.
Property frame_with(std::map<std::string, std::int64_t> properties) {
  return [properties = std::move(properties)](const char* name, std::int64_t fallback) {
    const auto found = properties.find(name);
    return found == properties.end() ? fallback : found->second;
  };
}

ovl_image colors_of(std::map<std::string, std::int64_t> properties) {
  ovl_image image{};
  EXPECT_EQ(read_colors(frame_with(std::move(properties)), image), "");
  return image;
}

constexpr VSVideoFormat format(int family, int type, int bits, int across, int down) {
  return {family, type, bits, (bits + 7) / 8, across, down, family == cfGray ? 1 : 3};
}

TEST(VapourSynthFormats, SamplesHaveTheDepthAndTheChromaOfTheClip) {
  EXPECT_EQ(format_of(format(cfYUV, stInteger, 8, 1, 1)), OVL_FORMAT_YUV420P);
  EXPECT_EQ(format_of(format(cfYUV, stInteger, 10, 1, 0)), OVL_FORMAT_YUV422P10);
  EXPECT_EQ(format_of(format(cfYUV, stInteger, 16, 0, 0)), OVL_FORMAT_YUV444P16);
  EXPECT_EQ(format_of(format(cfRGB, stInteger, 8, 0, 0)), OVL_FORMAT_GBRP);
  EXPECT_EQ(format_of(format(cfRGB, stFloat, 32, 0, 0)), OVL_FORMAT_GBRPF32);
  EXPECT_EQ(format_of(format(cfGray, stInteger, 12, 0, 0)), OVL_FORMAT_GRAY12);
}

TEST(VapourSynthFormats, EveryFormatIsAnotherOne) {
  std::set<std::uint32_t> ours;
  int drawable = 0;
  for (const int family : {cfGray, cfRGB, cfYUV})
    for (const int type : {stInteger, stFloat})
      for (const int bits : {8, 9, 10, 12, 14, 16, 32})
        for (const int across : {0, 1, 2})
          for (const int down : {0, 1, 2}) {
            const std::uint32_t found = format_of(format(family, type, bits, across, down));
            if (found == OVL_FORMAT_NONE) continue;
            ours.insert(found);
            ++drawable;
          }
  EXPECT_EQ(ours.size(), static_cast<std::size_t>(drawable));
  EXPECT_EQ(drawable, 22);  // grey and R'G'B' in four depths and float, Y'CbCr in four by three
}

TEST(VapourSynthFormats, OthersAreRefused) {
  EXPECT_EQ(format_of(format(cfYUV, stInteger, 8, 2, 0)), OVL_FORMAT_NONE);   // 4:1:1
  EXPECT_EQ(format_of(format(cfYUV, stInteger, 14, 1, 1)), OVL_FORMAT_NONE);  // 14 bits
  EXPECT_EQ(format_of(format(cfYUV, stFloat, 32, 1, 1)), OVL_FORMAT_NONE);
  EXPECT_EQ(format_of(format(cfRGB, stFloat, 16, 0, 0)), OVL_FORMAT_NONE);
  EXPECT_EQ(format_of({}), OVL_FORMAT_NONE);
}

TEST(VapourSynthColors, CodePointsAreThoseOfH273) {
  const ovl_image hdr = colors_of({{"_Matrix", 9}, {"_Transfer", 16}, {"_Primaries", 9}});
  EXPECT_EQ(hdr.matrix, OVL_MATRIX_BT2020);
  EXPECT_EQ(hdr.transfer, OVL_TRANSFER_PQ);
  EXPECT_EQ(hdr.primaries, OVL_PRIMARIES_BT2020);
  EXPECT_EQ(colors_of({{"_Transfer", 18}}).transfer, OVL_TRANSFER_HLG);
  EXPECT_EQ(colors_of({{"_Transfer", 8}}).transfer, OVL_TRANSFER_LINEAR);
  EXPECT_EQ(colors_of({{"_Matrix", 5}}).matrix, OVL_MATRIX_BT601);
  EXPECT_EQ(colors_of({{"_Matrix", 6}}).matrix, OVL_MATRIX_BT601);
  EXPECT_EQ(colors_of({{"_Matrix", 1}}).matrix, OVL_MATRIX_BT709);
}

TEST(VapourSynthColors, FramesThatSayNothingLeaveItToTheLibrary) {
  const ovl_image image = colors_of({});
  EXPECT_EQ(image.matrix, OVL_MATRIX_DEFAULT);
  EXPECT_EQ(image.range, OVL_RANGE_DEFAULT);
  EXPECT_EQ(image.siting, OVL_SITING_LEFT);  // MPEG-2's, VapourSynth's own default
}

TEST(VapourSynthColors, BothNamesOfTheRangeAreKnown) {
  EXPECT_EQ(colors_of({{"_Range", 1}}).range, OVL_RANGE_FULL);
  EXPECT_EQ(colors_of({{"_Range", 0}}).range, OVL_RANGE_LIMITED);
  EXPECT_EQ(colors_of({{"_ColorRange", 0}}).range, OVL_RANGE_FULL);
  EXPECT_EQ(colors_of({{"_ColorRange", 1}}).range, OVL_RANGE_LIMITED);
  EXPECT_EQ(colors_of({{"_Range", 0}, {"_ColorRange", 0}}).range, OVL_RANGE_LIMITED);
}

TEST(VapourSynthColors, WhatCannotBeDrawnOnIsNamed) {
  ovl_image image{};
  EXPECT_EQ(read_colors(frame_with({{"_Matrix", 8}}), image), "_Matrix=8");  // YCoCg
  EXPECT_EQ(read_colors(frame_with({{"_Transfer", 9}}), image), "_Transfer=9");
  EXPECT_EQ(read_colors(frame_with({{"_Primaries", -1}}), image), "_Primaries=-1");
  EXPECT_EQ(read_colors(frame_with({{"_ChromaLocation", 5}}), image), "_ChromaLocation=5");
}

}  // namespace
}  // namespace overlace::vapoursynth
