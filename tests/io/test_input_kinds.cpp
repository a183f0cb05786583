// SPDX-License-Identifier: Apache-2.0
// Inputs other than video files: numbered pictures, raw streams, streams that change midway,
// fields.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "graph/core/error.h"
#include "io/av/av.h"
#include "tests/io/clips.h"

namespace overlace::testing {
namespace {

class InputKinds : public ClipTest {
 protected:
  ReaderOptions listening() {
    ReaderOptions options;
    options.log = [this](const std::string& text) { said_.push_back(text); };
    return options;
  }
  [[nodiscard]] bool was_said(const std::string& part) const {
    return std::ranges::any_of(
        said_, [&](const std::string& text) { return text.find(part) != std::string::npos; });
  }
  /// Joins two files byte by byte.
  [[nodiscard]] std::string join(const std::string& name, const std::string& a,
                                 const std::string& b) const {
    shell(fmt::format("cat '{}' '{}' > '{}'", a, b, folder_ / name));
    return folder_ / name;
  }

  std::vector<std::string> said_;
};

std::optional<ErrorCode> refusal(const std::string& path, const ReaderOptions& options = {}) {
  try {
    const VideoReader reader(path, options);
  } catch (const Error& error) {
    return error.code();
  }
  return std::nullopt;
}

// Numbers may begin anywhere. A missing picture is a loss: its frame number and time stay empty.
TEST_F(InputKinds, NumberedPicturesWithAGap) {
  make("f_%04d.png", "-f lavfi -i testsrc2=s=64x48:r=24:d=0.25 -start_number 7 -pix_fmt rgb48be");
  std::filesystem::remove(folder_ / "f_0010.png");
  ReaderOptions options = listening();
  options.frame_rate = Rational{24000, 1001};
  VideoReader reader(folder_ / "f_####.png", options);
  EXPECT_EQ(reader.info().clip.frame_rate, (Rational{24000, 1001}));
  EXPECT_EQ(reader.info().clip.frame_count, 6);
  EXPECT_EQ(reader.files().size(), 5U);
  const auto pictures = read_all(reader);
  EXPECT_EQ(reader.info().clip.first_frame, 7);
  std::vector<int> numbers, names;
  for (const DecodedFrame& picture : pictures) {
    numbers.push_back(picture.number);
    names.push_back(picture.time.frame);
    EXPECT_NEAR(static_cast<double>(picture.pts) * reader.info().time_base.value(),
                picture.number * 1001 / 24000.0, 1e-9);
  }
  EXPECT_EQ(numbers, (std::vector{0, 1, 2, 4, 5}));
  EXPECT_EQ(names, (std::vector{7, 8, 9, 11, 12}));
  EXPECT_EQ(reader.damage().missing_frames, 1);
  EXPECT_EQ(reader.damage().spans, (std::vector<FrameSpan>{{10, 10}}));
  EXPECT_TRUE(was_said("missing: 10"));

  const TranscodeResult result = copy_lossless(folder_ / "f_%04d.png", folder_ / "out.mkv");
  EXPECT_EQ(result.damage.missing_frames, 1);
  // ffmpeg's result for each picture alone.
  std::vector<std::string> expected;
  for (const int number : {7, 8, 9, 11, 12})
    expected.push_back(
        shell(fmt::format(
                  "ffmpeg -nostdin -v error -i '{}' -pix_fmt gbrp16le -f streamhash -hash md5 -",
                  folder_ / fmt::format("f_{:04}.png", number)))
            .substr(8, 32));
  EXPECT_EQ(frame_md5(folder_ / "out.mkv"), expected);
}

TEST_F(InputKinds, DamageBehindAGapHasThePicturesOwnNumber) {
  make("f_%04d.png", "-f lavfi -i testsrc2=s=64x48:r=25:d=0.32 -start_number 0");
  std::filesystem::remove(folder_ / "f_0004.png");
  std::filesystem::resize_file(folder_ / "f_0005.png", 200);
  VideoReader reader(folder_ / "f_####.png", listening());
  read_all(reader);
  EXPECT_EQ(reader.damage().spans, (std::vector<FrameSpan>{{4, 5}}));
}

TEST_F(InputKinds, EveryKindOfPictureThatStudiosNumber) {
  for (const char* kind : {"exr", "tif", "dpx", "jpg", "bmp"}) {
    const std::string name = fmt::format("{0}_%02d.{0}", kind);
    // Too large for libav to see a whole file while it probes the format.
    make(name, "-f lavfi -i testsrc2=s=640x360:r=25:d=0.12 -q:v 2");
    VideoReader reader(folder_ / name);
    EXPECT_EQ(read_all(reader).size(), 3U) << kind;
    EXPECT_FALSE(reader.damage().any()) << kind << ": " << reader.damage().text();
  }
}

TEST_F(InputKinds, PatternsWithoutPicturesAreRefused) {
  EXPECT_EQ(refusal(folder_ / "none_%04d.png"), ErrorCode::input);
  EXPECT_EQ(refusal(folder_ / "absent/none_%04d.png"), ErrorCode::input);
}

TEST_F(InputKinds, PicturesAreNotWrittenOverThemselves) {
  make("f_%04d.png", "-f lavfi -i testsrc2=s=64x48:r=25:d=0.12");
  const auto before = frame_md5(folder_ / "f_%04d.png");
  TranscodeOptions options{folder_ / "f_####.png", {}, {}};
  options.writer.overwrite = true;
  EXPECT_THROW(copy_frames(folder_ / "f_%04d.png", options), Error);
  EXPECT_EQ(frame_md5(folder_ / "f_%04d.png"), before);
}

TEST_F(InputKinds, RawStreamsTakeAFrameRate) {
  const std::string raw =
      make("raw.h264", "-f lavfi -i testsrc2=s=64x48:r=25:d=1 -c:v libx264 -bf 2");
  ReaderOptions options = listening();
  options.frame_rate = Rational{30000, 1001};
  VideoReader reader(raw, options);
  const auto pictures = read_all(reader);
  ASSERT_EQ(pictures.size(), 25U);
  for (const DecodedFrame& picture : pictures)
    EXPECT_NEAR(static_cast<double>(picture.pts) * reader.info().time_base.value(),
                picture.number * 1001 / 30000.0, 1e-9);
  EXPECT_TRUE(was_said("without time stamps"));
  const std::string timed = make("timed.mp4", "-f lavfi -i testsrc2=s=64x48:d=0.2 -c:v libx264");
  EXPECT_EQ(refusal(timed, options), ErrorCode::usage);
}

// The first part stays bit-exact; the second is scaled and converted to match it.
TEST_F(InputKinds, ChangesOfSizeAndFormatAreEvenedOut) {
  const std::string first =
      make("a.ts", "-f lavfi -i testsrc2=s=160x90:r=25:d=0.4 -c:v libx264 -pix_fmt yuv420p");
  const struct {
    const char* name;
    const char* arguments;
  } others[] = {{"size", "s=80x60:r=25:d=0.4 -pix_fmt yuv420p"},
                {"depth", "s=160x90:r=25:d=0.4 -pix_fmt yuv420p10le"}};
  for (const auto& [name, arguments] : others) {
    const std::string second =
        make(fmt::format("{}.ts", name),
             fmt::format("-f lavfi -i testsrc2={} -c:v libx264 -output_ts_offset 0.4", arguments));
    const std::string both = join(fmt::format("both-{}.ts", name), first, second);
    said_.clear();
    VideoReader reader(both, listening());
    const auto pictures = read_all(reader);
    ASSERT_EQ(pictures.size(), 20U) << name;
    for (const DecodedFrame& picture : pictures) {
      EXPECT_EQ(picture.frame->width, 160) << name;
      EXPECT_EQ(picture.frame->height, 90) << name;
      EXPECT_EQ(picture.frame->format, AV_PIX_FMT_YUV420P) << name;
    }
    EXPECT_FALSE(reader.damage().any()) << name << ": " << reader.damage().text();
    EXPECT_TRUE(was_said("from frame 10 on")) << name;
    EXPECT_TRUE(was_said("10 frames were scaled or converted")) << name;

    copy_lossless(both, folder_ / "out.mkv");
    const auto made = frame_md5(folder_ / "out.mkv");
    const auto source = frame_md5(first);
    EXPECT_TRUE(std::equal(source.begin(), source.end(), made.begin())) << name;
    std::filesystem::remove(folder_ / "out.mkv");
  }
}

TEST_F(InputKinds, DeinterlacedFramesAreFfmpegsOwnAndAsMany) {
  for (const char* order : {"top", "bottom"}) {
    const std::string clip =
        make(fmt::format("{}.mkv", order),
             fmt::format("-f lavfi -i testsrc2=s=64x48:r=50:d=0.4 -vf format=yuv420p,tinterlace="
                         "interleave_{0},setfield={1} -c:v ffv1 -flags +ilme+ildct",
                         order, order == std::string("top") ? "tff" : "bff"));
    ASSERT_NE(VideoReader(clip).info().field_order, FieldOrder::progressive) << order;
    ReaderOptions options;
    options.deinterlace = true;
    VideoReader reader(clip, options);
    EXPECT_EQ(reader.info().field_order, FieldOrder::progressive);
    const auto pictures = read_all(reader);
    const std::string expected = shell(fmt::format(
        "ffmpeg -nostdin -v error -i '{}' -vf bwdif=mode=send_frame -f rawvideo -", clip));
    std::string actual;
    std::int64_t last = -1;
    for (const DecodedFrame& picture : pictures) {
      const auto pixels = pixels_of(*picture.frame);
      actual.append(pixels.begin(), pixels.end());
      EXPECT_GT(picture.pts, last);
      last = picture.pts;
    }
    EXPECT_EQ(pictures.size(), 10U);
    EXPECT_TRUE(actual == expected) << order;
  }
}

TEST_F(InputKinds, FieldsStayFlaggedWhereNothingIsDrawn) {
  const std::string clip =
      make("in.mp4",
           "-f lavfi -i testsrc2=s=64x48:r=50:d=0.4 -vf format=yuv420p,tinterlace=interleave_top,"
           "setfield=tff -c:v libx264 -flags +ilme+ildct");
  copy_lossless(clip, folder_ / "out.mkv");
  EXPECT_EQ(stream_field(folder_ / "out.mkv", "field_order"), stream_field(clip, "field_order"));
  EXPECT_EQ(frame_md5(folder_ / "out.mkv"), frame_md5(clip));
}

TEST_F(InputKinds, TagsOfTheVideoOutweighTheContainers) {
  const std::string plain = make("plain.mkv",
                                 "-f lavfi -i testsrc2=s=64x48:d=0.2 -c:v libx264 -colorspace "
                                 "bt2020nc -color_trc smpte2084 -color_primaries bt2020");
  const std::string clip = make("clip.mkv", "-i '" + plain +
                                                "' -c copy -bsf:v h264_metadata="
                                                "matrix_coefficients=1:transfer_characteristics=1:"
                                                "colour_primaries=1");
  const VideoReader reader(clip, listening());
  EXPECT_EQ(reader.info().color.matrix, ColorMatrix::bt709);
  EXPECT_EQ(reader.info().color.transfer, Transfer::sdr);
  EXPECT_TRUE(was_said("bt2020nc (container) and bt709 (video)"))
      << ::testing::PrintToString(said_);
  said_.clear();
  const VideoReader agreeing(plain, listening());
  EXPECT_FALSE(was_said("disagree"));
}

}  // namespace
}  // namespace overlace::testing
