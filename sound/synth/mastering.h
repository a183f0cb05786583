// SPDX-License-Identifier: Apache-2.0
// From a synthesizer's output to the written sound: one gain to reach a loudness, and a limiter.
#pragma once

#include <memory>
#include <vector>

#include "sound/synth/limiter.h"
#include "sound/synth/playable.h"

namespace overlace {

struct MasteringSettings {
  double loudness_lufs = -16;  ///< integrated
  double ceiling_dbtp = -1;    ///< of true peaks
};

/// The gain, as a factor, at which `sound`, limited, has the wanted loudness. The sound is played
/// once if nothing needs limiting, else up to five times. 1 for silence. Never more than 40 dB; if
/// the limiter would have to lower peaks by more than 12 dB, the sound stays quieter.
[[nodiscard]] double mastering_gain(Playable& sound, const MasteringSettings& settings);

/// A sound with a gain and a limiter, with the limiter's delay removed.
class MasteredSound final : public Playable {
 public:
  /// `sound` is played from its beginning.
  MasteredSound(std::shared_ptr<Playable> sound, double gain, const MasteringSettings& settings);

  void rewind() override;
  std::size_t read(std::span<float> pairs) override;
  [[nodiscard]] int rate() const override { return sound_->rate(); }

 private:
  std::size_t read_late(std::span<float> pairs);

  std::shared_ptr<Playable> sound_;
  float gain_;
  double ceiling_;
  Limiter limiter_;
  std::size_t skip_ = 0;  ///< samples of the limiter's delay still to be skipped
  std::size_t tail_ = 0;  ///< samples of silence still needed to flush the limiter
};

}  // namespace overlace
