// SPDX-License-Identifier: Apache-2.0
#include "sound/columns.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>

#include "graph/core/math.h"

namespace overlace {

std::size_t column_count(std::size_t samples, std::size_t hop) {
  return samples == 0 ? 0 : 1 + samples / hop;
}

ColumnTable make_columns(const BandAnalysis& analysis, std::span<const float> samples,
                         std::size_t hop, bool phases) {
  ColumnTable table;
  table.columns = column_count(samples.size(), hop);
  table.bands = analysis.band_hz().size();
  table.energy.resize(table.columns * table.bands);
  if (phases) table.phases.resize(table.energy.size());
  const std::size_t at_once = analysis.columns_at_once();
  tbb::parallel_for(std::size_t{0}, (table.columns + at_once - 1) / at_once, [&](std::size_t task) {
    const std::size_t first = task * at_once;
    analysis.run(samples, first, std::min(at_once, table.columns - first), table);
  });
  return table;
}

std::uint16_t phase_code(float re, float im) {
  if (re == 0 && im == 0) return 32768;
  const float degrees = direction_degrees(re, im);
  const float turned = degrees <= 180 ? degrees + 180 : degrees - 180;
  return static_cast<std::uint16_t>(std::lround(turned * (65535.0F / 360.0F)));
}

void store_energy(const LaneValues& energy, std::size_t first, std::size_t count,
                  ColumnTable& table) {
  for (std::size_t lane = 0; lane < count; ++lane) {
    float* column = table.energy.data() + (first + lane) * table.bands;
    for (std::size_t band = 0; band < table.bands; ++band)
      column[band] = energy[band * column_lanes + lane];
  }
}

void store_complex(const LaneValues& re, const LaneValues& im, std::size_t first, std::size_t count,
                   ColumnTable& table) {
  for (std::size_t lane = 0; lane < count; ++lane) {
    const std::size_t start = (first + lane) * table.bands;
    for (std::size_t band = 0; band < table.bands; ++band) {
      const float x = re[band * column_lanes + lane], y = im[band * column_lanes + lane];
      table.energy[start + band] = x * x + y * y;
      if (!table.phases.empty()) table.phases[start + band] = phase_code(x, y);
    }
  }
}

}  // namespace overlace
