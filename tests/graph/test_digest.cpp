// SPDX-License-Identifier: Apache-2.0
// Digests as text.
#include <gtest/gtest.h>

#include "graph/core/digest.h"

namespace overlace {
namespace {

TEST(Digest, TextHasAllDigitsOfBothHalves) {
  EXPECT_EQ(hex_of({0x1, 0x23}), "00000000000000230000000000000001");
  EXPECT_NE(hex_of({0x1, 0x23}), hex_of({0x31, 0x2}));
}

// xxHash's own digest of empty input: 99aa06d3014798d8 6001c324468d497f, high half first.
TEST(Digest, IsThatOfXxHash) {
  EXPECT_EQ(hex_of(Digest().value()), "6001c324468d497f99aa06d3014798d8");
}

}  // namespace
}  // namespace overlace
