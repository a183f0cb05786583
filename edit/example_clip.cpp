// SPDX-License-Identifier: Apache-2.0
// Writes a sound, whose picture is a test card, and the table of boxes.
#include "edit/example_clip.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <string_view>

#include "edit/answers/example_tracks.h"
#include "io/files/atomic_output.h"

namespace overlace {
namespace {

constexpr int sample_rate = 22'050;  // per second

void write_file(const std::filesystem::path& path, std::string_view bytes) {
  AtomicOutput output(path.string(), {.durable = false});
  output.write({reinterpret_cast<const std::byte*>(bytes.data()), bytes.size()});
  output.commit();
}

/// A number's bytes, the lowest first.
std::string bytes_of(std::uint32_t number, int count) {
  std::string bytes;
  for (int i = 0; i < count; ++i) bytes += static_cast<char>(number >> (8 * i) & 0xFFU);
  return bytes;
}

/// A WAV file of one channel.
std::string wav(std::string_view samples) {
  const auto size = static_cast<std::uint32_t>(samples.size());
  const std::string format = bytes_of(1, 2) + bytes_of(1, 2) + bytes_of(sample_rate, 4) +
                             bytes_of(2 * sample_rate, 4) + bytes_of(2, 2) + bytes_of(16, 2);
  std::string file = "RIFF" + bytes_of(4 + 24 + 8 + size, 4) + "WAVEfmt " + bytes_of(16, 4) +
                     format + "data" + bytes_of(size, 4);
  return file.append(samples);
}

/// A note every half second, each fading away.
std::string melody() {
  constexpr std::array<double, 8> notes{220, 330, 440, 330, 247, 370, 494, 370};  // Hz
  constexpr double note_s = 0.5;
  std::string samples;
  for (int i = 0; i < sample_rate * example_frames / example_rate; ++i) {
    const double time = static_cast<double>(i) / sample_rate;
    const auto note = static_cast<std::size_t>(time / note_s);
    const double since = time - note_s * static_cast<double>(note);
    const double wave = std::sin(2 * std::numbers::pi * notes[note % notes.size()] * since);
    const double level = 9'000 * wave * std::exp(-5 * since);
    samples += bytes_of(static_cast<std::uint32_t>(std::lround(level)), 2);
  }
  return samples;
}

}  // namespace

ExampleClip::ExampleClip() {
  write_file(folder_.path() / "card.wav", wav(melody()));
  write_file(folder_.path() / "tracks.csv", example_tracks());
}

void ExampleClip::use(EditSettings& settings) const {
  InputSettings& input = settings.still.input;
  input.path = (folder_.path() / "card.wav").string();
  input.reading.frame_rate = Rational{example_rate};
  input.reading.canvas = {.size = example_size, .is_card = true};
  settings.still.graph.tracks = (folder_.path() / "tracks.csv").string();
  settings.is_example = true;
}

}  // namespace overlace
