// SPDX-License-Identifier: Apache-2.0
// Decodes one video stream: in hardware where requested and possible, else, or from a failure on,
// in software, with no frame lost or repeated.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/av/av.h"
#include "io/cuda/cuda_frames.h"
#include "io/frames/frame_decoder.h"
#include "io/read/packet_history.h"
#include "io/read/video_reader.h"

namespace overlace {

/// Throws Error(limit): the picture is larger than ReaderOptions::max_pixels.
[[noreturn]] void refuse_size(const ReaderOptions& options, const std::string& path);

/// libav's send and receive, and the switch from one decoder to another. Any failure of the
/// hardware (no support, no memory, no free surface, a failed copy, a damaged picture) opens a
/// software decoder that replays the packets since the last key frame and skips the frames already
/// delivered. So does damage met while several frames are decoded concurrently: concealment then
/// reads frames that may or may not be finished, so that no two runs would give the same pixels;
/// the next decoder decodes one frame at a time. Whatever it reports while taking a packet, even if
/// only in the log, is damage to that packet's frame. One thread at a time.
class VideoDecoder final : public FrameDecoder, private AvLogListener {
 public:
  /// `stream` must outlive the decoder. Throws Error(input), Error(limit); Error(unavailable) when
  /// hardware is required but not available.
  VideoDecoder(const AVStream& stream, const ReaderOptions& options, const std::string& path);
  ~VideoDecoder() override;
  VideoDecoder(const VideoDecoder&) = delete;
  VideoDecoder& operator=(const VideoDecoder&) = delete;

  /// Throws Error(unavailable) as above.
  int send(const AVPacket* packet) override;
  /// A frame decoded in hardware is a CUDA frame of `pool()` or a host frame, depending on the
  /// options. Throws Error(unavailable) as above.
  int receive(FramePtr& frame) override;
  void restart(Start start) override;

  [[nodiscard]] std::int64_t damage_without_frame() const override {
    return static_cast<std::int64_t>(suspects_.size());
  }
  [[nodiscard]] bool in_hardware() const override { return transfer_ != nullptr; }
  [[nodiscard]] std::shared_ptr<CudaFramePool> pool() const override { return pool_; }
  [[nodiscard]] DecoderLoad load() const override;

 private:
  /// What all frames on a device have in common, as nothing there scales or converts them.
  struct Shape {
    int width, height;
    AVPixelFormat format;
    friend bool operator==(const Shape&, const Shape&) = default;
  };

  /// What libav passes on from a packet to its frame.
  struct PacketLabel {
    std::int64_t pts = 0, pos = 0;
    friend bool operator==(const PacketLabel&, const PacketLabel&) = default;
  };

  /// Whether several frames may be decoded concurrently.
  enum class Order { overlapped, one_by_one };

  void on_line(int level, std::string_view line) noexcept override;
  void open_software(Order order);
  void open_hardware(const AVCodec& codec);
  int give(const AVPacket* packet);
  int take(AVFrame& frame);
  void suspect_packet();
  void accuse(AVFrame& frame);
  int send_recorded(const AVPacket* packet);
  int receive_hardware(FramePtr& frame);
  int receive_overlapped(FramePtr& frame);
  int receive_software(FramePtr& frame);
  void take_off(FramePtr& frame);
  void fall_back(const std::string& reason);
  void decode_again(Order order);
  bool skip(AVFrame& frame);
  [[nodiscard]] std::string trouble(int status);

  static AVPixelFormat choose_format(AVCodecContext* context, const AVPixelFormat* offered);
  [[nodiscard]] std::string why_not(AVCodecContext& context, const AVPixelFormat* offered);
  [[nodiscard]] std::string fit_surfaces(AVCodecContext& context);

  const AVStream& stream_;
  const ReaderOptions& options_;
  const std::string& path_;
  std::shared_ptr<CudaFramePool> pool_;
  std::unique_ptr<CudaTransfer> transfer_;  ///< set while decoding in hardware
  bool overlapped_ = false;                 ///< software decodes several frames concurrently
  std::atomic<bool> error_logged_{false};   ///< libav has logged an error, in any frame
  /// In the group of pictures where software replaces hardware, the decoder misses what precedes
  /// its first key frame, and reports that.
  bool excused_ = false;
  bool amid_ = false;                  ///< decoding began mid-stream
  PacketLabel given_;                  ///< the last one given to the decoder
  std::vector<PacketLabel> suspects_;  ///< damaged packets whose frames have not come yet
  CodecPtr codec_;
  PacketHistory history_;
  std::optional<Shape> shape_;  ///< of the first frame in hardware
  std::string refused_;         ///< why libav was told not to use the hardware
  std::int64_t frames_ = 0;     ///< delivered
  bool ended_ = false;
  std::deque<PacketPtr> replay_;     ///< still to be decoded again; null ends the stream
  std::vector<std::int64_t> shown_;  ///< labels of frames that a replay skips
};

}  // namespace overlace
