// SPDX-License-Identifier: Apache-2.0
// Reads a video file frame by frame: exact time stamps, colour description, damage counted.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "graph/core/log.h"
#include "graph/core/time.h"
#include "graph/data/image.h"
#include "io/av/av_handles.h"
#include "io/cuda/cuda_session.h"
#include "io/frames/plate_space.h"
#include "io/read/damage.h"
#include "io/read/sound_canvas.h"

struct AVStream;

namespace overlace {

class CudaFramePool;
struct DecoderLoad;

struct ReaderOptions {
  int threads = 0;                                      ///< decoder threads; 0 = chosen by libav
  std::int64_t max_pixels = std::int64_t{8192} * 8192;  ///< larger pictures are refused (limit)
  /// Of inputs whose pictures have no time stamps: raw streams, numbered pictures, sound alone.
  std::optional<Rational> frame_rate{};
  Canvas canvas{};  ///< the pictures of sound alone
  /// Number of the first frame (ClipInfo::first_frame); nothing is that in the name of the first
  /// numbered picture, and 0 for others.
  std::optional<std::int32_t> first_frame{};
  bool autorotate = false;   ///< frames are rotated for display, in software; else as coded
  bool deinterlace = false;  ///< interlaced frames become progressive ones, as many, in software
  /// NVDEC does not tell of damage inside pictures: all but `conceal` is decoded in software.
  OnCorrupt on_corrupt = OnCorrupt::conceal;
  /// OpenEXR pictures hold scene-linear light; else R'G'B' as displayed.
  bool plates_are_linear = true;
  /// Of OpenEXR pictures, whatever their files state; without a name what they state, or else
  /// BT.709's primaries.
  PlateSpace plate_space{};
  MissingPictures missing_pictures = MissingPictures::report;  ///< of numbered pictures
  /// OpenEXR pictures go on with all that they hold, for a writer of such; else as pictures that a
  /// display shows.
  bool keep_plates = false;
  LogSink log{};

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
  ClipInfo clip;                 ///< size as shown; frame_count 0 when not known exactly
  double duration_s = 0;         ///< as declared; 0 when unknown
  Rational time_base;            ///< seconds per tick of all stamps
  Rational sample_aspect{1, 1};  ///< width : height of a pixel on screen
  FieldOrder field_order = FieldOrder::progressive;
  bool rotated = false;       ///< frames were stored otherwise and are rotated for display
  bool deinterlaced = false;  ///< frames were interlaced and are not, as the options want it
  ColorSpec color;
  std::string pixel_format;  ///< libav's name, "yuv420p10le"
  std::string codec;         ///< libav's name, "h264"
  std::string container;     ///< libav's name, "mov,mp4,m4a,3gp,3g2,mj2"
};

/// One decoded frame.
struct DecodedFrame {
  FramePtr frame;
  std::int32_t number = 0;    ///< from 0; a frame that is known to be missing counts, too
  std::int64_t pts = 0;       ///< presentation time in VideoInfo::time_base, strictly increasing
  std::int64_t duration = 0;  ///< in the same ticks; 0 when unknown
  FrameTime time{};           ///< as the clip counts: from ClipInfo::first_frame, and in seconds
};

/// True for standard input ("-") that is a pipe: a second reader would find it empty.
[[nodiscard]] bool reads_only_once(const std::string& path);

/// An open video. Frames are as they were coded, and ClipInfo::stored says how they are shown,
/// unless the options rotate them. One thread at a time.
class VideoReader {
 public:
  /// Opens a regular file, standard input ("-"), or numbered pictures (`%04d`, `####`), and decodes
  /// the first frame; of a file that holds sound alone it makes blank ones. Nothing else is ever
  /// opened: playlists are refused. Throws Error(input), Error(limit) for pictures over the limit,
  /// Error(unavailable) when hardware is required and cannot be had, Error(usage) for a frame rate
  /// that the input does not need.
  explicit VideoReader(const std::string& path, ReaderOptions options = {});
  ~VideoReader();
  VideoReader(VideoReader&&) noexcept;
  VideoReader& operator=(VideoReader&&) noexcept;

  /// As opened; "/dev/stdin" for standard input.
  [[nodiscard]] const std::string& path() const;
  /// The files that are read.
  [[nodiscard]] std::vector<std::string> files() const;
  [[nodiscard]] const VideoInfo& info() const;
  [[nodiscard]] const Damage& damage() const;
  /// Frames come from hardware at the moment.
  [[nodiscard]] bool in_hardware() const;
  /// What the decoder holds.
  [[nodiscard]] DecoderLoad decoder_load() const;
  /// Owner of the frames on the device; null when there are none.
  [[nodiscard]] std::shared_ptr<CudaFramePool> cuda_pool() const;

  /// The next frame, or false at the end. Its pixels may be shared with the decoder: copy before
  /// writing. Where size, pixel format, matrix or range change inside the stream, frames are
  /// converted to those of the first. Throws Error(input) at damage when that is to stop. Damaged
  /// input gives the same frames whatever the number of threads. A frame decoded in hardware is on
  /// the device when the options want that, and on the host from the moment hardware fails.
  bool read(DecodedFrame& picture);

  /// The next frame read will be `number`, or the first after it, with the number, stamp and pixels
  /// that it has in a run from the start. Decoding begins at the key frame before where packets
  /// tell that nothing is different then. Where they do not, or the part is damaged, it begins at
  /// the first frame, and the reader says why, once. Packets of other streams that are wanted come
  /// as ever, those before the frame too. Damage is counted from there on. `number` may lie before
  /// what has been read, except in a pipe: Error(input). Precondition: number >= 0, counted as
  /// DecodedFrame::number is.
  void seek(std::int32_t number);
  /// The first frame that has to be decoded for `number`; those from there on come at no cost.
  [[nodiscard]] std::int32_t begins_at(std::int32_t number);
  /// The presentation time of a frame, where packets have been looked at as far as that to seek.
  [[nodiscard]] std::optional<std::int64_t> stamp_of(std::int32_t number) const;

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
