// SPDX-License-Identifier: Apache-2.0
// Voices that are started, aimed, released and mixed; all memory is taken at the beginning.
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
  int voices = 64;   ///< that sound at once, fewest_voices..most_voices
  SynthSimd simd = SynthSimd::best;
};

/// Where a voice is going. Numbers beyond their ranges are held within them.
struct VoiceAim {
  double frequency_hz = 440;  ///< 8 .. 0.45 x rate
  float level = 0.1F;         ///< amplitude, 0..1
  float pan = 0.5F;           ///< 0 left .. 1 right, at constant power
  float brightness = 0.5F;  ///< 0..1: modulation index up to 8 of FM; of strings and bars the part
                            ///< of high frequencies in the stroke
};

/// Bytes that a synthesizer takes with such settings: the voices of every instrument, and the delay
/// lines of strings. Precondition: the settings are within their ranges.
[[nodiscard]] std::size_t synthesizer_bytes(const SynthSettings& settings);

struct NoteStart {
  Instrument instrument = Instrument::sine;
  VoiceAim aim;
  float ratio = 1;         ///< FM: modulator's frequency by the carrier's, 0.1..16
  float attack_s = 0.02F;  ///< of sines and FM: a raised cosine
  float ring_s = 2;        ///< strings and bars: until 60 dB are gone, 0.05..60
  std::uint32_t seed = 0;  ///< strings: of the noise that strikes them
};

/// A voice that was started. Once it has ended, or was taken for another note, it is nobody's.
struct VoiceId {
  std::uint32_t voice = 0, birth = 0;
};

/// What has happened since the beginning.
struct SynthCounts {
  std::uint64_t notes = 0;    ///< started
  std::uint64_t stolen = 0;   ///< notes that ended because others began
  std::uint64_t dropped = 0;  ///< notes that found no voice at all
};

/// A polyphonic synthesizer. Its output is a function of the calls alone: neither the sizes of the
/// spans that are rendered nor the instruction set change a bit of it. One thread at a time.
class Synthesizer {
 public:
  /// Throws Error(usage) for settings out of range, Error(unavailable) for instructions that this
  /// machine lacks.
  explicit Synthesizer(const SynthSettings& settings);
  ~Synthesizer();
  Synthesizer(Synthesizer&&) noexcept;
  Synthesizer& operator=(Synthesizer&&) noexcept;

  /// Begins a note at the next sample. Where all voices sound, the oldest of the quietest (within
  /// 6 dB over the last 50 ms) fades out for it within 4 ms.
  VoiceId start(const NoteStart& note);
  /// Moves a voice evenly to `aim` over the next `samples`. Strings and bars keep their pitch and
  /// their brightness. Nothing happens to a voice that has ended.
  void aim(VoiceId id, const VoiceAim& aim, std::int64_t samples);
  /// Fades a voice out with a raised cosine.
  void release(VoiceId id, float seconds = 0.08F);
  /// The same for all voices.
  void release_all(float seconds = 0.08F);
  [[nodiscard]] bool is_sounding(VoiceId id) const;
  /// Voices that sound, without those that fade for others.
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
