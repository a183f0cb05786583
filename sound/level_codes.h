// SPDX-License-Identifier: Apache-2.0
// From energies to 16 bits.
#pragma once

#include <cstdint>
#include <vector>

#include "sound/columns.h"

namespace overlace {

/// The largest energy of a table; 0 of an empty one.
[[nodiscard]] float greatest_energy(const ColumnTable& table);

/// Decibels from `floor_db` below the reference, which is negative, to the reference as 0..65535.
/// Energies up to 1e-10 are 0.
[[nodiscard]] std::vector<std::uint16_t> decibel_codes(const std::vector<float>& energy,
                                                       float reference, double floor_db);
/// Magnitudes up to that of the reference as 0..65535. Energies up to 1e-10 are 0.
[[nodiscard]] std::vector<std::uint16_t> magnitude_codes(const std::vector<float>& energy,
                                                         float reference);
/// Values from 0 to the largest as 0..65535; all 0 where none is positive.
[[nodiscard]] std::vector<std::uint16_t> value_codes(const std::vector<float>& values);

}  // namespace overlace
