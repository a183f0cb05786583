// SPDX-License-Identifier: Apache-2.0
// Columns of a spectrum from the non-stationary Gabor transform.
#pragma once

#include "sound/columns.h"
#include "sound/nsgt.h"

namespace overlace {

/// Bands have a value every few samples, high bands more often. A column takes the largest value
/// within half a hop of its sample, so that no click is lost between columns; its phase is that of
/// the value nearest to the sample.
class NsgtBands final : public BandAnalysis {
 public:
  /// The lowest `bands` bands. Throws as Nsgt does.
  NsgtBands(double sample_rate, std::size_t hop, double fmin_hz, int bins_per_octave,
            std::size_t bands);

  [[nodiscard]] const std::vector<double>& band_hz() const override { return band_hz_; }
  [[nodiscard]] double full_scale_energy() const override { return 0.25; }
  [[nodiscard]] std::size_t columns_at_once() const override;
  void run(std::span<const float> samples, std::size_t first, std::size_t count,
           ColumnTable& table) const override;

 private:
  std::size_t hop_;
  Nsgt nsgt_;
  std::vector<double> band_hz_;
};

}  // namespace overlace
