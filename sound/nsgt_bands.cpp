// SPDX-License-Identifier: Apache-2.0
#include "sound/nsgt_bands.h"

#include <algorithm>

namespace overlace {
namespace {

/// Half slices per task; one more slice than that is transformed.
constexpr std::size_t halves_at_once = 8;

std::ptrdiff_t floor_divided(std::ptrdiff_t a, std::ptrdiff_t b) {
  return a / b - (a % b < 0 ? 1 : 0);
}

/// The transforms of consecutive slices.
std::vector<NsgtSlice> slices_between(const Nsgt& nsgt, std::span<const float> samples,
                                      std::ptrdiff_t first, std::ptrdiff_t last) {
  std::vector<NsgtSlice> slices(static_cast<std::size_t>(last - first + 2));
  Nsgt::Work work;
  for (std::ptrdiff_t slice = first; slice <= last; slice += 2) {
    const auto at = static_cast<std::size_t>(slice - first);
    nsgt.transform(samples, slice, slices[at], slices[at + 1], work);
  }
  return slices;
}

/// The values of a band, added where slices overlap: the slices' windows sum to 1, so the result is
/// the band's part of the sound.
NsgtValues band_between(const Nsgt& nsgt, const NsgtBand& band,
                        const std::vector<NsgtSlice>& slices, std::size_t halves) {
  const std::size_t half = (std::size_t{1} << band.log2_values) / 2;
  NsgtValues sum(halves * half);
  Nsgt::Work work;
  for (std::size_t slice = 0; slice <= halves; ++slice) {
    const NsgtValues values = nsgt.values_of(band, slices[slice], work);
    for (std::size_t m = 0; m < half; ++m) {
      if (slice > 0) sum[(slice - 1) * half + m] += values[m];
      if (slice < halves) sum[slice * half + m] += values[half + m];
    }
  }
  return sum;
}

}  // namespace

NsgtBands::NsgtBands(double sample_rate, std::size_t hop, double fmin_hz, int bins_per_octave,
                     std::size_t bands)
    : hop_(hop), nsgt_({sample_rate, fmin_hz, bins_per_octave, hop}) {
  const std::size_t most = nsgt_.bands().size() - 2;
  for (std::size_t band = 0; band < std::min(bands, most); ++band)
    band_hz_.push_back(nsgt_.bands()[1 + band].middle_hz);
}

std::size_t NsgtBands::columns_at_once() const {
  return std::max<std::size_t>(1, halves_at_once * nsgt_.half() / hop_);
}

void NsgtBands::run(std::span<const float> samples, std::size_t first, std::size_t count,
                    ColumnTable& table) const {
  const auto hop = static_cast<std::ptrdiff_t>(hop_);
  const auto half = static_cast<std::ptrdiff_t>(nsgt_.half());
  const auto start = static_cast<std::ptrdiff_t>(first) * hop;
  const std::ptrdiff_t end = start + static_cast<std::ptrdiff_t>(count - 1) * hop;
  const std::ptrdiff_t first_half = floor_divided(start - hop, half);
  const std::ptrdiff_t last_half = floor_divided(end + hop, half);
  const auto halves = static_cast<std::size_t>(last_half - first_half + 1);
  const std::vector<NsgtSlice> slices = slices_between(nsgt_, samples, first_half, last_half + 1);
  for (std::size_t band = 0; band < band_hz_.size(); ++band) {
    const NsgtBand& window = nsgt_.bands()[1 + band];
    const NsgtValues values = band_between(nsgt_, window, slices, halves);
    const std::ptrdiff_t step = 2 * half >> window.log2_values;
    for (std::size_t column = 0; column < count; ++column) {
      const std::ptrdiff_t middle =
          start + static_cast<std::ptrdiff_t>(column) * hop - first_half * half;
      const std::ptrdiff_t to = (middle + hop / 2) / step;
      double most = 0;
      for (std::ptrdiff_t m = (middle - hop / 2 + step - 1) / step; m <= to; ++m)
        most = std::max(most, std::norm(values[static_cast<std::size_t>(m)]));
      const std::size_t place = (first + column) * table.bands + band;
      table.energy[place] = static_cast<float>(most);
      if (table.phases.empty()) continue;
      const auto nearest = values[static_cast<std::size_t>((middle + step / 2) / step)];
      table.phases[place] =
          phase_code(static_cast<float>(nearest.real()), static_cast<float>(nearest.imag()));
    }
  }
}

}  // namespace overlace
