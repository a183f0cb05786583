// SPDX-License-Identifier: Apache-2.0
// One audio stream, from packets to blocks of samples.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "io/av/av.h"
#include "io/read/audio_line.h"

namespace overlace {

/// Decodes the packets of one stream, in file order. One thread.
class AudioDecoder {
 public:
  using Take = std::function<void(AudioBlock)>;

  /// Prefers decoders that compute in integers. `name` is the file's, for messages; `take` receives
  /// every block. Throws Error(input) where no decoder supports the codec.
  AudioDecoder(const AVStream& stream, const std::string& name, Take take);

  /// Decodes a packet, whose side data may be changed; nullptr ends the stream. Damaged packets
  /// give nothing, and are counted.
  void send(AVPacket* packet);
  [[nodiscard]] std::int64_t damaged_packets() const { return damaged_packets_; }

 private:
  void receive_all();

  AVRational time_base_;
  bool skips_twice_;  ///< the decoder skips twice as much as a packet says
  CodecPtr codec_;
  FramePtr frame_;
  Take take_;
  std::int64_t damaged_packets_ = 0;
};

}  // namespace overlace
