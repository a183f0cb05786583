// SPDX-License-Identifier: Apache-2.0
// Loudness as broadcasters measure it; the only place that knows libebur128.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

namespace overlace {

/// Whether a meter looks between samples, too, which takes most of its time.
enum class TruePeaks : bool { no, yes };

/// A measurement of EBU R 128 in progress.
class LoudnessMeter {
 public:
  /// Throws Error(input) for a sample rate or a number of channels that libebur128 does not take.
  LoudnessMeter(std::size_t channels, int sample_rate, TruePeaks peaks = TruePeaks::no);
  ~LoudnessMeter();
  LoudnessMeter(const LoudnessMeter&) = delete;
  LoudnessMeter& operator=(const LoudnessMeter&) = delete;

  /// Frames of all channels, interleaved.
  void add(std::span<const float> frames);
  /// The mean square of the last 10 ms, K-weighted, channels weighted and added (ITU-R BS.1770-4).
  [[nodiscard]] double energy() const;
  /// Gated loudness of all so far, LUFS; minus infinity where nothing is loud enough.
  [[nodiscard]] double integrated_lufs() const;
  /// The highest one of all channels so far, dBTP; minus infinity for silence. Precondition: the
  /// meter was made to look for it.
  [[nodiscard]] double true_peak_dbtp() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// LUFS of a weighted mean square: -0.691 + 10 log10(energy); minus infinity of none.
[[nodiscard]] double lufs_of(double energy);

}  // namespace overlace
