// SPDX-License-Identifier: Apache-2.0
// Reads a video file frame by frame: exact timestamps, colour description, damage counts.
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
#include "io/read/shown_frames.h"
#include "io/read/sound_canvas.h"

struct AVStream;

namespace overlace {

class CudaFramePool;
struct DecoderLoad;

struct ReaderOptions {
  int threads = 0;                                      ///< decoder threads; 0 = chosen by libav
  std::int64_t max_pixels = std::int64_t{8192} * 8192;  ///< larger pictures are refused (limit)
  /// For inputs whose pictures have no timestamps: raw streams, numbered pictures, sound alone.
  std::optional<Rational> frame_rate{};
  Canvas canvas{};  ///< the pictures for sound alone
  /// Number of the first frame (ClipInfo::first_frame); by default the number in the name of the
  /// first numbered picture, and 0 for other inputs.
  std::optional<std::int32_t> first_frame{};
  /// Frames are rotated for display, in software; else they are as coded, unless pictures state an
  /// orientation themselves (Exif, display orientation SEI).
  bool autorotate = false;
  bool deinterlace = false;  ///< interlaced frames become as many progressive ones, in software
  /// NVDEC does not report damage inside pictures: all policies except `conceal` decode in
  /// software.
  OnCorrupt on_corrupt = OnCorrupt::conceal;
  /// Damage inside pictures must be known: NVDEC is not used.
  bool reports_damage = false;
  /// OpenEXR pictures hold scene-linear light; else R'G'B' as displayed.
  bool plates_are_linear = true;
  /// Overrides the space that OpenEXR files state; without a name, what they state, or else
  /// BT.709's primaries.
  PlateSpace plate_space{};
  MissingPictures missing_pictures = MissingPictures::report;  ///< for numbered pictures
  /// OpenEXR pictures keep everything they hold, for an OpenEXR writer; else they are converted for
  /// a display.
  bool keep_plates = false;
  LogSink log{};

  /// Decoding by NVDEC.
  struct Hardware {
    std::shared_ptr<const CudaSession> session{};  ///< null = software only
    bool required = false;         ///< what hardware cannot do is an error; no fallback to software
    Memory frames = Memory::host;  ///< where to put frames decoded in hardware
  };
  Hardware hardware{};
};

enum class FieldOrder : std::uint8_t { progressive, top_first, bottom_first };

/// What is known of a video once its first frame is decoded.
struct VideoInfo {
  ClipInfo clip;                 ///< size as displayed; frame_count 0 when not known exactly
  double duration_s = 0;         ///< as declared; 0 when unknown
  Rational time_base;            ///< seconds per tick of all stamps
  Rational sample_aspect{1, 1};  ///< width : height of a pixel on screen
  FieldOrder field_order = FieldOrder::progressive;
  Orientation coded;          ///< of the pictures as decoded
  bool rotated = false;       ///< frames were stored in another orientation, and are upright now
  bool deinterlaced = false;  ///< interlaced frames, if there are any, are de-interlaced
  /// What the alpha of frames means, where their format has it.
  AlphaKind alpha = AlphaKind::straight;
  ColorSpec color;
  std::string pixel_format;  ///< libav's name, "yuv420p10le"
  std::string codec;         ///< libav's name, "h264"
  std::string container;     ///< libav's name, "mov,mp4,m4a,3gp,3g2,mj2"
};

/// One decoded frame.
struct DecodedFrame {
  FramePtr frame;
  std::int32_t number = 0;    ///< from 0; frames known to be missing also count
  std::int64_t pts = 0;       ///< presentation time in VideoInfo::time_base, strictly increasing
  std::int64_t duration = 0;  ///< in the same ticks; 0 when unknown
  FrameTime time{};           ///< in the clip's numbering, from ClipInfo::first_frame, in seconds
  ShownFrames shown{};        ///< whose pictures it shows
  bool scaled = false;        ///< from another size than that of the first picture
};

/// True for standard input ("-") that is a pipe: a second reader would find it empty.
[[nodiscard]] bool reads_only_once(const std::string& path);

/// An open video. Frames are as coded, with ClipInfo::stored as their orientation, unless they are
/// rotated for display. One thread at a time.
class VideoReader {
 public:
  /// Opens a regular file, standard input ("-"), or numbered pictures (`%04d`, `####`), and decodes
  /// the first frame; for a file with sound alone it makes blank ones. Nothing else is ever opened:
  /// playlists are refused. Throws Error(input), Error(limit) for pictures over the limit,
  /// Error(unavailable) when hardware is required but not available, Error(usage) for a frame rate
  /// that the input does not need.
  explicit VideoReader(const std::string& path, ReaderOptions options = {});
  ~VideoReader();
  VideoReader(VideoReader&&) noexcept;
  VideoReader& operator=(VideoReader&&) noexcept;

  /// As opened; "/dev/stdin" for standard input.
  [[nodiscard]] const std::string& path() const;
  /// The files being read.
  [[nodiscard]] std::vector<std::string> files() const;
  [[nodiscard]] const VideoInfo& info() const;
  [[nodiscard]] const Damage& damage() const;
  /// Whether frames currently come from hardware.
  [[nodiscard]] bool in_hardware() const;
  /// How many frames the decoder holds.
  [[nodiscard]] DecoderLoad decoder_load() const;
  /// Owner of the frames on the device; null when there are none.
  [[nodiscard]] std::shared_ptr<CudaFramePool> cuda_pool() const;

  /// The next frame; false at the end. Its pixels may be shared with the decoder: copy before
  /// writing. Where orientation, size, pixel format, matrix or range change inside the stream,
  /// frames are converted to those of the first. Throws Error(input) at damage if the policy is to
  /// stop. Damaged input gives the same frames whatever the number of threads. A frame decoded in
  /// hardware is on the device if the options request that, and on the host once hardware has
  /// failed.
  bool read(DecodedFrame& picture);

  /// The next frame read will be `number`, or the first after it, with the same number, timestamp
  /// and pixels as in a run from the start. Decoding begins at the preceding key frame if packets
  /// show that this makes no difference. If they do not, or that part is damaged, it begins at the
  /// first frame, and the reader logs why, once. Packets of other streams that are wanted still
  /// come, including those before the frame. Damage is counted from there on. `number` may lie
  /// before what has been read, except in a pipe: Error(input). Precondition: number >= 0, counted
  /// as DecodedFrame::number is.
  void seek(std::int32_t number);
  /// The first frame that must be decoded for `number`; later ones come at no extra cost.
  [[nodiscard]] std::int32_t begins_at(std::int32_t number);
  /// The presentation time of a frame, if seeking has examined packets that far.
  [[nodiscard]] std::optional<std::int64_t> stamp_of(std::int32_t number) const;

  /// From now on `take` gets the packets of every stream for which `wanted` is true, in file order,
  /// from inside `read`. Packets read while opening are delivered first.
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
