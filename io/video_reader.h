// SPDX-License-Identifier: Apache-2.0
// Reads a video file frame by frame: exact time stamps, colour description, damage counted.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gpu/image.h"
#include "graph/core/time.h"
#include "io/av_handles.h"
#include "io/cuda_session.h"
#include "io/damage.h"

struct AVStream;

namespace overlace {

class CudaFramePool;

/// Receives sentences for the user: a guess made, something repaired or dropped.
using Say = std::function<void(const std::string&)>;

struct ReaderOptions {
  int threads = 0;                                      ///< decoder threads; 0 = chosen by libav
  std::int64_t max_pixels = std::int64_t{8192} * 8192;  ///< larger pictures are refused (limit)
  OnCorrupt on_corrupt = OnCorrupt::conceal;
  Say say{};

  /// Decoding by NVDEC.
  struct Hardware {
    std::shared_ptr<const CudaSession> session{};  ///< null = software only
    bool required = false;         ///< what hardware cannot do is an error, not software's work
    Memory frames = Memory::host;  ///< where frames decoded in hardware shall be
  };
  Hardware hardware{};
};

enum class FieldOrder : std::uint8_t { progressive, top_first, bottom_first };

/// What is known of a video once its first frame is decoded.
struct VideoInfo {
  ClipInfo clip;          ///< size in coded orientation; frame_count 0 when not known exactly
  double duration_s = 0;  ///< as declared; 0 when unknown
  Rational time_base;     ///< seconds per tick of all stamps
  Rational sample_aspect{1, 1};  ///< width : height of a pixel on screen
  int rotation_deg = 0;          ///< clockwise turn that shows the picture upright: 0, 90, 180, 270
  bool mirrored = false;         ///< the display matrix also mirrors
  FieldOrder field_order = FieldOrder::progressive;
  ColorSpec color;
  std::string pixel_format;  ///< libav's name, "yuv420p10le"
  std::string codec;         ///< libav's name, "h264"
  std::string container;     ///< libav's name, "mov,mp4,m4a,3gp,3g2,mj2"
};

/// One decoded frame.
struct Picture {
  FramePtr frame;
  std::int32_t number = 0;    ///< frames count from 0; one that is known to be missing counts, too
  std::int64_t pts = 0;       ///< presentation time in VideoInfo::time_base, strictly increasing
  std::int64_t duration = 0;  ///< in the same ticks; 0 when unknown
};

/// An open video. Tracks and overlays are in coded orientation: the display matrix is recorded and
/// kept, not applied. One thread at a time.
class VideoReader {
 public:
  /// Opens a regular file and decodes its first frame. Only this file is ever opened: playlists are
  /// refused. Throws Error(input), Error(limit) for pictures over the limit, Error(unavailable)
  /// when hardware is required and cannot be had.
  explicit VideoReader(const std::string& path, ReaderOptions options = {});
  ~VideoReader();
  VideoReader(VideoReader&&) noexcept;
  VideoReader& operator=(VideoReader&&) noexcept;

  [[nodiscard]] const std::string& path() const;
  [[nodiscard]] const VideoInfo& info() const;
  [[nodiscard]] const Damage& damage() const;
  /// Frames come from hardware at the moment.
  [[nodiscard]] bool in_hardware() const;
  /// Owner of the frames on the device; null when there are none.
  [[nodiscard]] std::shared_ptr<CudaFramePool> cuda_pool() const;

  /// The next frame, or false at the end. Its pixels may be shared with the decoder: copy before
  /// writing. Throws Error(input) when size or pixel format change, and at damage when that is to
  /// stop. Damaged input gives the same frames whatever the number of threads. A frame decoded in
  /// hardware is on the device when the options want that, and on the host from the moment hardware
  /// fails.
  bool read(Picture& picture);

  /// From now on `take` gets the packets of every stream `wanted` says yes to, in file order, from
  /// inside `read`. Packets met while opening are delivered first.
  void on_packets(const std::function<bool(const AVStream&)>& wanted,
                  std::function<void(PacketPtr)> take);

  /// For writers: the open container, the video stream, and the first frame's properties without
  /// pixels.
  [[nodiscard]] const AVFormatContext& container() const;
  [[nodiscard]] const AVStream& stream() const;
  [[nodiscard]] const AVFrame& first_frame() const;

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace overlace
