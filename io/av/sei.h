// SPDX-License-Identifier: Apache-2.0
// Supplemental messages of H.264 (ITU-R H.264, annex D).
#pragma once

#include <vector>

#include "io/av/nal_units.h"

namespace overlace {

/// A unit without its emulation prevention bytes (H.264, 7.4.1.1), and with them.
[[nodiscard]] Bytes unescaped(ByteSpan unit);
[[nodiscard]] Bytes escaped(ByteSpan plain);

/// A message, as a part of its unit.
struct SeiMessage {
  std::size_t type = 0;
  ByteSpan payload;
  ByteSpan whole;  ///< with its type and size
};

/// The messages of an unescaped unit, up to the first malformed one. `plain` must outlive them.
[[nodiscard]] std::vector<SeiMessage> sei_messages(ByteSpan plain);

}  // namespace overlace
