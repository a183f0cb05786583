// SPDX-License-Identifier: Apache-2.0
// A frame reached by seeking equals that of a run from the start, to the bit; where decoding begins
// at a key frame, that is not by luck.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <vector>

#include "graph/core/error.h"
#include "io/av/av.h"
#include "io/read/frame_store.h"
#include "io/read/grab.h"
#include "io/read/packet_index.h"
#include "tests/io/clips.h"
#include "tests/io/seek_check.h"

namespace overlace::testing {
namespace {

constexpr const char* source = "-f lavfi -i testsrc2=s=96x64:r=25:d=3 -threads 1 ";

class Seek : public ClipTest {
 protected:
  /// Seeks to random frames of a 75-frame clip, some reached without decoding from the first one.
  void expect_exact(const std::string& name, const std::string& arguments,
                    const ReaderOptions& options = {}) {
    const SeekResult result = check_seeks(make(name, source + arguments), options, 20);
    EXPECT_EQ(result.frames, 75) << name;
    EXPECT_GT(result.sought, 20) << name;
    EXPECT_EQ(result.differing, 0) << name;
  }
};

/// The reader's message about a frame that it decodes from further back than the key frame.
std::string complaint(const std::string& clip, std::int32_t number) {
  std::string said;
  ReaderOptions options;
  options.log = [&said](const std::string& text) {
    if (text.find("is reached by decoding") != std::string::npos) said += text;
  };
  VideoReader reader(clip, options);
  reader.seek(number);
  DecodedFrame picture;
  EXPECT_TRUE(reader.read(picture));
  EXPECT_EQ(picture.number, number);
  return said;
}

TEST_F(Seek, ReorderedFramesAndOpenGroups) {
  const std::string x264 = "-c:v libx264 -preset veryfast -x264-params ";
  expect_exact("closed.mp4", x264 + "keyint=12:bframes=3");
  expect_exact("closed.mkv", x264 + "keyint=12:bframes=3");
  expect_exact("open.mp4", x264 + "open-gop=1:keyint=12:bframes=4:b-pyramid=normal");
  expect_exact("flat.ts", x264 + "open-gop=1:keyint=12:bframes=2:b-pyramid=none");
  expect_exact("refresh.mp4", x264 + "intra-refresh=1:keyint=12");
  const std::string x265 = "-c:v libx265 -preset ultrafast -x265-params log-level=none:pools=1:";
  expect_exact("open.mov", x265 + "keyint=12:open-gop=1:bframes=4");
  expect_exact("repeated.ts", x265 + "keyint=12:open-gop=0:repeat-headers=1");
  expect_exact("mpeg2.ts", "-c:v mpeg2video -g 12 -bf 2");
}

TEST_F(Seek, OtherCodecs) {
  expect_exact("vp9.webm", "-c:v libvpx-vp9 -deadline good -cpu-used 8 -g 20 -lag-in-frames 8");
  expect_exact("vp8.webm", "-c:v libvpx -deadline realtime -cpu-used 8 -g 20 -auto-alt-ref 1");
  expect_exact("prores.mov", "-c:v prores_ks");
  expect_exact("mjpeg.avi", "-c:v mjpeg -q:v 4");
  expect_exact("state.mkv", "-c:v ffv1 -g 12 -context 1");
  expect_exact("ms.avi", "-c:v msmpeg4 -g 12");
  expect_exact("mpeg4.mp4", "-c:v mpeg4 -g 12 -bf 2");  // nothing is known about its key frames
}

TEST_F(Seek, OddClocksFieldsAndDeinterlacing) {
  expect_exact("vfr.mp4",
               "-vf settb=1/90000,setpts='N*3003+400*mod(N*N\\,7)' -fps_mode passthrough "
               "-enc_time_base 1:90000 -video_track_timescale 90000 -c:v libx264 -g 12 -bf 3");
  expect_exact("wrap.ts", "-c:v libx264 -g 12 -bf 2 -muxdelay 0 -output_ts_offset 95442.5");
  const std::string fields = "-c:v mpeg2video -g 12 -bf 2 -flags +ilme+ildct -top 1";
  ReaderOptions options;
  expect_exact("fields.ts", fields, options);
  options.deinterlace = true;
  expect_exact("woven.ts", fields, options);
  options.autorotate = true;
  const std::string clip = make("plain.mp4", std::string(source) + "-c:v libx264 -g 12");
  const std::string turned =
      make("turned.mp4", "-i '" + clip + "' -c copy -metadata:s:v:0 rotate=90");
  EXPECT_EQ(check_seeks(turned, options, 20).differing, 0);
}

TEST_F(Seek, EditListsHideFrames) {
  const std::string whole = make("whole.mp4", std::string(source) + "-c:v libx264 -g 12 -bf 2");
  const std::string cut = make("cut.mp4", "-ss 0.7 -i '" + whole + "' -c copy");
  const SeekResult result = check_seeks(cut, {}, 30);
  EXPECT_GT(result.frames, 50);
  EXPECT_LT(result.frames, 75);
  EXPECT_EQ(result.differing, 0);
  EXPECT_GT(result.jumps, 10);
}

TEST_F(Seek, NumberedPicturesWithGaps) {
  make("f_%04d.png", std::string(source) + "-frames:v 24 -start_number 1001");
  std::filesystem::remove(folder_ / "f_1010.png");
  const SeekResult result = check_seeks(folder_ / "f_%04d.png", {}, 30);
  EXPECT_EQ(result.frames, 23);
  EXPECT_EQ(result.differing, 0);
  VideoReader reader(folder_ / "f_%04d.png");
  DecodedFrame picture;
  reader.seek(15);
  ASSERT_TRUE(reader.read(picture));
  EXPECT_EQ(picture.number, 15);
  EXPECT_FALSE(reader.damage().any()) << "the gap lies before";
}

TEST_F(Seek, DecodingBeginsAtTheKeyFrameBefore) {
  const std::string clip =
      make("in.mp4", std::string(source) + "-c:v libx264 -x264-params keyint=10:scenecut=0");
  for (const std::int32_t number : {33, 40, 49, 74}) {
    VideoReader reader(clip);
    EXPECT_EQ(reader.begins_at(number), number / 10 * 10);
    EXPECT_EQ(complaint(clip, number), "");
  }
}

// Without the index's checks, these seeks would silently return other frames.
TEST_F(Seek, WhatIsNotCertainIsDecodedFromTheStartAndSaid) {
  const std::string h264 = std::string(source) + "-c:v libx264 -g 12 -bf 2 ";
  EXPECT_NE(complaint(make("raw.h264", h264), 60).find("no time stamps"), std::string::npos);
  const std::string repeated =
      make("repeated.mkv", "-i '" + make("in.mkv", h264 + "-bf 0") +
                               "' -c copy -bsf:v \"setts=ts='if(eq(mod(N,5),4),PREV_OUTPTS,TS)'\"");
  EXPECT_NE(complaint(repeated, 60).find("repeat"), std::string::npos);
  const std::string mpeg4 = make("in.avi", std::string(source) + "-c:v mpeg4 -g 12");
  EXPECT_NE(complaint(mpeg4, 60).find("nothing is known of key frames in mpeg4"),
            std::string::npos);
}

TEST_F(Seek, DamageInThePartIsDecodedFromTheStart) {
  const std::string clip = make("in.ts", std::string(source) + "-c:v libx264 -g 12 -bf 0 -crf 5");
  const auto size = static_cast<std::streamoff>(std::filesystem::file_size(clip));
  std::fstream(clip).seekp(size * 7 / 10 / 188 * 188 + 60) << std::string(100, '\0');
  for (const ReaderOptions& options : {ReaderOptions{}, ReaderOptions{.threads = 1}}) {
    const SeekResult result = check_seeks(clip, options, 40);
    EXPECT_GT(result.frames, 60);
    EXPECT_EQ(result.differing, 0);
  }
}

TEST_F(Seek, RealFootage) {
  const std::string pets = std::string(OVERLACE_TEST_DATA) + "/pets09-s2l1/video.avi";
  const std::string cup = std::string(OVERLACE_TEST_DATA) + "/odd-video/cup.mp4";
  if (!std::filesystem::exists(pets) || !std::filesystem::exists(cup))
    GTEST_SKIP() << "no footage in " << OVERLACE_TEST_DATA;
  EXPECT_EQ(check_seeks(pets, {}, 4).differing, 0);
  EXPECT_EQ(check_seeks(cup, {}, 10).differing, 0);
}

TEST_F(Seek, PastTheEndNothingComes) {
  const std::string clip = make("in.mp4", std::string(source) + "-c:v libx264 -g 12");
  VideoReader reader(clip);
  DecodedFrame picture;
  reader.seek(75);
  EXPECT_FALSE(reader.read(picture));
  reader.seek(74);
  ASSERT_TRUE(reader.read(picture));
  EXPECT_EQ(picture.number, 74);
  EXPECT_THROW(static_cast<void>(grab_frame(reader, 80)), Error);
}

class Store : public Seek {
 protected:
  void SetUp() override {
    Seek::SetUp();
    if (IsSkipped()) return;
    clip_ = make("in.mp4", std::string(source) + "-c:v libx264 -x264-params keyint=15:scenecut=0");
    played_ = play(clip_, {});
  }
  std::string clip_;
  std::vector<FrameFacts> played_;
};

TEST_F(Store, FramesAreThoseOfARun) {
  FrameStore store(clip_);
  for (const std::int32_t number : {40, 41, 39, 3, 74, 0, 40, 60, 59, 58})
    EXPECT_EQ(facts_of(store.frame(number)), played_[static_cast<std::size_t>(number)]) << number;
  EXPECT_THROW(static_cast<void>(store.frame(75)), Error);
  EXPECT_EQ(facts_of(store.frame(1)), played_[1]);
}

// Scrubbing backwards decodes each group once, not once per frame.
TEST_F(Store, AGroupIsDecodedOnce) {
  FrameStore store(clip_);
  for (std::int32_t number = 44; number >= 30; --number)
    EXPECT_EQ(facts_of(store.frame(number)), played_[static_cast<std::size_t>(number)]);
  EXPECT_EQ(store.decoded(), 15);
}

TEST_F(Store, TheOldestFramesGoWhenItIsFull) {
  FrameStore all(clip_);
  static_cast<void>(all.frame(0));
  const std::size_t frame_bytes = all.bytes();
  ASSERT_GE(frame_bytes, 96U * 64 * 3 / 2);
  FrameStore store(clip_, {}, 3 * frame_bytes);
  for (const std::int32_t number : {0, 1, 2, 0, 3}) static_cast<void>(store.frame(number));
  EXPECT_TRUE(store.holds(0)) << "asked for after 1 was";
  EXPECT_FALSE(store.holds(1));
  EXPECT_TRUE(store.holds(2));
  EXPECT_TRUE(store.holds(3));
  EXPECT_EQ(store.bytes(), 3 * frame_bytes);
  EXPECT_EQ(facts_of(store.frame(1)), played_[1]);

  FrameStore narrow(clip_, {}, 1);
  EXPECT_EQ(facts_of(narrow.frame(20)), played_[20]);
  EXPECT_EQ(narrow.bytes(), frame_bytes);
}

}  // namespace
}  // namespace overlace::testing
