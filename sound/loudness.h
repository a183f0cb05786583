// SPDX-License-Identifier: Apache-2.0
// Loudness as broadcasters measure it; the only place that uses libebur128.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

namespace overlace {

/// Whether a meter also looks between samples, which takes most of its time.
enum class TruePeaks : bool { no, yes };

/// An EBU R 128 measurement in progress.
class LoudnessMeter {
 public:
  /// Throws Error(input) for a sample rate or number of channels that libebur128 does not support.
  LoudnessMeter(std::size_t channels, int sample_rate, TruePeaks peaks = TruePeaks::no);
  ~LoudnessMeter();
  LoudnessMeter(const LoudnessMeter&) = delete;
  LoudnessMeter& operator=(const LoudnessMeter&) = delete;

  /// Adds frames of all channels, interleaved.
  void add(std::span<const float> frames);
  /// The K-weighted mean square of the last 10 ms, a weighted sum of channels (ITU-R BS.1770-4).
  [[nodiscard]] double energy() const;
  /// Gated loudness of everything so far, LUFS; minus infinity if nothing is loud enough.
  [[nodiscard]] double integrated_lufs() const;
  /// The highest true peak of all channels so far, dBTP; minus infinity for silence. Precondition:
  /// the meter was made with TruePeaks::yes.
  [[nodiscard]] double true_peak_dbtp() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// LUFS of a weighted mean square: -0.691 + 10 log10(energy); minus infinity for 0.
[[nodiscard]] double lufs_of(double energy);

}  // namespace overlace
