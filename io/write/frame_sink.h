// SPDX-License-Identifier: Apache-2.0
// Where rendered frames go: a video file or a picture sequence.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "graph/core/log.h"
#include "io/files/atomic_output.h"
#include "io/frames/aovs.h"
#include "io/frames/copy_scope.h"
#include "io/read/video_reader.h"
#include "io/write/layers.h"
#include "io/write/made_sound.h"
#include "io/write/still_file.h"

namespace overlace {

/// The output name for `WriterRun::pipe`.
inline constexpr const char* standard_output = "-";

/// How colour is stored together with alpha.
enum class OutputAlpha : std::uint8_t {
  usual,          ///< premultiplied in EXR, straight elsewhere: what readers of the format expect
  straight,       ///< colour not multiplied by alpha
  premultiplied,  ///< colour times alpha
};

/// Thrown by FrameSink::finish: WriterRun::stop was set, and no output is left.
class Stopped : public std::exception {
 public:
  [[nodiscard]] const char* what() const noexcept override { return "stopped"; }
};

/// Which sound is included.
enum class Sound : std::uint8_t {
  part,  ///< that of the frames that are written
  none,
  all,  ///< from start to end, whatever frames are written
};

/// What is asked of an output.
struct WriterOptions {
  std::string container;  ///< libav's muxer name; "" = by the output's extension
  std::string codec;      ///< friendly ("hevc", "prores") or libav encoder name; "" = by container
  std::optional<double> crf;  ///< constant quality, on the encoder's own scale; unset = our default
  std::optional<std::int64_t> bitrate;  ///< bits per second instead of constant quality
  std::string preset;                   ///< the encoder's own preset name; "" = our default
  std::optional<int> gop;     ///< maximum distance of key frames, in frames; unset = two seconds
  std::string pixel_format;   ///< libav's name; "" = the source's, or the nearest
  bool overlay_only = false;  ///< pictures start transparent instead of as decoded
  OutputAlpha alpha = OutputAlpha::usual;  ///< for an overlay alone
  ExrOptions exr{};
  LayerOptions layers{};  ///< EXR: for an overlay alone
  AovOptions aovs{};      ///< EXR: for an overlay alone
  /// For picture sequences: the number of frame 0; unset = as in the input, or 0.
  std::optional<std::int32_t> start_number{};
  std::vector<std::pair<std::string, std::string>>
      codec_options;       ///< passed to the encoder as they are
  int threads = 0;         ///< encoder threads; 0 = chosen by the encoder
  bool overwrite = false;  ///< replace an existing output
  bool preview = false;    ///< pictures are made quickly: not compressed, and not durable
  Sound sound = Sound::part;
};

/// The run that makes an output.
struct WriterRun {
  int pipe = -1;  ///< file descriptor for the output "-"; -1 = nothing is written
  std::vector<std::string> inputs{};  ///< read beside the video: none may be the output
  MadeSound played{};                 ///< added as its own stream
  StillAttributes attributes{};       ///< EXR: texts about the run, such as "overlace/version"
  CopyScope scope = CopyScope::everything;  ///< of what is copied beside the pictures
  bool is_part = false;          ///< the first frame written is at time 0, and sound and pictures
                                 ///< are all that is copied
  bool has_gaps = false;         ///< frames between the first and the last are left out
  std::int32_t first_frame = 0;  ///< the first one written, counted from 0
  LogSink log{};
  /// Once set, flushing an encoder ends with Stopped. Borrowed; null = never.
  const std::atomic<bool>* stop = nullptr;
  /// Says which frames will be drawn on: the packets of others are passed through instead of being
  /// encoded again, where codec and settings allow it. Called while the sink is created; empty =
  /// all frames are encoded.
  std::function<bool(std::int32_t frame)> draws_on{};

  /// Encoding by NVENC.
  struct Hardware {
    bool automatic = false;  ///< if `codec` names a codec, not an encoder, that NVENC may know
    bool required = false;   ///< falling back to software is an error
    /// The device on which pictures are drawn, and stay. Null = they come from the host.
    std::shared_ptr<const CudaSession> session{};
  };
  Hardware hardware{};
};

/// For the output of a video read from `source`.
[[nodiscard]] inline OutputPolicy output_policy(const WriterOptions& options, const WriterRun& run,
                                                const std::string& source) {
  OutputPolicy policy{options.overwrite, run.inputs};
  policy.inputs.push_back(source);
  policy.durable = !options.preview;
  return policy;
}

/// Format and meaning of the pixels that a sink expects.
struct SinkFormat {
  int av_format = -1;  ///< AVPixelFormat; for pictures on a device their layout, NV12 or P010
  ColorSpec color;
  std::shared_ptr<CudaFramePool> pool{};  ///< pictures must come from it; null = host pictures
  bool overlay_only = false;              ///< pictures are transparent before they are drawn on
};

/// Receives frames in order. Destroying a sink before `finish` leaves no output.
class FrameSink {
 public:
  virtual ~FrameSink() = default;
  /// What `write` expects; frames in another format are converted first.
  [[nodiscard]] virtual SinkFormat format() const = 0;
  /// libav's name of the encoder, "libx264".
  [[nodiscard]] virtual std::string encoder() const = 0;
  /// True for streams whose packets should come to `copy`.
  [[nodiscard]] virtual bool wants(const AVStream& stream) const = 0;
  /// Sentences about sound that should be in the output and is not.
  [[nodiscard]] virtual std::vector<std::string> lost_sound() const { return {}; }
  virtual void write(DecodedFrame picture) = 0;
  virtual void copy(PacketPtr packet) = 0;
  /// Flushes and gives the output its name. Throws Stopped.
  virtual void finish() = 0;
  [[nodiscard]] virtual std::int64_t bytes_written() const = 0;
};

/// True where a file at `path`, in `container` or, if that is "", the container of its extension,
/// can store an orientation; others need rotated pictures. Throws Error(usage) for an unknown
/// container.
[[nodiscard]] bool keeps_orientation(const std::string& path, const std::string& container);

/// The sink for `path`: a picture sequence when the name holds a `%04d` or `####` pattern, else a
/// video whose container follows from the options or the extension. Throws Error(usage),
/// Error(output).
[[nodiscard]] std::unique_ptr<FrameSink> make_sink(const std::string& path,
                                                   const VideoReader& source,
                                                   const WriterOptions& options,
                                                   const WriterRun& run);

}  // namespace overlace
