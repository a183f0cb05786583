// SPDX-License-Identifier: Apache-2.0
// A delivered key frame is a safe start: everything displayed before it has been delivered, too.
#include "io/read/packet_history.h"

#include <algorithm>

namespace overlace {

const AVPacket& PacketHistory::add(const AVPacket& packet) {
  PacketPtr kept = make_packet();
  check_av(av_packet_ref(kept.get(), &packet), ErrorCode::internal, "keeping a packet");
  kept->pos = next_label_--;
  bytes_ += kept->size;
  packets_.push_back(std::move(kept));
  overflowed_ = overflowed_ || bytes_ > byte_limit_;
  if (overflowed_) drop_unusable();
  return *packets_.back();
}

/// Packets are useless without the key frame before them; the next key frame may start again.
void PacketHistory::drop_unusable() {
  auto first = packets_.begin();
  std::int64_t bytes = bytes_;
  const auto useful = [&] {
    return ((*first)->flags & AV_PKT_FLAG_KEY) != 0 && bytes <= byte_limit_;
  };
  for (; first + 1 != packets_.end() && !useful(); ++first) bytes -= (*first)->size;
  drop_before((*first)->pos);
}

bool PacketHistory::is_key(std::int64_t label) const {
  const auto found = std::ranges::find(packets_, label, [](const PacketPtr& p) { return p->pos; });
  return found != packets_.end() && ((*found)->flags & AV_PKT_FLAG_KEY) != 0;
}

// Demuxers also mark the start of a gradual refresh; only an intra picture is complete at once.
void PacketHistory::deliver(const AVFrame& frame) {
  delivered_.push_back(frame.pkt_pos);
  if (frame.pict_type != AV_PICTURE_TYPE_I || !is_key(frame.pkt_pos)) return;
  drop_before(frame.pkt_pos);
  overflowed_ = false;
}

void PacketHistory::drop_before(std::int64_t label) {
  while (!packets_.empty() && packets_.front()->pos > label) {
    bytes_ -= packets_.front()->size;
    packets_.pop_front();
  }
  std::erase_if(delivered_, [label](std::int64_t l) { return l > label; });
}

}  // namespace overlace
