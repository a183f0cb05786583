// SPDX-License-Identifier: Apache-2.0
// Converts energies to 16-bit levels.
#pragma once

#include <cstdint>
#include <vector>

#include "sound/columns.h"

namespace overlace {

/// The largest energy in a table; 0 if it is empty.
[[nodiscard]] float greatest_energy(const ColumnTable& table);

/// Decibels relative to the reference, from `floor_db` (negative) to 0, as 0..65535. Energies up to
/// 1e-10 become 0.
[[nodiscard]] std::vector<std::uint16_t> decibel_codes(const std::vector<float>& energy,
                                                       float reference, double floor_db);
/// Magnitudes from 0 to that of the reference as 0..65535. Energies up to 1e-10 become 0.
[[nodiscard]] std::vector<std::uint16_t> magnitude_codes(const std::vector<float>& energy,
                                                         float reference);
/// Values from 0 to the largest as 0..65535; all 0 if none is positive.
[[nodiscard]] std::vector<std::uint16_t> value_codes(const std::vector<float>& values);

}  // namespace overlace
