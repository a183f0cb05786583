// SPDX-License-Identifier: Apache-2.0
// Per-channel energy normalisation: what is steady fades, what begins stands out.
#pragma once

#include "sound/columns.h"

namespace overlace {

/// Of magnitudes E = 2^31 |X|, which are those of 32-bit samples (Wang et al. 2017, as
/// `librosa.pcen` with its constants): (E / (eps + M)^0.98 + 2)^0.5 - 2^0.5 with eps = 1e-6, where
/// M is E through a pole of 400 ms: M = (1 - b) M + b E, from 1 before the first column. Values by
/// column and band. All columns of a band are its history, so that they are made in one go.
[[nodiscard]] std::vector<float> pcen_of(const ColumnTable& table, double columns_per_s);

}  // namespace overlace
