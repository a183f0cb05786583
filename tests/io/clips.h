// SPDX-License-Identifier: Apache-2.0
// Small clips made with the ffmpeg command line, and what ffmpeg and ffprobe report about files:
// the independent reference.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "render/transcode.h"
#include "tests/io/draw_function.h"
#include "tests/temp_folder.h"

namespace overlace::testing {

using test::TempFolder;

/// A test with a folder; skipped if ffmpeg or ffprobe is not installed.
class ClipTest : public ::testing::Test {
 protected:
  void SetUp() override;

  /// Runs `ffmpeg ARGUMENTS NAME` in the folder and returns the path of NAME.
  std::string make(const std::string& name, const std::string& arguments) const;

  TempFolder folder_;
};

/// Standard output of a shell command; a failing command fails the test.
std::string shell(const std::string& command);

/// One MD5 per decoded frame, as ffmpeg computes them.
std::vector<std::string> frame_md5(const std::string& path);
/// MD5 of a stream's packets ("a:0").
std::string packet_md5(const std::string& path, const std::string& stream);
/// Presentation times of the video packets as ffprobe prints them, in presentation order.
std::vector<std::string> presentation_times(const std::string& path);
/// One field of the video stream, as ffprobe names it.
std::string stream_field(const std::string& path, const std::string& field);

/// The frames that a reader still has.
std::vector<DecodedFrame> read_all(VideoReader& reader);

/// Samples of a picture in host memory, plane after plane, without padding.
std::vector<std::uint8_t> pixels_of(const AVFrame& frame);

/// Transcodes with an overlay that draws nothing.
TranscodeResult copy_frames(const std::string& from, const TranscodeOptions& to);
/// The same as copy_frames, into lossless FFV1.
TranscodeResult copy_lossless(const std::string& from, const std::string& to);

}  // namespace overlace::testing
