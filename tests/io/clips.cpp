// SPDX-License-Identifier: Apache-2.0
// Runs ffmpeg and ffprobe for the video tests.
#include "tests/io/clips.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <sstream>

#include "io/av/av.h"

namespace overlace::testing {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    while (!line.empty() && line.back() == ',') line.pop_back();
    if (!line.empty() && line.front() != '#') lines.push_back(line);
  }
  return lines;
}

std::string first_line(const std::string& text) {
  const std::vector<std::string> lines = lines_of(text);
  return lines.empty() ? "" : lines.front();
}

}  // namespace

void ClipTest::SetUp() {
  if (std::system("ffmpeg -version >/dev/null 2>&1 && ffprobe -version >/dev/null 2>&1") != 0) {
    GTEST_SKIP() << "ffmpeg and ffprobe are not installed";
  }
}

std::string ClipTest::make(const std::string& name, const std::string& arguments) const {
  const std::string path = folder_ / name;
  shell(fmt::format("ffmpeg -nostdin -v error -y {} '{}'", arguments, path));
  return path;
}

std::string shell(const std::string& command) {
  FILE* pipe = ::popen(command.c_str(), "r");
  std::string text;
  std::array<char, 4096> buffer{};
  for (std::size_t n = 0; (n = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) {
    text.append(buffer.data(), n);
  }
  EXPECT_EQ(::pclose(pipe), 0) << command;
  return text;
}

std::vector<std::string> frame_md5(const std::string& path) {
  std::vector<std::string> sums;
  for (const std::string& line : lines_of(shell(fmt::format(
           "ffmpeg -nostdin -v error -i 'file:{}' -map 0:v:0 -vsync passthrough -f framemd5 -",
           path)))) {
    sums.push_back(line.substr(line.rfind(' ') + 1));
  }
  return sums;
}

std::string packet_md5(const std::string& path, const std::string& stream) {
  const std::string line = shell(fmt::format(
      "ffmpeg -nostdin -v error -i 'file:{}' -map 0:{} -c copy -f streamhash -hash md5 -", path,
      stream));
  return line.substr(line.find('=') + 1);
}

std::vector<std::string> presentation_times(const std::string& path) {
  std::vector<std::string> times = lines_of(shell(fmt::format(
      "ffprobe -v error -select_streams v:0 -show_entries packet=pts_time -of csv=p=0 'file:{}'",
      path)));
  std::ranges::sort(times, {}, [](const std::string& t) { return std::stod(t); });
  return times;
}

std::string stream_field(const std::string& path, const std::string& field) {
  return first_line(
      shell(fmt::format("ffprobe -v error -select_streams v:0 -show_entries stream={} -of "
                        "default=nk=1:nw=1 'file:{}'",
                        field, path)));
}

std::vector<DecodedFrame> read_all(VideoReader& reader) {
  std::vector<DecodedFrame> pictures;
  for (DecodedFrame picture; reader.read(picture);) pictures.push_back(std::move(picture));
  return pictures;
}

std::vector<std::uint8_t> pixels_of(const AVFrame& frame) {
  const auto format = static_cast<AVPixelFormat>(frame.format);
  const int bytes = av_image_get_buffer_size(format, frame.width, frame.height, 1);
  std::vector<std::uint8_t> pixels(static_cast<std::size_t>(bytes));
  av_image_copy_to_buffer(pixels.data(), bytes, frame.data, frame.linesize, format, frame.width,
                          frame.height, 1);
  return pixels;
}

TranscodeResult copy_frames(const std::string& from, const TranscodeOptions& to) {
  VideoReader reader(from);
  return transcode(reader, to, [](const FrameTime&, const ImageView&) {});
}

TranscodeResult copy_lossless(const std::string& from, const std::string& to) {
  TranscodeOptions options;
  options.output = to;
  options.writer.codec = "ffv1";
  return copy_frames(from, options);
}

}  // namespace overlace::testing
