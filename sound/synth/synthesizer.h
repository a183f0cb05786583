// SPDX-License-Identifier: Apache-2.0
// Starts, moves, releases and mixes voices; all memory is allocated up front.
//
//     Synthesizer synthesizer({.rate = 48000, .voices = 64});
//     const VoiceId id = synthesizer.start({.instrument = Instrument::fm, .aim = …});
//     synthesizer.aim(id, aim, 1920);   // over the next 1920 samples
//     synthesizer.render(pairs);        // any number of samples
//     synthesizer.release(id);
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "graph/data/notes.h"
#include "sound/synth/synth_simd.h"

namespace overlace {

inline constexpr int fewest_voices = 2, most_voices = 512;

struct SynthSettings {
  int rate = 48000;  ///< samples per second, 8000..192000
  int voices = 64;   ///< most that sound at once, fewest_voices..most_voices
  SynthSimd simd = SynthSimd::best;
};

/// A voice's target values. Numbers out of range are clamped.
struct VoiceAim {
  double frequency_hz = 440;  ///< 8 .. 0.45 x rate
  float level = 0.1F;         ///< amplitude, 0..1
  float pan = 0.5F;           ///< 0 left .. 1 right, at constant power
  float brightness = 0.5F;    ///< 0..1: for FM, a modulation index up to 8; for strings and bars,
                              ///< the share of high frequencies in the stroke
};

/// Bytes that a synthesizer with these settings takes: the voices of every instrument, and the
/// delay lines of strings. Precondition: the settings are within their ranges.
[[nodiscard]] std::size_t synthesizer_bytes(const SynthSettings& settings);

struct NoteStart {
  Instrument instrument = Instrument::sine;
  VoiceAim aim;
  float ratio = 1;         ///< FM: modulator frequency over carrier frequency, 0.1..16
  float attack_s = 0.02F;  ///< sines and FM: length of a raised cosine
  float ring_s = 2;        ///< strings and bars: time to decay by 60 dB, 0.05..60
  std::uint32_t seed = 0;  ///< strings: seed of the noise that strikes them
};

/// Identifies a started voice. Once the note has ended or was stolen, it refers to nothing.
struct VoiceId {
  std::uint32_t voice = 0, birth = 0;
};

/// Totals since the beginning.
struct SynthCounts {
  std::uint64_t notes = 0;    ///< started
  std::uint64_t stolen = 0;   ///< notes cut short to make room for others
  std::uint64_t dropped = 0;  ///< notes that found no voice
};

/// A polyphonic synthesizer. Its output depends on the calls alone: neither the sizes of the
/// rendered spans nor the instruction set change a bit. For one thread at a time.
class Synthesizer {
 public:
  /// Throws Error(usage) for settings out of range, Error(unavailable) for an instruction set that
  /// this machine lacks.
  explicit Synthesizer(const SynthSettings& settings);
  ~Synthesizer();
  Synthesizer(Synthesizer&&) noexcept;
  Synthesizer& operator=(Synthesizer&&) noexcept;

  /// Begins a note at the next sample. If all voices sound, the oldest of the quietest (within 6 dB
  /// over the last 50 ms) fades out within 4 ms to make room.
  VoiceId start(const NoteStart& note);
  /// Moves a voice linearly to `aim` over the next `samples`. Strings and bars keep their pitch and
  /// brightness. Does nothing if the voice has ended.
  void aim(VoiceId id, const VoiceAim& aim, std::int64_t samples);
  /// Fades a voice out with a raised cosine.
  void release(VoiceId id, float seconds = 0.08F);
  /// Fades all voices out.
  void release_all(float seconds = 0.08F);
  [[nodiscard]] bool is_sounding(VoiceId id) const;
  /// Number of sounding voices, without those that are fading out.
  [[nodiscard]] int sounding() const;

  /// Makes pairs.size() / 2 samples: left, right, left …
  void render(std::span<float> pairs);

  [[nodiscard]] const SynthCounts& counts() const;
  [[nodiscard]] const SynthSettings& settings() const;

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace overlace
