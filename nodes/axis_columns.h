// SPDX-License-Identifier: Apache-2.0
// Columns of a spectrum as the rows of a picture show them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "graph/data/clip_audio.h"
#include "nodes/frequency_axis.h"

namespace overlace {

/// Makes each column when it is asked for, and keeps those that were asked for last: of a picture
/// that scrolls, almost all were in the frame before.
class AxisColumns {
 public:
  /// Precondition: the spectrum is not null and has columns and bands.
  explicit AxisColumns(std::shared_ptr<const AudioSpectrum> spectrum)
      : spectrum_(std::move(spectrum)) {}

  /// Sets how many rows of pixels there are; nothing is done where that is as before.
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

  /// The levels of a column's rows, low frequencies first. Holds until another column is asked
  /// for that is not its neighbour. Preconditions: rows are set, and the column exists.
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
  std::vector<BandCell> cells_;        ///< of each row
  std::vector<std::int64_t> index_;    ///< which column each place keeps
  std::vector<std::uint16_t> levels_;  ///< places x rows
};

}  // namespace overlace
