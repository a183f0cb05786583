// SPDX-License-Identifier: Apache-2.0
// Searches for the neighbours of all points, band by band.
#include "gpu/host/link_bands.h"

#include <tbb/parallel_for.h>

#include "gpu/host/simd.h"

namespace overlace {
namespace {

/// Frames with fewer points are searched by one thread: waking another would take longer.
constexpr std::uint32_t parallel_points = 2000;
/// Up to this many neighbours, a search needs no heap memory.
constexpr std::uint32_t few_neighbours = 64;

}  // namespace

LinkBands::LinkBands(SimdLevel simd) : search_band_(band_kernel(simd)) {}

void LinkBands::search(const LinkPoints& points, const LinkRule& rule, std::uint32_t k,
                       Neighbours& found) {
  found.shape(points.size(), k, no_neighbour(rule));
  if (points.size() == 0 || k == 0) return;
  const BandsView bands = cutter_.cut(points, k, rule.classes != ClassRule::any);
  const auto search_band = [&](std::uint32_t band) {
    alignas(64) double few[few_neighbours * max_search_lanes];
    std::vector<double> many(k > few_neighbours ? std::size_t{k} * max_search_lanes : 0);
    search_band_(bands, rule, band,
                 {.k = k, .keys = found.keys.data(), .scratch = many.empty() ? few : many.data()});
  };
  if (points.size() < parallel_points) {
    for (std::uint32_t band = 0; band < bands.bands; ++band) search_band(band);
  } else {
    tbb::parallel_for(0U, bands.bands, search_band);
  }
}

}  // namespace overlace
