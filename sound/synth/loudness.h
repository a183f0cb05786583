// SPDX-License-Identifier: Apache-2.0
// Loudness and true peak of stereo sound (ITU-R BS.1770-4, EBU R 128), by libebur128.
#pragma once

#include <memory>
#include <span>

namespace overlace {

class LoudnessMeter {
 public:
  /// Throws Error(out_of_memory).
  explicit LoudnessMeter(int rate);
  ~LoudnessMeter();

  void add(std::span<const float> pairs);
  /// Integrated loudness, LUFS: gated. Minus infinity for silence, and for less than 0.4 s.
  [[nodiscard]] double integrated_lufs() const;
  /// The higher one of both channels, dBTP; minus infinity for silence.
  [[nodiscard]] double true_peak_dbtp() const;

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace overlace
