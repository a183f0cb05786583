// SPDX-License-Identifier: Apache-2.0
// Formats match those that libav has under the same names.
#include <gtest/gtest.h>

extern "C" {
#include <libavutil/imgutils.h>
}

#include <set>
#include <string>

#include "api/formats.h"
#include "api/overlace.h"
#include "io/frames/pixel_format.h"

namespace overlace::test {
namespace {

/// libav's format of that name; names without a byte order mean the machine's.
AVPixelFormat av_format(const std::string& name) {
  AVPixelFormat format = av_get_pix_fmt((name + "le").c_str());
  return format != AV_PIX_FMT_NONE ? format : av_get_pix_fmt(name.c_str());
}

/// libav 59 cannot draw on these, or does not know them.
const std::set<std::string> not_in_libav{"rgbf16", "rgbaf16", "rgbf32", "rgbaf32"};

TEST(Formats, AreThoseOfLibav) {
  std::size_t compared = 0;
  for (std::uint32_t format = 1; ovl_format_name(format) != nullptr; ++format) {
    const std::string name = ovl_format_name(format);
    EXPECT_EQ(ovl_format_of(name.c_str()), format);
    const AVPixelFormat known = av_format(name);
    if (not_in_libav.contains(name)) continue;
    ASSERT_NE(known, AV_PIX_FMT_NONE) << name;
    EXPECT_EQ(api::pixel_format(format), pixel_format_from_av(known)) << name;
    EXPECT_EQ(ovl_image_bytes(format, 33, 17),
              static_cast<std::size_t>(av_image_get_buffer_size(known, 33, 17, 1)))
        << name;
    ++compared;
  }
  EXPECT_EQ(compared + not_in_libav.size(), static_cast<std::size_t>(OVL_FORMAT_RGBAF32));
}

}  // namespace
}  // namespace overlace::test
