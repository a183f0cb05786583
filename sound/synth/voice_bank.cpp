// SPDX-License-Identifier: Apache-2.0
// Converts notes to the numbers that the kernels read, in double precision, rounded once.
#include "sound/synth/voice_bank.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

#include "graph/core/random.h"
#include "sound/synth/exact_math.h"
#include "sound/synth/phase_sine.h"

namespace overlace {
namespace {

constexpr double lowest_hz = 8;     // below MIDI note 0
constexpr float largest_index = 8;  // of modulation, radians
constexpr double two_32 = 4294967296.0;

void aim_ramp(Ramp& ramp, int lane, double target, std::int64_t samples) {
  ramp.target[lane] = static_cast<float>(target);
  if (samples <= 0) ramp.value[lane] = ramp.target[lane];
  const auto steps = static_cast<float>(std::max<std::int64_t>(samples, 1));
  ramp.step[lane] = (ramp.target[lane] - ramp.value[lane]) / steps;
}

void aim_ramp(PhaseRamp& ramp, int lane, double turns, std::int64_t samples) {
  ramp.target[lane] = static_cast<std::int32_t>(std::floor(turns * two_32 + 0.5));
  if (samples <= 0) ramp.value[lane] = ramp.target[lane];
  const std::int64_t way = std::int64_t{ramp.target[lane]} - ramp.value[lane];
  ramp.step[lane] = static_cast<std::int32_t>(way / std::max<std::int64_t>(samples, 1));
}

template <class AnyRamp>
void settle_ramp(AnyRamp& ramp, int lane) {
  ramp.value[lane] = ramp.target[lane];
  ramp.step[lane] = 0;
}

/// Clamps a value to a range; NaN becomes `least`.
double held(double value, double least, double most) {
  return value > least ? std::min(value, most) : least;
}

/// Noise of mean 0 and mean square 1/2, like a sine of amplitude 1, through a one-pole low-pass
/// that removes more high frequencies as brightness falls.
void make_noise(std::vector<float>& noise, std::size_t count, std::uint32_t seed,
                double brightness) {
  const double keep = 0.95 * (1 - brightness);
  double low = 0, sum = 0;
  noise.resize(count);
  for (std::size_t i = 0; i < 2 * count; ++i) {  // once around to settle the filter
    const auto counter = static_cast<std::uint32_t>(i % count);
    const double white = unit_random(philox({{counter, 0, 0, 0}}, seed, 0x706c75U).word[0]) - 0.5;
    low = white + keep * (low - white);
    noise[i % count] = static_cast<float>(low);
  }
  for (const float v : noise) sum += v;
  const double mean = sum / static_cast<double>(count);
  double squares = 0;
  for (const float v : noise) squares += (v - mean) * (v - mean);
  const double scale = squares > 0 ? std::sqrt(0.5 * static_cast<double>(count) / squares) : 0;
  for (float& v : noise) v = static_cast<float>((v - mean) * scale);
}

/// Length of a ring for a delay. The delay itself suffices: samples are read before they are
/// overwritten.
std::uint32_t ring_length(std::uint32_t delay) {
  return std::bit_ceil(std::max<std::uint32_t>(delay, string_chunk));
}

}  // namespace

double held_frequency(double hz, int rate) {
  return held(hz, lowest_hz, 0.45 * rate);
}

void aim_gains(VoiceGroup& group, int lane, const VoiceAim& aim, std::int64_t samples) {
  const double level = held(static_cast<double>(aim.level), 0, 1);
  const double angle = held(static_cast<double>(aim.pan), 0, 1) * 0.25;
  aim_ramp(group.left, lane, level * cosine_of_turns(angle), samples);
  aim_ramp(group.right, lane, level * sine_of_turns(angle), samples);
}

void begin_fade(VoiceGroup& group, int lane, double samples, bool up) {
  constexpr double least = 4;  // samples, so that steps do not overflow
  const double step = quarter_turn / (samples > least ? samples : least);
  const auto whole = static_cast<std::int32_t>(std::ceil(step));
  group.fade_step[lane] = up ? whole : -whole;
}

void settle(VoiceGroup& group, int lane) {
  settle_ramp(group.left, lane);
  settle_ramp(group.right, lane);
}
void settle(OscillatorGroup& group, int lane) {
  settle(static_cast<VoiceGroup&>(group), lane);
  settle_ramp(group.increment, lane);
  settle_ramp(group.modulator_increment, lane);
  settle_ramp(group.index, lane);
}

void silence(VoiceGroup& group, int lane) {
  aim_gains(group, lane, {.level = 0}, 0);
  group.fade[lane] = quarter_turn;
  group.fade_step[lane] = 0;
  group.active &= ~(1U << static_cast<unsigned>(lane));
}
void silence(PluckGroup& group, int lane) {
  silence(static_cast<VoiceGroup&>(group), lane);
  group.loop_gain[lane] = group.all_pass[lane] = 0;
  group.all_pass_input[lane] = group.all_pass_output[lane] = 0;
  group.delay[lane] = string_chunk;  // does not shorten chunks
  group.mask[lane] = string_chunk - 1;
}
void silence(ModalGroup& group, int lane) {
  silence(static_cast<VoiceGroup&>(group), lane);
  for (int m = 0; m < mode_count; ++m)
    group.feedback1[m][lane] = group.feedback2[m][lane] = group.y1[m][lane] = group.y2[m][lane] = 0;
}

void start_oscillator(OscillatorGroup& group, int lane, const NoteStart& note, int rate) {
  group.phase[lane] = 0;
  group.modulator[lane] = 0;
  aim_oscillator(group, lane, note.aim, static_cast<double>(note.ratio), rate, 0);
}

void aim_oscillator(OscillatorGroup& group, int lane, const VoiceAim& aim, double ratio, int rate,
                    std::int64_t samples) {
  const double carrier = held_frequency(aim.frequency_hz, rate) / rate;
  const double modulator = std::min(carrier * held(ratio, 0.1, 16), 0.45);
  aim_ramp(group.increment, lane, carrier, samples);
  aim_ramp(group.modulator_increment, lane, modulator, samples);
  const double index = held(static_cast<double>(aim.brightness), 0, 1) * largest_index;
  aim_ramp(group.index, lane, index / (2 * std::numbers::pi), samples);
}

std::uint32_t line_stride(int rate) {
  return ring_length(static_cast<std::uint32_t>(rate / lowest_hz)) + string_chunk;
}

// A period is the line's delay, half a sample of the mean of two, and the delay of the all-pass:
// 0.3 to 1.3 samples, where it hardly depends on the frequency.
void strike_string(PluckGroup& group, int lane, const NoteStart& note, int rate,
                   std::vector<float>& scratch) {
  const double hz = std::min(held_frequency(note.aim.frequency_hz, rate), rate / 8.0);
  const double period = rate / hz;
  const auto whole = static_cast<std::int32_t>(std::floor(period - 0.5 - 0.3));
  const double rest = period - 0.5 - whole;
  const double turns = hz / rate;
  group.delay[lane] = whole;
  group.all_pass[lane] = static_cast<float>(sine_of_turns((1 - rest) * turns / 2) /
                                            sine_of_turns((1 + rest) * turns / 2));
  group.all_pass_input[lane] = group.all_pass_output[lane] = group.before[lane] = 0;
  const double ring = held(static_cast<double>(note.ring_s), 0.05, 60);
  const double lost = cosine_of_turns(turns / 2);  // gain of the mean of two, per period
  group.loop_gain[lane] =
      static_cast<float>(std::min(power_of_ten(-3 / (hz * ring)) / lost, 0.99999));
  make_noise(scratch, static_cast<std::size_t>(whole), note.seed,
             held(static_cast<double>(note.aim.brightness), 0, 1));
  const std::uint32_t length = ring_length(static_cast<std::uint32_t>(whole));
  group.mask[lane] = length - 1;
  float* line = group.ring(lane);
  for (std::int32_t i = 0; i < whole; ++i) {
    const std::uint32_t place = (group.at - static_cast<std::uint32_t>(i + 1)) & (length - 1);
    line[place] = scratch[static_cast<std::size_t>(i)];
  }
  std::copy_n(line, string_chunk, line + length);
}

// A free bar: its bending modes are at (2m + 1)^2 / 3.0112^2 of the lowest (Fletcher and Rossing,
// "The Physics of Musical Instruments", 2.15). Higher ones are weaker and decay faster.
void strike_bar(ModalGroup& group, int lane, const NoteStart& note, int rate) {
  constexpr double ratios[mode_count] = {1,       2.7565,  5.40392, 8.93295,
                                         13.3443, 18.6379, 24.8138, 31.8719};
  const double hz = held_frequency(note.aim.frequency_hz, rate);
  const double ring = held(static_cast<double>(note.ring_s), 0.05, 60);
  const double brightness = held(static_cast<double>(note.aim.brightness), 0, 1);
  double amplitude = 1;
  for (int m = 0; m < mode_count; ++m) {
    const double turns = hz * ratios[m] / rate;
    const bool is_heard = turns < 0.45;
    const double mode_ring = ring / std::sqrt(ratios[m]);
    const double radius = is_heard ? power_of_ten(-3 / (mode_ring * rate)) : 0;
    group.feedback1[m][lane] = static_cast<float>(2 * radius * cosine_of_turns(turns));
    group.feedback2[m][lane] = static_cast<float>(radius * radius);
    // Continues an oscillation that is now at 0: the next samples are A r^n sin(2 pi n t).
    group.y1[m][lane] = 0;
    group.y2[m][lane] =
        is_heard ? static_cast<float>(-amplitude * sine_of_turns(turns) / radius) : 0;
    amplitude *= 0.15 + 0.7 * brightness;
  }
}

}  // namespace overlace
