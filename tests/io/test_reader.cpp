// SPDX-License-Identifier: Apache-2.0
// Reading: every frame with its stamp and metadata, and a clear refusal of what is not video.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <cmath>
#include <fstream>

#include "graph/core/error.h"
#include "io/read/play_video.h"
#include "tests/io/clips.h"

namespace overlace::testing {
namespace {

struct Refusal {
  ErrorCode code = ErrorCode::internal;
  std::string text;
};

Refusal refusal(const std::string& path) {
  try {
    const VideoReader reader(path);
  } catch (const Error& error) {
    return {error.code(), error.what()};
  }
  ADD_FAILURE() << "not refused: " << path;
  return {};
}

void put(const std::string& path, const std::string& bytes) {
  std::ofstream(path) << bytes;
}

// Truncates a file to a fraction of its size.
void truncate(const std::string& path, double part) {
  const auto size = static_cast<double>(std::filesystem::file_size(path));
  std::filesystem::resize_file(path, static_cast<std::uintmax_t>(size * part));
}

class Reader : public ClipTest {};

TEST_F(Reader, EveryFrameComesOnceWithItsStamp) {
  const std::string clip =
      make("in.mp4",
           "-f lavfi -i testsrc2=s=160x90:r=30000/1001:d=2 -c:v libx264 -bf 8 -x264-params "
           "b-pyramid=normal:open-gop=1:keyint=12");
  VideoReader reader(clip);
  const std::vector<DecodedFrame> pictures = read_all(reader);
  const std::vector<std::string> times = presentation_times(clip);
  ASSERT_EQ(pictures.size(), times.size());
  ASSERT_EQ(pictures.size(), 60U);
  for (std::size_t i = 0; i < pictures.size(); ++i) {
    EXPECT_EQ(pictures[i].number, static_cast<int>(i));
    const double seconds = static_cast<double>(pictures[i].pts) * reader.info().time_base.value();
    EXPECT_NEAR(seconds, std::stod(times[i]), 1e-6);
  }
  EXPECT_EQ(reader.info().clip.frame_rate, (Rational{30000, 1001}));
  EXPECT_EQ(reader.info().clip.frame_count, 60);
  EXPECT_FALSE(reader.damage().any()) << reader.damage().text();
}

TEST_F(Reader, FramesCutByAnEditListAreNotShown) {
  const std::string whole =
      make("whole.mp4", "-f lavfi -i testsrc2=s=160x90:r=30:d=2 -c:v libx264 -bf 2 -g 60");
  const std::string clip = make("in.mp4", "-ss 0.5 -i '" + whole + "' -c copy");
  VideoReader reader(clip);
  EXPECT_EQ(stream_field(clip, "nb_frames"), "60");
  EXPECT_EQ(reader.info().clip.frame_count, 45);
  EXPECT_EQ(read_all(reader).size(), 45U);
  EXPECT_FALSE(reader.damage().any()) << reader.damage().text();
}

// The header of an AVI stream stores its frame count in the 32 bits after its rate and start.
TEST_F(Reader, ACountOfFramesThatIsNoneIsNotBelieved) {
  const std::string clip = make("in.avi", "-f lavfi -i testsrc2=s=32x32:r=25:d=0.4 -c:v ffv1");
  EXPECT_EQ(VideoReader(clip).info().clip.frame_count, 10);
  std::fstream file(clip, std::ios::in | std::ios::out | std::ios::binary);
  std::string bytes(512, '\0');
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  const std::size_t header = bytes.find("strh");
  ASSERT_NE(header, std::string::npos);
  file.seekp(static_cast<std::streamoff>(header) + 8 + 32);
  file.write("\0\0\0\xC0", 4);
  file.close();
  VideoReader reader(clip);
  EXPECT_EQ(reader.info().clip.frame_count, 0);
  EXPECT_EQ(read_all(reader).size(), 10U);
}

TEST_F(Reader, TagsAreReadAndGuessesAreSaid) {
  const std::string tagged =
      make("tagged.mp4",
           "-f lavfi -i testsrc2=s=64x64:d=0.1 -pix_fmt yuv420p10le -c:v libx264 -color_range pc "
           "-colorspace bt2020nc -color_trc smpte2084 -color_primaries bt2020");
  const std::string large =
      make("large.mp4", "-f lavfi -i testsrc2=s=1280x64:d=0.1 -pix_fmt yuv420p");
  const std::string small =
      make("small.mp4", "-f lavfi -i testsrc2=s=720x576:d=0.1 -pix_fmt yuv420p");
  std::vector<std::string> said;
  ReaderOptions options;
  options.log = [&said](const std::string& text) { said.push_back(text); };

  const ColorSpec color = VideoReader(tagged, options).info().color;
  EXPECT_EQ(color.matrix, ColorMatrix::bt2020);
  EXPECT_EQ(color.range, ColorRange::full);
  EXPECT_EQ(color.transfer, Transfer::pq);
  EXPECT_EQ(color.primaries, bt2020_primaries);
  EXPECT_TRUE(said.empty());
  EXPECT_EQ(VideoReader(large, options).info().color.matrix, ColorMatrix::bt709);
  EXPECT_EQ(VideoReader(small, options).info().color.matrix, ColorMatrix::bt601);
  EXPECT_EQ(said.size(), 2U);
}

TEST_F(Reader, AspectRotationAndFieldsAreKnown) {
  const std::string plain = make("plain.mp4", "-f lavfi -i testsrc2=s=160x90:d=0.1,setsar=64/45");
  const std::string turned =
      make("turned.mp4", "-i '" + plain + "' -c copy -metadata:s:v:0 rotate=90");
  const std::string fields =
      make("fields.ts",
           "-f lavfi -i testsrc2=s=352x288:r=50:d=0.4 -vf format=yuv420p,"
           "tinterlace=interleave_bottom,fieldorder=bff -c:v mpeg2video -flags +ilme+ildct -top 0");
  const VideoInfo info = VideoReader(turned).info();
  EXPECT_EQ(info.sample_aspect, (Rational{64, 45}));
  // ffprobe counts counter-clockwise: the displayed top row is the stored picture's right column.
  EXPECT_EQ(
      shell("ffprobe -v error -show_entries stream_side_data=rotation -of default=nk=1:nw=1 " +
            turned),
      "90\n");
  EXPECT_EQ(info.clip.stored, (Orientation{true, true, false}));
  EXPECT_EQ(info.clip.size, (Size{90, 160}));
  EXPECT_EQ(VideoReader(plain).info().clip.stored, Orientation{});
  EXPECT_EQ(VideoReader(fields).info().field_order, FieldOrder::bottom_first);
}

TEST_F(Reader, TruncatedAndDamagedFilesAreCounted) {
  const std::string source = "-f lavfi -i testsrc2=s=160x90:r=30:d=2 -c:v libx264 -g 15 ";
  const std::string mp4 = make("cut.mp4", source + "-movflags +faststart");
  const std::string mkv = make("cut.mkv", source);
  const std::string middle = make("middle.ts", source + "-bf 0");
  truncate(mp4, 0.6);
  truncate(mkv, 0.6);
  const std::uintmax_t size = std::filesystem::file_size(middle);
  std::fstream(middle).seekp(static_cast<std::streamoff>(size / 2)) << std::string(2000, '\0');
  for (const std::string& clip : {mp4, mkv, middle}) {
    VideoReader reader(clip);
    EXPECT_GT(read_all(reader).size(), 10U) << clip;
    EXPECT_TRUE(reader.damage().any()) << clip;
    EXPECT_NE(reader.damage().text(), "") << clip;
  }
}

TEST_F(Reader, CoverPicturesAreNoVideo) {
  make("cover.png", "-f lavfi -i testsrc2=s=64x64 -frames:v 1");
  const std::string music =
      make("music.m4a", "-f lavfi -i sine=d=0.2 -i '" + folder_ / "cover.png" +
                            "' -map 0 -map 1 -c:a aac -c:v copy -disposition:v:0 "
                            "attached_pic");
  for (const std::string& sound : {music, make("only.wav", "-f lavfi -i sine=d=0.2")}) {
    VideoReader reader(sound, {.canvas = {.size = {32, 18}}});
    EXPECT_TRUE(is_canvas(reader.stream()));
    EXPECT_EQ(reader.info().clip.size, (Size{32, 18}));
  }
}

TEST_F(Reader, PlaylistsCannotReachOtherFiles) {
  const std::string secret = make("secret.ts", "-f lavfi -i testsrc2=s=64x64:d=0.2 -c:v libx264");
  put(folder_ / "hls.mp4",
      "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nsecret.ts\n#EXT-X-ENDLIST\n");
  put(folder_ / "concat.mp4", "ffconcat version 1.0\nfile secret.ts\n");
  EXPECT_EQ(refusal(folder_ / "hls.mp4").code, ErrorCode::input);
  EXPECT_EQ(refusal(folder_ / "concat.mp4").code, ErrorCode::input);
}

TEST_F(Reader, OddNamesAreFileNames) {
  const std::string clip =
      make("plain.mp4", "-f lavfi -i testsrc2=s=64x64 -frames:v 1 -c:v libx264");
  for (const char* name : {"-dash.mp4", "100%d.mp4", "http:colon.mp4", "new\nline.mp4"}) {
    std::filesystem::copy_file(clip, folder_ / name);
    VideoReader reader(folder_ / name);
    EXPECT_EQ(read_all(reader).size(), 1U) << name;
  }
}

TEST(ReaderRefusal, WhatIsNoRegularVideoFile) {
  const TempFolder folder;
  std::filesystem::create_directory(folder / "folder.mp4");
  ASSERT_EQ(::mkfifo((folder / "pipe.mp4").c_str(), 0600), 0);
  std::filesystem::create_symlink("loop.mp4", folder / "loop.mp4");
  put(folder / "empty.mp4", "");
  put(folder / "text.mp4", "this is no video at all\n");
  std::string noise;
  for (unsigned i = 0, v = 7; i < 65536; ++i, v = v * 1664525U + 1013904223U)
    noise += char(v >> 24U);
  put(folder / "noise.mp4", noise);
  for (const char* name :
       {"folder.mp4", "pipe.mp4", "loop.mp4", "empty.mp4", "text.mp4", "noise.mp4", "absent.mp4"}) {
    const Refusal r = refusal(folder / name);
    EXPECT_EQ(r.code, ErrorCode::input) << name;
    EXPECT_NE(r.text.find(name), std::string::npos) << r.text;
  }
}

TEST_F(Reader, PicturesOverTheLimitAreRefused) {
  const std::string clip = make("in.mkv", "-f lavfi -i testsrc2=s=640x480:d=0.2 -c:v ffv1");
  ReaderOptions options;
  options.max_pixels = 640 * 480 - 1;
  try {
    const VideoReader reader(clip, options);
    ADD_FAILURE() << "not refused";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::limit) << error.what();
  }
}

TEST_F(Reader, PlaysAsPackedBgr) {
  const std::string clip = make("in.mkv",
                                "-f lavfi -i color=0x3264c8:s=50x30:d=0.3:r=10 -vf "
                                "scale=out_color_matrix=bt709,format=yuv444p -colorspace bt709 "
                                "-c:v ffv1");
  std::vector<int> numbers;
  play_video(clip, {}, [&numbers](const BgrFrame& frame) {
    numbers.push_back(frame.frame);
    ASSERT_EQ(frame.size, (Size{50, 30}));
    ASSERT_EQ(frame.bgr.size(), 50U * 30U * 3U);
    for (std::size_t i = 0; i < frame.bgr.size(); i += 3) {
      EXPECT_NEAR(frame.bgr[i], 0xc8, 3);
      EXPECT_NEAR(frame.bgr[i + 1], 0x64, 3);
      EXPECT_NEAR(frame.bgr[i + 2], 0x32, 3);
    }
  });
  EXPECT_EQ(numbers, (std::vector{0, 1, 2}));
}

}  // namespace
}  // namespace overlace::testing
