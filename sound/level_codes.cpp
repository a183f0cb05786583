// SPDX-License-Identifier: Apache-2.0
#include "sound/level_codes.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>

#include "sound/decibels.h"

namespace overlace {
namespace {

constexpr float most_code = 65535;

/// The nearest code of 0..1; other values are clamped. Adding 1.5 x 2^23 leaves no bits for a
/// fraction: vectors have no other rounding that all instruction sets share.
std::uint16_t code_of(float part) {
  constexpr float no_fractions = 12582912.0F;
  const float limited = part < 1 ? (part > 0 ? part : 0) : 1;
  const float whole = (limited * most_code + no_fractions) - no_fractions;
  return static_cast<std::uint16_t>(static_cast<std::int32_t>(whole));
}

/// The codes of all values; `part` maps each to 0..1.
template <class Part>
std::vector<std::uint16_t> codes_of(const std::vector<float>& values, Part part) {
  constexpr std::size_t at_once = 1U << 16U;
  std::vector<std::uint16_t> codes(values.size());
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, values.size(), at_once),
                    [&](const tbb::blocked_range<std::size_t>& range) {
                      const float* __restrict value = values.data();
                      std::uint16_t* __restrict code = codes.data();
                      for (std::size_t i = range.begin(); i < range.end(); ++i)
                        code[i] = code_of(part(value[i]));
                    });
  return codes;
}

}  // namespace

float greatest_energy(const ColumnTable& table) {
  const auto most = std::max_element(table.energy.begin(), table.energy.end());
  return most == table.energy.end() ? 0 : *most;
}

std::vector<std::uint16_t> decibel_codes(const std::vector<float>& energy, float reference,
                                         double floor_db) {
  const auto floor = static_cast<float>(floor_db);
  const float lowest = decibels_of(reference) + floor, scale = -1 / floor;
  return codes_of(energy, [=](float value) {
    const float part = (decibels_of(value) - lowest) * scale;
    return value > least_energy ? part : 0;
  });
}

std::vector<std::uint16_t> magnitude_codes(const std::vector<float>& energy, float reference) {
  const float scale = 1 / std::sqrt(std::max(reference, least_energy));
  return codes_of(energy, [=](float value) {
    const float part = std::sqrt(value) * scale;
    return value > least_energy ? part : 0;
  });
}

std::vector<std::uint16_t> value_codes(const std::vector<float>& values) {
  const auto most = std::max_element(values.begin(), values.end());
  if (most == values.end() || !(*most > 0)) return std::vector<std::uint16_t>(values.size());
  const float scale = 1 / *most;
  return codes_of(values, [=](float value) { return value * scale; });
}

}  // namespace overlace
