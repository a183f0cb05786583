// SPDX-License-Identifier: Apache-2.0
// Sound of files that ffmpeg has made: on the pictures' time, whole, and with its damage counted.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <numbers>

#include "graph/core/error.h"
#include "io/read/read_audio.h"
#include "tests/io/clips.h"

namespace overlace::testing {
namespace {

constexpr const char* video = "-f lavfi -i testsrc2=s=64x48:r=25:d=4 ";
/// 4 s of silence but for 5 ms of a tone from 1.5 s on.
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
  // What ffmpeg decodes of the same file.
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
