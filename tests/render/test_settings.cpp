// SPDX-License-Identifier: Apache-2.0
// Settings that contradict each other, and frames that do not exist.
#include <gtest/gtest.h>

#include "graph/core/error.h"
#include "render/frame_choice.h"
#include "render/render_settings.h"

namespace overlace {
namespace {

/// The setting that is refused; "" if none is.
std::string refused_at(const RenderSettings& settings) {
  try {
    check_settings(settings);
    return {};
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    return error.problems().front().location.text();
  }
}

RenderSettings passing() {
  RenderSettings settings;
  settings.transcode.output = "out.mp4";
  settings.copy_if_untouched = true;
  return settings;
}

TEST(RenderSettings, WholeVideosArePassedOnOnly) {
  EXPECT_EQ(refused_at(passing()), "");
  RenderSettings part = passing(), alone = passing(), pictures = passing(), kept = passing(),
                 skipped = passing();
  part.transcode.frames = FrameList({{0, 9, 1}});
  alone.transcode.writer.overlay_only = true;
  pictures.transcode.output = "f_####.png";
  kept.transcode.keep_on_stop = true;
  skipped.input.reading.on_corrupt = OnCorrupt::skip;
  for (RenderSettings* settings : {&part, &alone, &pictures, &kept, &skipped}) {
    EXPECT_EQ(refused_at(*settings), "--copy-if-untouched");
    settings->copy_if_untouched = false;
    EXPECT_EQ(refused_at(*settings), "");
  }
}

TEST(RenderSettings, OnlySequencesAreNumbered) {
  RenderSettings settings;
  settings.transcode.output = "out.mp4";
  settings.transcode.writer.start_number = 7;
  EXPECT_EQ(refused_at(settings), "--start-number");
  settings.transcode.output = "f_####.exr";
  EXPECT_EQ(refused_at(settings), "");
}

VideoInfo video_of(std::int32_t count, std::int32_t first = 0) {
  VideoInfo video;
  video.clip = {.size = {16, 16}, .frame_rate = {25}, .frame_count = count};
  video.clip.first_frame = first;
  return video;
}

constexpr FrameChoice middle{.kind = FrameChoice::Kind::middle};

FrameChoice numbered(std::int32_t number) {
  return {.kind = FrameChoice::Kind::numbered, .number = number};
}

TEST(FrameChoice, NumbersAreTheVideosOwn) {
  EXPECT_EQ(existing_frame({}, video_of(10, 1000)), 0);
  EXPECT_EQ(existing_frame(numbered(0), video_of(10)), 0);
  EXPECT_EQ(existing_frame(numbered(9), video_of(10)), 9);
  EXPECT_EQ(existing_frame(numbered(1009), video_of(10, 1000)), 9);
  EXPECT_EQ(existing_frame(middle, video_of(11)), 5);
  EXPECT_EQ(existing_frame(numbered(500), video_of(0)), 500);  // of unknown length
  EXPECT_THROW(static_cast<void>(existing_frame(numbered(10), video_of(10))), Error);
  EXPECT_THROW(static_cast<void>(existing_frame(numbered(999), video_of(10, 1000))), Error);
  EXPECT_THROW(static_cast<void>(existing_frame(middle, video_of(0))), Error);
}

TEST(FrameChoice, TheMiddleFollowsFromTheDurationWhereFramesAreNotCounted) {
  VideoInfo video = video_of(0);
  video.duration_s = 4;
  EXPECT_EQ(existing_frame(middle, video), 50);
}

}  // namespace
}  // namespace overlace
