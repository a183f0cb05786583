// SPDX-License-Identifier: Apache-2.0
// Columns of a spectrum, resampled to the rows of a picture.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "graph/data/clip_audio.h"
#include "nodes/parts/frequency_axis.h"

namespace overlace {

/// Makes columns on demand and caches the latest ones: when a picture scrolls, almost all of them
/// were already in the previous frame.
class AxisColumns {
 public:
  /// Precondition: the spectrum is not null and has columns and bands.
  explicit AxisColumns(std::shared_ptr<const AudioSpectrum> spectrum)
      : spectrum_(std::move(spectrum)) {}

  /// Sets the number of rows; does nothing if it is unchanged.
  void set_rows(const FrequencyAxis& axis, std::size_t rows) {
    if (cells_.size() == rows) return;
    cells_ = axis.cells(rows, spectrum_->band_hz);
    const std::size_t kept = std::max(kept_levels / rows, least_kept);
    index_.assign(kept, none);
    levels_.assign(kept * rows, 0);
  }

  [[nodiscard]] std::span<const BandCell> cells() const { return cells_; }

  /// The levels of a column's bands, low frequencies first. Precondition: the column exists.
  [[nodiscard]] std::span<const std::uint16_t> bands(std::int64_t column) const {
    return std::span(spectrum_->levels)
        .subspan(static_cast<std::size_t>(column) * spectrum_->bands(), spectrum_->bands());
  }

  /// The levels of a column's rows, low frequencies first. Valid until a column that is not its
  /// neighbour is requested. Preconditions: rows are set, and the column exists.
  [[nodiscard]] std::span<const std::uint16_t> rows(std::int64_t column) {
    const std::size_t slot = static_cast<std::size_t>(column) % index_.size();
    const std::span<std::uint16_t> levels =
        std::span(levels_).subspan(slot * cells_.size(), cells_.size());
    if (index_[slot] == column) return levels;
    index_[slot] = column;
    const std::span<const std::uint16_t> from = bands(column);
    std::ranges::transform(cells_, levels.begin(),
                           [from](const BandCell& cell) { return cell.of(from); });
    return levels;
  }

 private:
  static constexpr std::size_t kept_levels = std::size_t{1} << 21U;  ///< 4 MiB
  static constexpr std::size_t least_kept = 2;                       ///< a column and the next
  static constexpr std::int64_t none = -1;

  std::shared_ptr<const AudioSpectrum> spectrum_;
  std::vector<BandCell> cells_;        ///< by row
  std::vector<std::int64_t> index_;    ///< the column in each slot
  std::vector<std::uint16_t> levels_;  ///< slots x rows
};

}  // namespace overlace
