// SPDX-License-Identifier: Apache-2.0
// audio_input: the chosen channels and sound, and the gain.
#include <gtest/gtest.h>

#include "tests/nodes/track_node.h"
#include "tests/test_sound.h"

namespace overlace::test {
namespace {

/// Left 0.25, right -0.5.
std::shared_ptr<const ClipAudio> stereo() {
  return std::make_shared<const ClipAudio>(ClipAudio{std::make_shared<const PcmAudio>(PcmAudio{
      .sample_rate = 48000, .start_s = -0.02, .channels = {{0.25F, 0.25F}, {-0.5F, -0.5F}}})});
}

TrackTable heard(const std::string& params, AudioRequest* asked = nullptr) {
  TrackNode node("audio_input", params);
  node.context.read_audio = [asked](const AudioRequest& request) {
    if (asked != nullptr) *asked = request;
    return stereo();
  };
  return node.make();
}

using Channels = std::vector<std::vector<float>>;

TEST(AudioInput, KeepsAllChannelsAndTheirTime) {
  const TrackTable table = heard("{}");
  EXPECT_EQ(table.row_count(), 0U);
  EXPECT_EQ(table.audio->samples->channels, stereo()->samples->channels);
  EXPECT_EQ(table.audio->samples->sample_rate, 48000);
  EXPECT_EQ(table.audio->samples->start_s, -0.02);
}

TEST(AudioInput, TakesAChannelOrTheirMean) {
  const auto channels = [](const std::string& which) {
    return heard(R"({"channels": ")" + which + "\"}").audio->samples->channels;
  };
  EXPECT_EQ(channels("left"), (Channels{{0.25F, 0.25F}}));
  EXPECT_EQ(channels("right"), (Channels{{-0.5F, -0.5F}}));
  EXPECT_EQ(channels("2"), (Channels{{-0.5F, -0.5F}}));
  EXPECT_EQ(channels("mix"), (Channels{{-0.125F, -0.125F}}));
}

TEST(AudioInput, AGainOfSixDecibelsNearlyDoubles) {
  const float sample = heard(R"({"channels": "left", "gain": 6})").audio->samples->channels[0][0];
  EXPECT_NEAR(sample, 0.25 * 1.9952623, 1e-6);  // 10^(6/20)
}

TEST(AudioInput, AsksForTheFileAndTheStream) {
  AudioRequest asked;
  (void)heard(R"({"path": "speech.wav", "stream": 1})", &asked);
  EXPECT_EQ(asked.path, "speech.wav");
  EXPECT_EQ(asked.stream, 1);
}

TEST(AudioInput, RefusesChannelsThatThereAreNot) {
  const auto refusal = [](const std::string& which) {
    TrackNode node("audio_input", R"({"channels": ")" + which + "\"}");
    node.context.read_audio = [](const auto&) { return stereo(); };
    return node.refusal();
  };
  EXPECT_NE(refusal("3").find("no channel 3"), std::string::npos);
  EXPECT_NE(refusal("lfet").find("left"), std::string::npos);
  EXPECT_NE(refusal("0").find("names no channel"), std::string::npos);
}

TEST(AudioInput, WithoutSoundItsTableIsEmpty) {
  TrackNode silent("audio_input");
  silent.context.read_audio = [](const auto&) { return std::make_shared<const ClipAudio>(); };
  EXPECT_EQ(silent.make().audio->samples, nullptr);
  TrackNode deaf("audio_input");
  EXPECT_EQ(deaf.make().audio->samples, nullptr);
  ASSERT_EQ(deaf.said.size(), 1U);
}

}  // namespace
}  // namespace overlace::test
