// SPDX-License-Identifier: Apache-2.0
// One audio stream, from packets to blocks of samples.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "io/av/av.h"
#include "io/read/audio_line.h"

namespace overlace {

/// Decodes the packets of one stream, in the order of the file. One thread.
class AudioDecoder {
 public:
  using Take = std::function<void(AudioBlock)>;

  /// Prefers decoders that compute in integers. `name` is the file, for messages; `take` gets every
  /// block. Throws Error(input) where no decoder knows the codec.
  AudioDecoder(const AVStream& stream, const std::string& name, Take take);

  /// Decodes a packet, whose side data may be changed; nullptr ends the stream. Packets that are
  /// damaged give nothing, and are counted.
  void send(AVPacket* packet);
  [[nodiscard]] std::int64_t damaged_packets() const { return damaged_packets_; }

 private:
  void receive_all();

  AVRational time_base_;
  bool skips_twice_;  ///< the decoder skips twice as much as a packet tells it to
  CodecPtr codec_;
  FramePtr frame_;
  Take take_;
  std::int64_t damaged_packets_ = 0;
};

}  // namespace overlace
