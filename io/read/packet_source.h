// SPDX-License-Identifier: Apache-2.0
// The packets of one video stream, one after the other or from another place on; those of other
// streams go to whoever wants them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "io/read/input_file.h"
#include "io/read/packet_index.h"

namespace overlace {

/// An input that is read. One thread at a time.
class PacketSource {
 public:
  /// Opens an input, as `open_input`. Throws Error(input), Error(usage), and Error(input) where
  /// there is no video.
  PacketSource(std::string path, std::optional<Rational> frame_rate);

  /// As it was opened; stays where it is.
  [[nodiscard]] InputFile& file() { return file_; }
  [[nodiscard]] const InputFile& file() const { return file_; }
  [[nodiscard]] AVStream& stream() const { return stream_; }

  /// The next packet of the video. Packets of other streams before it are handed on. As
  /// av_read_frame. Throws Error(input) where the disk fails.
  [[nodiscard]] int read(AVPacket& packet);
  /// How many packets of the video come before the next.
  [[nodiscard]] std::size_t place() const { return place_; }
  /// End of the latest packet of any stream, in microseconds.
  [[nodiscard]] std::int64_t last_packet_us() const { return last_packet_us_; }

  /// Goes to a packet of the video. Where packets of other streams are wanted they are all handed
  /// on, those before it too, each once; else the container's own way of seeking is taken where it
  /// leads to the very packet. False where there is no way, after which `restart` is to be called.
  [[nodiscard]] bool go_to(const RandomAccess& access, const PacketIndex& index);
  /// Back to the first packet. Packets that were handed on are not handed on again.
  void restart();

  /// From now on `take` gets the packets of every stream `wanted` says yes to, in file order. Those
  /// met before are delivered first, unless `forget_others` was called.
  void on_packets(const std::function<bool(const AVStream&)>& wanted,
                  std::function<void(PacketPtr)> take);
  /// Nobody has asked for packets of other streams so far: those met are let go of.
  void forget_others();

 private:
  [[nodiscard]] bool seek(const RandomAccess& access, const PacketIndex& index);
  [[nodiscard]] bool skip_to(std::size_t place, const PacketIndex& index);
  [[nodiscard]] int read_any(AVPacket& packet);
  void route(AVPacket& packet);
  void deliver(PacketPtr packet);

  std::string path_;
  std::optional<Rational> frame_rate_;
  InputFile file_;
  AVStream& stream_;
  std::optional<InputFile> again_;  ///< opened anew; read instead of the first
  InputFile* read_;
  std::size_t place_ = 0;
  std::int64_t last_packet_us_ = 0;
  std::optional<PacketPtr> next_;  ///< a packet that was met while seeking
  std::vector<char> wanted_;       ///< by stream index
  std::function<void(PacketPtr)> take_;
  std::vector<PacketPtr> held_;  ///< packets of other streams met while opening
  bool holding_ = true;
  std::int64_t others_ = 0, others_handed_on_ = 0;  ///< packets of other streams since the start
};

}  // namespace overlace
