// SPDX-License-Identifier: Apache-2.0
// Opens one input for demuxing, and nothing else: a media file, standard input, numbered pictures.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "io/av/av.h"
#include "io/read/image_files.h"
#include "io/read/sound_canvas.h"

namespace overlace {

/// The name under which an input is opened and spoken of: "/dev/stdin" for "-", else as given.
[[nodiscard]] std::string input_name(const std::string& path);
/// True for standard input that is not a file.
[[nodiscard]] bool is_piped(const std::string& path);

struct CloseIo {
  void operator()(AVIOContext* io) const noexcept { avio_closep(&io); }
};
struct CloseInput {
  void operator()(AVFormatContext* container) const noexcept { avformat_close_input(&container); }
};

/// Colour as a container states it for a stream, before its pictures are looked at.
struct StatedColor {
  AVColorSpace matrix;
  AVColorTransferCharacteristic transfer;
  AVColorPrimaries primaries;
};

/// An open container. Members are destroyed in reverse: the container before its file.
struct InputFile {
  std::unique_ptr<AVIOContext, CloseIo> io;
  std::unique_ptr<AVFormatContext, CloseInput> container;
  std::vector<StatedColor> stated;  ///< by stream
  std::string probe_log;            ///< libav's last error line while probing; may be empty
  /// Numbered pictures: packets come from here; the container is the first picture's.
  std::optional<ImageFiles> pictures;
  Rational picture_rate{25};     ///< of numbered pictures, per second
  bool rate_is_guessed = false;  ///< nobody has said it
  /// Sound alone: packets come from here, those of its own stream too.
  std::optional<SoundCanvas> canvas;

  /// All streams, with that of a canvas.
  [[nodiscard]] const AVFormatContext& streams() const {
    return canvas ? canvas->streams() : *container;
  }
  /// As av_read_frame.
  [[nodiscard]] int read(AVPacket& packet);
};

/// Throws Error(input) where the disk or server that a file lies on has failed so far. That is no
/// damage to the file: another try may read all of it. `name` is for the message.
void check_disk(const InputFile& file, const std::string& name);

/// The next packet of any stream. False at the end of the file, and where damage lets libav read no
/// further. Throws as check_disk, and Error(out_of_memory).
[[nodiscard]] bool read_packet(InputFile& file, AVPacket& packet, const std::string& name);

/// Whether there is a video that is more than a cover picture.
[[nodiscard]] bool has_video(const AVFormatContext& container);

/// Opens `path` and probes its streams. Directories, named pipes, devices, empty files, playlists
/// and unknown kinds of files are refused with Error(input). `frame_rate` is for inputs whose
/// pictures have no time stamps; others refuse it with Error(usage). A file of sound alone has the
/// pictures of a SoundCanvas.
[[nodiscard]] InputFile open_input(const std::string& path,
                                   const std::optional<Rational>& frame_rate = {});

/// The same for its sound: a file that holds nothing else stays as it is.
[[nodiscard]] InputFile open_sound(const std::string& path);

}  // namespace overlace
