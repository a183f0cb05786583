// SPDX-License-Identifier: Apache-2.0
#include "sound/pcen.h"

#include <tbb/parallel_for.h>

#include <cmath>

#include "graph/core/elementary.h"

namespace overlace {
namespace {

constexpr double gain = 0.98, bias = 2, eps = 1e-6, time_constant_s = 0.4;
constexpr double full_scale = 2147483648.0;

/// The smoother's coefficient: its squared response has its half width at the time constant.
double smoothing(double columns_per_s) {
  const double columns = time_constant_s * columns_per_s;
  return (std::sqrt(1 + 4 * columns * columns) - 1) / (2 * columns * columns);
}

}  // namespace

std::vector<float> pcen_of(const ColumnTable& table, double columns_per_s) {
  const double b = smoothing(columns_per_s), root = std::sqrt(bias);
  std::vector<float> values(table.energy.size());
  tbb::parallel_for(std::size_t{0}, table.bands, [&](std::size_t band) {
    double smooth = 1;
    for (std::size_t column = 0; column < table.columns; ++column) {
      const std::size_t i = column * table.bands + band;
      const double energy = full_scale * std::sqrt(double{table.energy[i]});
      smooth += b * (energy - smooth);
      const double steady = elementary::exp(gain * elementary::log(eps + smooth));
      values[i] = static_cast<float>(std::sqrt(energy / steady + bias) - root);
    }
  });
  return values;
}

}  // namespace overlace
