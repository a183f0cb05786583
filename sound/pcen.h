// SPDX-License-Identifier: Apache-2.0
// Per-channel energy normalisation: steady sounds are attenuated, onsets stand out.
#pragma once

#include "sound/columns.h"

namespace overlace {

/// PCEN (Wang et al. 2017, as in `librosa.pcen` with its constants) of magnitudes E = 2^31 |X|, the
/// scale of 32-bit samples: (E / (eps + M)^0.98 + 2)^0.5 - 2^0.5 with eps = 1e-6, where M is E
/// smoothed by a pole of 400 ms: M = (1 - b) M + b E, starting at 1 before the first column. Values
/// are by column and band. A value depends on all earlier columns, so all are made at once.
[[nodiscard]] std::vector<float> pcen_of(const ColumnTable& table, double columns_per_s);

}  // namespace overlace
