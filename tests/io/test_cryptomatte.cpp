// SPDX-License-Identifier: Apache-2.0
// Cryptomatte ids against published values, and the order of ranks.
#include <gtest/gtest.h>

#include <bit>

#include "io/exr/cryptomatte.h"

namespace overlace {
namespace {

TEST(Cryptomatte, HashesAsMurmurHash3) {
  // https://en.wikipedia.org/wiki/MurmurHash
  EXPECT_EQ(murmur3_32(""), 0U);
  EXPECT_EQ(murmur3_32("test"), 0xBA6BD213U);
  EXPECT_EQ(murmur3_32("Hello, world!"), 0xC0363E43U);
  EXPECT_EQ(murmur3_32("The quick brown fox jumps over the lazy dog"), 0x2E4FF723U);
}

TEST(Cryptomatte, IdsAreOrdinaryFloats) {
  EXPECT_EQ(cryptomatte_id("hello"), 0x248BFA47U);
  EXPECT_EQ(murmur3_32("track 172"), 0x7FC17EF6U);
  EXPECT_EQ(cryptomatte_id("track 172"), 0x7F417EF6U);
}

TEST(Cryptomatte, KeepsTheHeaviestSixInOrder) {
  CryptomatteLayer layer("CryptoTrack", {3, 5, 2, 1});
  std::vector<CryptomatteLayer::Weight> weights;
  for (std::uint32_t i = 0; i < 8; ++i) {
    EXPECT_EQ(layer.number_of(std::string(1, static_cast<char>('a' + i))), i);
    weights.emplace_back(i, i == 7 ? 0.01F : 0.01F * static_cast<float>(i + 1));
  }
  EXPECT_EQ(layer.number_of("c"), 2U);
  layer.set(4, 5, weights);
  EXPECT_EQ(layer.dropped(), 2U);
  const FloatChannels channels = std::move(layer).finish();
  ASSERT_EQ(channels.names.size(), 12U);
  EXPECT_EQ(channels.names.front(), "CryptoTrack00.R");
  EXPECT_EQ(channels.names.back(), "CryptoTrack02.A");
  for (std::size_t i = 0; i < 12; ++i) EXPECT_EQ(channels.samples[i], 0);
  for (std::uint32_t rank = 0; rank < 6; ++rank) {
    const std::string name(1, static_cast<char>('g' - static_cast<char>(rank)));
    EXPECT_EQ(std::bit_cast<std::uint32_t>(channels.samples[12 + 2 * rank]), cryptomatte_id(name));
    EXPECT_EQ(channels.samples[13 + 2 * rank], 0.01F * static_cast<float>(7 - rank));
  }
  EXPECT_EQ(channels.attributes.back().second.substr(0, 16), R"({"a":"3c2569b2",)");
}

}  // namespace
}  // namespace overlace
