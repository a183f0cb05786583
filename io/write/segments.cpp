// SPDX-License-Identifier: Apache-2.0
// When in doubt, a stream has no segments: a wrong passthrough cannot be undone.
#include "io/write/segments.h"

#include <algorithm>

#include "io/av/bytes.h"
#include "io/read/input_file.h"
#include "io/read/stream_facts.h"
#include "io/write/avc.h"

namespace overlace {
namespace {

/// What a packet states about itself.
struct Unit {
  bool begins = false;  ///< no earlier packet in decoding order is needed from here on
  bool intact = true;
};

/// Examines the packets of one codec.
class Inspector {
 public:
  explicit Inspector(const AVCodecParameters& codec) {
    // FFV1 is described as intra-only, but its coder's state may continue from frame to frame.
    if (is_intra_only(codec.codec_id) || codec.codec_id == AV_CODEC_ID_FFV1) return;
    avc_ = codec.codec_id == AV_CODEC_ID_H264 && parse_avc_config(extradata_of(codec), config_) &&
           config_.length_bytes == 4;
    known_ = avc_;
  }
  [[nodiscard]] bool known() const { return known_; }

  [[nodiscard]] Unit look(const AVPacket& packet) const {
    const bool key = (packet.flags & AV_PKT_FLAG_KEY) != 0;
    if (!avc_) return {key, true};
    const std::vector<AvcNal> types = units_of(bytes_of(packet), config_.length_bytes);
    const auto has = [&types](AvcNal type) {
      return std::ranges::find(types, type) != types.end();
    };
    const bool sets = has(AvcNal::sequence_set) || has(AvcNal::picture_set);
    return {has(AvcNal::idr), !types.empty() && !sets};
  }

 private:
  bool known_ = true, avc_ = false;
  AvcConfig config_;
};

/// Collects packets into a map.
class Collector {
 public:
  void add(const AVPacket& packet, const Unit& unit) {
    const std::int64_t stamp = packet.pts != AV_NOPTS_VALUE ? packet.pts : packet.dts;
    if (stamp == AV_NOPTS_VALUE) refuse("its packets have no time stamps");
    if ((packet.flags & AV_PKT_FLAG_DISCARD) != 0) refuse("an edit list leaves frames out");
    if (unit.begins || map_.segments.empty())
      map_.segments.push_back({static_cast<std::int32_t>(map_.stamps.size()), 0});
    Segment& segment = map_.segments.back();
    ++segment.frames;
    const bool whole = (packet.flags & AV_PKT_FLAG_CORRUPT) == 0 && packet.size > 0;
    segment.intact = segment.intact && unit.intact && whole;
    map_.stamps.push_back(stamp);
    begins_whole_ =
        begins_whole_ && (map_.segments.size() > 1 || segment.frames > 1 || unit.begins);
  }

  SegmentMap finish() {
    if (!begins_whole_) refuse("it does not begin with a key frame");
    for (const Segment& segment : map_.segments) order(segment);
    const auto repeated = std::ranges::adjacent_find(map_.stamps, std::greater_equal());
    if (repeated != map_.stamps.end()) refuse("its time stamps repeat or run backwards");
    return std::move(map_);
  }

 private:
  void refuse(const char* why) {
    if (map_.refusal.empty()) map_.refusal = why;
  }
  // Puts timestamps from decoding order into display order.
  void order(const Segment& segment) {
    const auto begin = map_.stamps.begin() + segment.first;
    const std::vector<std::int64_t> decoded(begin, begin + segment.frames);
    std::sort(begin, begin + segment.frames);
    for (int k = 0; k < segment.frames; ++k) {
      const auto shown = std::lower_bound(begin, begin + segment.frames, decoded[k]) - begin;
      map_.reorder = std::max(map_.reorder, k - static_cast<int>(shown));
    }
  }

  SegmentMap map_;
  bool begins_whole_ = true;
};

}  // namespace

SegmentMap find_segments(const std::string& path, const AVStream& stream) {
  const Inspector inspector(*stream.codecpar);
  if (!inspector.known()) {
    SegmentMap map;
    map.refusal = std::string("no part of ") + avcodec_get_name(stream.codecpar->codec_id) +
                  " in this container is certain to decode alone";
    return map;
  }
  InputFile file = open_input(path);
  const PacketPtr packet = make_packet();
  Collector collector;
  while (read_packet(file, *packet, path)) {
    if (packet->stream_index == stream.index) collector.add(*packet, inspector.look(*packet));
    av_packet_unref(packet.get());
  }
  return collector.finish();
}

}  // namespace overlace
