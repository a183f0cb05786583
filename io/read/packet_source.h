// SPDX-License-Identifier: Apache-2.0
// The packets of one video stream, in sequence or from another place on; packets of other streams
// go to their consumers.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "io/read/input_file.h"
#include "io/read/packet_index.h"

namespace overlace {

/// An open input. One thread at a time.
class PacketSource {
 public:
  /// Opens an input, as `open_input`. Throws Error(input), also where there is no video, and
  /// Error(usage).
  PacketSource(std::string path, std::optional<Rational> frame_rate);

  /// The file as first opened; never replaced.
  [[nodiscard]] InputFile& file() { return file_; }
  [[nodiscard]] const InputFile& file() const { return file_; }
  [[nodiscard]] AVStream& stream() const { return stream_; }

  /// The next packet of the video, as av_read_frame. Packets of other streams before it are passed
  /// on. Throws Error(input) where the disk fails.
  [[nodiscard]] int read(AVPacket& packet);
  /// How many packets of the video precede the next.
  [[nodiscard]] std::size_t place() const { return place_; }
  /// End of the latest packet of any stream, in microseconds.
  [[nodiscard]] std::int64_t last_packet_us() const { return last_packet_us_; }

  /// Goes to a packet of the video. Where packets of other streams are wanted, all are passed on
  /// once, including those before it; else the container's own seeking is used if it finds the
  /// exact packet. False if neither works; then call `restart`.
  [[nodiscard]] bool go_to(const RandomAccess& access, const PacketIndex& index);
  /// Goes back to the first packet. Packets already passed on are not passed on again.
  void restart();

  /// From now on `take` gets the packets of every stream for which `wanted` is true, in file order.
  /// Earlier packets are delivered first, unless `forget_others` was called.
  void on_packets(const std::function<bool(const AVStream&)>& wanted,
                  std::function<void(PacketPtr)> take);
  /// Drops the packets of other streams read so far, if nobody has asked for them.
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
  std::optional<InputFile> again_;  ///< opened again; read instead of the first
  InputFile* read_;
  std::size_t place_ = 0;
  std::int64_t last_packet_us_ = 0;
  std::optional<PacketPtr> next_;  ///< a packet found while seeking
  std::vector<char> wanted_;       ///< by stream index
  std::function<void(PacketPtr)> take_;
  std::vector<PacketPtr> held_;  ///< packets of other streams read while opening
  bool holding_ = true;
  std::int64_t others_ = 0, others_handed_on_ = 0;  ///< packets of other streams since the start
};

}  // namespace overlace
