// SPDX-License-Identifier: Apache-2.0
// Searching for the neighbours of all points, strip by strip.
#include "gpu/host/link_strips.h"

#include <tbb/parallel_for.h>

#include "gpu/cpu/simd.h"

namespace overlace {
namespace {

/// Points below which a frame is searched by one thread: waking another would take longer.
constexpr std::uint32_t parallel_points = 2000;
/// Neighbours for which a search needs no memory of the heap.
constexpr std::uint32_t few_neighbours = 64;

}  // namespace

LinkStrips::LinkStrips(SimdLevel simd) : search_strip_(strip_kernel(simd)) {}

void LinkStrips::search(const LinkPoints& points, const LinkRule& rule, std::uint32_t k,
                        Neighbours& found) {
  found.shape(points.size(), k, no_neighbour(rule));
  if (points.size() == 0 || k == 0) return;
  const StripsView strips = cutter_.cut(points, k, rule.classes != ClassRule::any);
  const auto search_strip = [&](std::uint32_t strip) {
    alignas(64) double few[few_neighbours * max_search_lanes];
    std::vector<double> many(k > few_neighbours ? std::size_t{k} * max_search_lanes : 0);
    search_strip_(strips, rule, strip,
                  {.k = k, .keys = found.keys.data(), .scratch = many.empty() ? few : many.data()});
  };
  if (points.size() < parallel_points) {
    for (std::uint32_t strip = 0; strip < strips.strips; ++strip) search_strip(strip);
  } else {
    tbb::parallel_for(0U, strips.strips, search_strip);
  }
}

}  // namespace overlace
