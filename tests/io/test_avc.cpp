// SPDX-License-Identifier: Apache-2.0
// H.264 records and packets, whole and truncated, written by hand from the standards.
#include <gtest/gtest.h>

#include "io/write/avc.h"

namespace overlace {
namespace {

// Profile 100, level 4.0, 4-byte lengths; a sequence parameter set with id 0 (the first bit after
// the profile's three bytes is 1) and a picture parameter set with id 2 (bits 011).
const Bytes record{1,  100,  0, 40, 0xff, 0xe1, 0,    5,    0x67, 100,  0,
                   40, 0xac, 1, 0,  2,    0x68, 0x60, 0xfd, 0xf8, 0xf8, 0};

TEST(Avc, RecordSurvivesReadingAndWriting) {
  AvcConfig config;
  ASSERT_TRUE(parse_avc_config(record, config));
  EXPECT_EQ(config.head, (Bytes{100, 0, 40}));
  EXPECT_EQ(config.length_bytes, 4);
  EXPECT_EQ(config.tail, (Bytes{0xfd, 0xf8, 0xf8, 0}));
  EXPECT_EQ(parameter_set_ids(config), (std::set<unsigned>{0, 2}));
  EXPECT_EQ(write_avc_config(config), record);
}

TEST(Avc, CutRecordsAreRefused) {
  constexpr std::size_t without_tail = 18;
  for (std::size_t size = 0; size < record.size(); ++size) {
    AvcConfig config;
    EXPECT_EQ(parse_avc_config({record.data(), size}, config), size >= without_tail) << size;
  }
  AvcConfig config;
  EXPECT_FALSE(parse_avc_config(Bytes{0, 0, 0, 1, 0x67, 100, 0, 40}, config)) << "start codes";
}

TEST(Avc, ParameterSetsOfAnotherEncoderAreAdded) {
  AvcConfig config;
  ASSERT_TRUE(parse_avc_config(record, config));
  // Id 1 (bits 010) in both parameter sets, with a unit of another type between them.
  add_parameter_sets(
      config, Bytes{0, 0, 0, 1, 0x67, 100, 0, 40, 0x40, 0, 0, 1, 0x06, 9, 0, 0, 1, 0x68, 0x40});
  EXPECT_EQ(config.sequence_sets.size(), 2U);
  EXPECT_EQ(config.picture_sets.size(), 2U);
  EXPECT_EQ(parameter_set_ids(config), (std::set<unsigned>{0, 1, 2}));
}

TEST(Avc, PacketsKnowTheirUnits) {
  const Bytes packet = with_lengths(Bytes{0, 0, 0, 1, 0x06, 1, 0, 0, 1, 0x65, 7, 8, 9});
  EXPECT_EQ(packet, (Bytes{0, 0, 0, 2, 0x06, 1, 0, 0, 0, 4, 0x65, 7, 8, 9}));
  EXPECT_EQ(units_of(packet, 4), (std::vector<AvcNal>{static_cast<AvcNal>(6), AvcNal::idr}));
  for (const std::size_t size : {3U, 5U, 8U, 11U, 13U})
    EXPECT_TRUE(units_of({packet.data(), size}, 4).empty()) << size;
}

}  // namespace
}  // namespace overlace
