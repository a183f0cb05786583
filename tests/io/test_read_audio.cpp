// SPDX-License-Identifier: Apache-2.0
// Sound of files made by ffmpeg: aligned with the pictures, complete, and with damage counted.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <numbers>

#include "graph/core/error.h"
#include "io/read/read_audio.h"
#include "tests/io/clips.h"
#include "tests/io/he_aac.h"

namespace overlace::testing {
namespace {

constexpr const char* video = "-f lavfi -i testsrc2=s=64x48:r=25:d=4 ";
/// 4 s of silence except for 5 ms of a tone at 1.5 s.
constexpr const char* click =
    "-f lavfi -i \"aevalsrc='if(between(t,1.5,1.505),0.9*sin(2*PI*2000*t),0)':s=48000:d=4\" ";

/// Lossy codecs spread a click, and FFmpeg 5.1 writes Opus into Matroska 7 ms too early.
constexpr double hop_s = 512.0 / 48000;

/// Presentation time of the loudest sample.
double loudest_s(const PcmAudio& sound) {
  const std::vector<float>& samples = sound.channels.at(0);
  const auto loudest =
      std::ranges::max_element(samples, [](float a, float b) { return std::abs(a) < std::abs(b); });
  return sound.start_s + static_cast<double>(loudest - samples.begin()) / sound.sample_rate;
}

/// Root mean square of the first channel between two presentation times.
double loudness_of(const PcmAudio& sound, double from_s, double to_s) {
  double sum = 0;
  std::int64_t count = 0;
  for (std::size_t i = 0; i < sound.channels.at(0).size(); ++i) {
    const double at_s = sound.start_s + static_cast<double>(i) / sound.sample_rate;
    if (at_s < from_s || at_s >= to_s) continue;
    sum += double{sound.channels[0][i]} * sound.channels[0][i];
    ++count;
  }
  return count == 0 ? 0 : std::sqrt(sum / static_cast<double>(count));
}

std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class ReadAudio : public ClipTest {
 protected:
  AudioRead read(const std::string& path, int stream = -1) {
    said_.clear();
    return read_audio(path, stream, [this](const std::string& text) { said_ += text + "\n"; });
  }
  ErrorCode refusal(const std::string& path, int stream = -1) {
    try {
      (void)read(path, stream);
    } catch (const Error& error) {
      said_ = error.what();
      return error.code();
    }
    ADD_FAILURE() << "not refused: " << path;
    return ErrorCode::internal;
  }

  std::string said_;
};

TEST_F(ReadAudio, AClickIsWhereItIsSeen) {
  const std::string both = std::string(video) + click;
  const std::vector<std::pair<std::string, std::string>> clips = {
      {"aac.mp4", both + "-c:v libx264 -bf 3 -c:a aac -b:a 128k"},
      {"opus.mkv", both + "-c:v libx264 -c:a libopus"},
      {"mp3.mkv", both + "-c:v mpeg4 -c:a libmp3lame"},
      {"ac3.ts", both + "-c:v libx264 -bf 2 -c:a ac3"},
      {"pcm.avi", both + "-c:v mpeg4 -c:a pcm_s16le"},
      {"vfr.mkv", both + "-vf \"select='not(mod(n,3))+lt(n,20)'\" -vsync vfr -c:v libx264 -c:a "
                         "flac"},
  };
  for (const auto& [name, arguments] : clips) {
    const AudioRead sound = read(make(name, arguments));
    ASSERT_NE(sound.samples, nullptr) << name;
    EXPECT_NEAR(loudest_s(*sound.samples), 1.5025, hop_s) << name;
    EXPECT_EQ(sound.damaged_packets, 0) << name;
    EXPECT_EQ(sound.samples->sample_rate, 48000) << name;
    EXPECT_EQ(said_, "") << name;
  }
}

/// A quiet tone with 5 ms of a loud one at 1.5 s, at 24,000 samples per second.
std::string loud_tone(bool is_stereo) {
  const std::string one = "if(between(t,1.5,1.505),0.9,0.1)*sin(2*PI*2000*t)";
  return fmt::format("-f lavfi -i \"aevalsrc='{}{}':s=24000:d=4\" ", one,
                     is_stereo ? "|" + one : "");
}
/// In core samples: the priming of FFmpeg's AAC encoder, and the delay of the replication.
constexpr int priming = 1024, replication = 481;

/// The tone starts with the first picture, and its loud part is on time.
void expect_whole(const AudioRead& sound) {
  ASSERT_NE(sound.samples, nullptr);
  EXPECT_EQ(sound.samples->sample_rate, 48000);
  EXPECT_EQ(sound.samples->channels.size(), 2U);
  EXPECT_EQ(sound.damaged_packets, 0);
  EXPECT_LE(sound.samples->start_s, 0.001);
  EXPECT_NEAR(loudest_s(*sound.samples), 1.5025, 0.004);
  EXPECT_NEAR(loudness_of(*sound.samples, 0.01, 0.06), 0.1 / std::numbers::sqrt2, 0.01);
}

TEST_F(ReadAudio, HighEfficiencyAacIsWholeAndInTime) {
  for (const bool is_stereo : {false, true}) {
    const std::string core = make("lc.aac", loud_tone(is_stereo) + "-c:a aac -b:a 96k");
    std::ofstream(folder_ / "he.aac", std::ios::binary) << he_aac_of(content_of(core));
    for (const char* const name : {"he.mp4", "he.mkv", "he.ts"}) {
      SCOPED_TRACE(fmt::format("{} {}", name, is_stereo));
      expect_whole(read(
          make(name, fmt::format("{} -itsoffset {} -i {} -map 0:v -map 1:a -c:v libx264 -c:a copy",
                                 video, -(priming + replication) / 24000.0, folder_ / "he.aac"))));
    }
  }
}

/// The container announces the replication, and its track's ticks are core samples.
TEST_F(ReadAudio, AnnouncedReplicationSkipsSamplesOfTheCore) {
  const std::string plain =
      make("lc.mp4", video + loud_tone(true) + "-c:v libx264 -c:a aac -b:a 96k");
  std::string bytes = content_of(plain);
  const auto replace_last = [&bytes](const std::string& from, const std::string& to) {
    const std::size_t at = bytes.rfind(from);
    ASSERT_NE(at, std::string::npos);
    bytes.replace(at, from.size(), to);
  };
  // AudioSpecificConfig: the extension says 48 kHz instead of "none".
  replace_last(std::string("\x13\x10\x56\xe5\x00", 5), "\x13\x10\x56\xe5\x98");
  // The edit list, of 4,000 ms: the start of the sound, in ticks.
  replace_last(std::string("\x00\x00\x0f\xa0\x00\x00\x04\x00", 8),
               std::string("\x00\x00\x0f\xa0\x00\x00\x05\xe1", 8));
  std::ofstream(folder_ / "he.mp4", std::ios::binary) << bytes;
  expect_whole(read(folder_ / "he.mp4"));
}

TEST_F(ReadAudio, AnOffsetOfTheSoundIsKept) {
  const std::string later =
      make("later.mkv", std::string(video) + "-itsoffset 0.5 " + click + "-c:v libx264 -c:a flac");
  const AudioRead sound = read(later);
  EXPECT_NEAR(sound.samples->start_s, 0.5, 0.002);
  EXPECT_NEAR(loudest_s(*sound.samples), 2.0025, 0.006);
  const std::string pictures_later = make(
      "earlier.mkv", "-itsoffset 0.48 " + std::string(video) + click + "-c:v libx264 -c:a flac");
  const AudioRead earlier = read(pictures_later);
  EXPECT_NEAR(earlier.samples->start_s, -0.48, 0.002);
  EXPECT_NEAR(loudest_s(*earlier.samples), 1.0225, 0.006);
}

TEST_F(ReadAudio, LosslessSamplesAreExact) {
  const std::string arguments =
      "-f lavfi -i \"anoisesrc=d=1:r=44100:seed=3,aformat=channel_"
      "layouts=stereo\" -c:a pcm_s16le";
  const std::string wav = make("noise.wav", arguments);
  const std::string flac = make("noise.flac", "-i " + wav + " -c:a flac");
  const AudioRead sound = read(wav);
  // What ffmpeg decodes from the same file.
  const std::string raw = make("noise.s16", "-i " + flac + " -f s16le");
  std::ifstream file(raw, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  ASSERT_EQ(bytes.size(), sound.samples->size() * 4);
  for (std::size_t i = 0; i < sound.samples->size(); ++i)
    for (std::size_t c = 0; c < 2; ++c) {
      const auto* at = reinterpret_cast<const unsigned char*>(bytes.data()) + 4 * i + 2 * c;
      const auto value = static_cast<std::int16_t>(at[0] | at[1] << 8);
      ASSERT_EQ(sound.samples->channels[c][i], static_cast<float>(value) / 32768) << i;
    }
  EXPECT_EQ(read(flac).samples->channels, sound.samples->channels);
  EXPECT_EQ(sound.samples->start_s, 0);
}

TEST_F(ReadAudio, AStreamIsTakenByItsNumber) {
  const std::string clip =
      make("two.mkv", std::string(video) +
                          "-f lavfi -i sine=f=440:d=1:r=48000 -f lavfi -i sine=f=440:d=1:r=8000 "
                          "-map 0 -map 1 -map 2 -c:v libx264 -c:a flac");
  EXPECT_EQ(read(clip, 0).samples->sample_rate, 48000);
  EXPECT_EQ(read(clip, 1).samples->sample_rate, 8000);
  EXPECT_EQ(refusal(clip, 2), ErrorCode::input);
  EXPECT_NE(said_.find("no audio stream 2"), std::string::npos) << said_;
}

TEST_F(ReadAudio, AClipWithoutSoundHasNone) {
  const std::string clip = make("silent.mp4", std::string(video) + "-c:v libx264");
  EXPECT_EQ(read(clip).samples, nullptr);
  EXPECT_EQ(refusal(clip, 0), ErrorCode::input);
}

TEST_F(ReadAudio, RefusesWhatIsNoSoundFile) {
  EXPECT_EQ(refusal(folder_ / "missing.wav"), ErrorCode::input);
  std::ofstream(folder_ / "text.wav") << std::string(5000, 'x');
  EXPECT_EQ(refusal(folder_ / "text.wav"), ErrorCode::input);
}

TEST_F(ReadAudio, PacketsThatAreMissingAreSilence) {
  // 25 packets a second of 40 ms; those from 1.0 s to 1.4 s are dropped.
  const std::string clip =
      make("gap.mkv", std::string(video) +
                          "-f lavfi -i \"sine=f=440:d=4:r=48000,volume=8\" -c:v libx264 -c:a flac "
                          "-frame_size 1920 -bsf:a \"noise=drop='between(n,25,34)'\"");
  const AudioRead sound = read(clip);
  EXPECT_NE(said_.find("1 gap, 0.400 s"), std::string::npos) << said_;
  EXPECT_EQ(sound.damaged_packets, 0);
  const std::vector<float>& samples = sound.samples->channels[0];
  float in_gap = 0, after = 0;
  for (std::size_t i = 48000; i < 67200; ++i) in_gap = std::max(in_gap, std::abs(samples[i]));
  for (std::size_t i = 67200; i < 72000; ++i) after = std::max(after, std::abs(samples[i]));
  EXPECT_EQ(in_gap, 0);
  EXPECT_GT(after, 0.5);
}

TEST_F(ReadAudio, DamagedPacketsAreSilenceAndCounted) {
  const std::string clip = make(
      "whole.mkv", std::string(video) +
                       "-f lavfi -i \"sine=f=440:d=4:r=48000,volume=8\" -c:v libx264 -c:a flac "
                       "-frame_size 4800 -bsf:a \"noise=amount='if(eq(n,10),-1,0)'\"");
  const AudioRead sound = read(clip);
  EXPECT_EQ(sound.damaged_packets, 0);
  const std::string damaged =
      make("damaged.mkv", "-i " + clip + " -c copy -bsf:a \"noise=amount='eq(n,10)*20'\"");
  const AudioRead rest = read(damaged);
  EXPECT_EQ(rest.damaged_packets, 1) << said_;
  ASSERT_EQ(rest.samples->size(), sound.samples->size());
  for (std::size_t i = 48000; i < 52800; ++i) EXPECT_EQ(rest.samples->channels[0][i], 0) << i;
  EXPECT_EQ(rest.samples->channels[0][47000], sound.samples->channels[0][47000]);
  EXPECT_EQ(rest.samples->channels[0][53000], sound.samples->channels[0][53000]);
}

}  // namespace
}  // namespace overlace::testing
