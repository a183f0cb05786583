// SPDX-License-Identifier: Apache-2.0
// Which packets of a stream are kept for decoding it again.
#include <gtest/gtest.h>

#include "io/read/packet_history.h"

namespace overlace {
namespace {

constexpr int packet_bytes = 100;

PacketPtr packet_of(bool key) {
  PacketPtr packet = make_packet();
  EXPECT_EQ(av_new_packet(packet.get(), packet_bytes), 0);
  packet->flags = key ? AV_PKT_FLAG_KEY : 0;
  return packet;
}
/// Adds a packet and returns its label.
std::int64_t add(PacketHistory& history, bool key) {
  return history.add(*packet_of(key)).pos;
}
void deliver(PacketHistory& history, std::int64_t label, bool intra) {
  const FramePtr frame = make_frame();
  frame->pkt_pos = label;
  frame->pict_type = intra ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_P;
  history.deliver(*frame);
}

TEST(PacketHistory, KeepsPacketsFromTheLastKeyFrameShown) {
  PacketHistory history;
  deliver(history, add(history, true), true);
  deliver(history, add(history, false), false);
  const std::int64_t key = add(history, true);
  deliver(history, key, true);
  const std::int64_t after = add(history, false);
  deliver(history, after, false);
  EXPECT_EQ(history.take_delivered(), (std::vector{key, after}));
  EXPECT_EQ(history.take_packets().size(), 2U);
}

TEST(PacketHistory, TooManyBytesAreGivenUp) {
  PacketHistory history(3 * packet_bytes);
  deliver(history, add(history, true), true);
  add(history, false);
  add(history, false);
  EXPECT_FALSE(history.overflowed());
  add(history, false);
  EXPECT_TRUE(history.overflowed());
  EXPECT_TRUE(history.take_delivered().empty()) << "of the packets kept none has given a frame";
  EXPECT_EQ(history.take_packets().size(), 1U) << "only the one that is about to be decoded";
}

TEST(PacketHistory, TheNextKeyFrameStartsAgain) {
  PacketHistory history(3 * packet_bytes);
  deliver(history, add(history, true), true);
  for (int i = 0; i < 5; ++i) add(history, false);
  const std::int64_t key = add(history, true);
  add(history, false);
  EXPECT_TRUE(history.overflowed()) << "the key frame has not been shown yet";
  deliver(history, key, true);
  EXPECT_FALSE(history.overflowed());
  EXPECT_EQ(history.take_packets().size(), 2U);
}

}  // namespace
}  // namespace overlace
