// SPDX-License-Identifier: Apache-2.0
// Columns of a spectrum: the sound around one sample, split into bands.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace overlace {

/// Columns of the whole sound, one after another, each with its bands in rising order.
struct ColumnTable {
  std::size_t columns = 0, bands = 0;
  std::vector<float> energy;          ///< |X|^2 of each column and band
  std::vector<std::uint16_t> phases;  ///< as in AudioSpectrum; empty if none are wanted
};

/// A way to split sound into bands, made for one sample rate and hop. Any number of threads may use
/// it.
class BandAnalysis {
 public:
  BandAnalysis() = default;
  BandAnalysis(const BandAnalysis&) = delete;
  BandAnalysis& operator=(const BandAnalysis&) = delete;
  virtual ~BandAnalysis() = default;

  /// The centre frequencies of the bands, rising.
  [[nodiscard]] virtual const std::vector<double>& band_hz() const = 0;
  /// The most energy that a sine from -1 to 1 has in a band.
  [[nodiscard]] virtual double full_scale_energy() const = 0;
  /// How many columns make up one task.
  [[nodiscard]] virtual std::size_t columns_at_once() const = 0;
  /// Fills columns `first` to `first + count - 1` of the table. `first` is a multiple of
  /// columns_at_once(), and `count` at most that.
  virtual void run(std::span<const float> samples, std::size_t first, std::size_t count,
                   ColumnTable& table) const = 0;
};

/// 1 + samples / hop; 0 for an empty sound.
[[nodiscard]] std::size_t column_count(std::size_t samples, std::size_t hop);

/// All columns of a sound, computed in parallel.
[[nodiscard]] ColumnTable make_columns(const BandAnalysis& analysis, std::span<const float> samples,
                                       std::size_t hop, bool phases);

/// The sample at an index; 0 before the first and after the last.
[[nodiscard]] inline float sample_at(std::span<const float> samples, std::ptrdiff_t index) {
  const auto place = static_cast<std::size_t>(index);
  return place < samples.size() ? samples[place] : 0.0F;
}

/// The phase of a complex number: -pi..pi as 0..65535; zero has the phase of a positive number.
[[nodiscard]] std::uint16_t phase_code(float re, float im);

/// Number of columns that are computed together, one per lane.
inline constexpr std::size_t column_lanes = 16;

/// Values of such columns; a band and lane are at index band x column_lanes + lane.
using LaneValues = std::vector<float>;

/// Copies `count` lanes into the columns from `first` on.
void store_energy(const LaneValues& energy, std::size_t first, std::size_t count,
                  ColumnTable& table);
/// The same for complex values: stores their energy, and their phases if the table has them.
void store_complex(const LaneValues& re, const LaneValues& im, std::size_t first, std::size_t count,
                   ColumnTable& table);

}  // namespace overlace
