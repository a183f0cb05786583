// SPDX-License-Identifier: Apache-2.0
// Writes a sound, whose picture is a test card, and a table of boxes.
#include "edit/example_clip.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <string_view>

#include "io/files/atomic_output.h"

namespace overlace {
namespace {

constexpr Size card_size{1280, 720};
constexpr int frame_rate = 25, frames = 250, sample_rate = 22'050;  // per second

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
  for (int i = 0; i < sample_rate * frames / frame_rate; ++i) {
    const double time = static_cast<double>(i) / sample_rate;
    const auto note = static_cast<std::size_t>(time / note_s);
    const double since = time - note_s * static_cast<double>(note);
    const double wave = std::sin(2 * std::numbers::pi * notes[note % notes.size()] * since);
    const double level = 9'000 * wave * std::exp(-5 * since);
    samples += bytes_of(static_cast<std::uint32_t>(std::lround(level)), 2);
  }
  return samples;
}

/// Somebody on the card's floor: from one place to another, there and back where it is to be.
struct Walker {
  int id;
  const char* what;
  int first, last;        ///< frames, both included
  double x0, y0, x1, y1;  ///< of the feet, in parts of the picture
  double sway;            ///< of the path, in parts of the width
};
constexpr std::array walkers{Walker{1, "person", 0, 249, 0.08, 0.92, 0.80, 0.62, 0.03},
                             Walker{2, "person", 0, 249, 0.88, 0.84, 0.22, 0.70, 0.02},
                             Walker{3, "person", 20, 230, 0.34, 0.56, 0.62, 0.95, 0.04},
                             Walker{4, "person", 50, 249, 0.70, 0.52, 0.44, 0.78, 0.02},
                             Walker{5, "person", 0, 150, 0.55, 0.60, 0.05, 0.66, 0.01},
                             Walker{6, "car", 30, 200, -0.10, 0.58, 1.10, 0.58, 0}};

/// Its box in a frame, larger the nearer it stands.
std::string row_of(const Walker& who, int frame) {
  const double part = static_cast<double>(frame - who.first) / (who.last - who.first);
  const double eased = part * part * (3 - 2 * part);
  const double feet_y = who.y0 + (who.y1 - who.y0) * eased;
  const double feet_x = who.x0 + (who.x1 - who.x0) * eased +
                        who.sway * std::sin(2 * std::numbers::pi * (2 * part + who.id * 0.3));
  const bool is_car = std::string_view(who.what) == "car";
  const double height = (feet_y - 0.4) * (is_car ? 0.75 : 0.85) * card_size.height;
  const double width = height * (is_car ? 2.1 : 0.4);
  return fmt::format("{},{},{:.2f},{:.2f},{:.2f},{:.2f},{},{:.2f}\n", frame, who.id,
                     feet_x * card_size.width - width / 2, feet_y * card_size.height - height,
                     width, height, who.what, 0.72 + 0.04 * who.id);
}

std::string tracks() {
  std::string table = "frame,id,x,y,w,h,class,score\n";
  for (int frame = 0; frame < frames; ++frame)
    for (const Walker& who : walkers)
      if (frame >= who.first && frame <= who.last) table += row_of(who, frame);
  return table;
}

}  // namespace

ExampleClip::ExampleClip() {
  write_file(folder_.path() / "card.wav", wav(melody()));
  write_file(folder_.path() / "tracks.csv", tracks());
}

void ExampleClip::use(EditSettings& settings) const {
  InputSettings& input = settings.still.input;
  input.path = (folder_.path() / "card.wav").string();
  input.reading.frame_rate = Rational{frame_rate};
  input.reading.canvas = {.size = card_size, .is_card = true};
  settings.still.graph.tracks = (folder_.path() / "tracks.csv").string();
  settings.is_example = true;
}

}  // namespace overlace
