// SPDX-License-Identifier: Apache-2.0
// Opens exactly one input for demuxing: a media file, standard input, or numbered pictures.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "io/av/av.h"
#include "io/read/image_files.h"
#include "io/read/sound_canvas.h"

namespace overlace {

/// The name used to open an input and in messages: "/dev/stdin" for "-", else as given.
[[nodiscard]] std::string input_name(const std::string& path);
/// True for standard input that is not a regular file.
[[nodiscard]] bool is_piped(const std::string& path);

struct CloseIo {
  void operator()(AVIOContext* io) const noexcept { avio_closep(&io); }
};
struct CloseInput {
  void operator()(AVFormatContext* container) const noexcept { avformat_close_input(&container); }
};

/// A stream's colour as its container states it, before pictures are examined.
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
  bool rate_is_guessed = false;  ///< by default, not stated
  /// Sound alone: all packets come from here, including those of its own stream.
  std::optional<SoundCanvas> canvas;

  /// All streams, including a canvas.
  [[nodiscard]] const AVFormatContext& streams() const {
    return canvas ? canvas->streams() : *container;
  }
  /// As av_read_frame.
  [[nodiscard]] int read(AVPacket& packet);
};

/// Throws Error(input) if the disk or server that holds the file has failed so far. That is not
/// damage to the file: another try may read all of it. `name` is for the message.
void check_disk(const InputFile& file, const std::string& name);

/// The next packet of any stream. False at the end of the file, and where damage keeps libav from
/// reading on. Throws as check_disk, and Error(out_of_memory).
[[nodiscard]] bool read_packet(InputFile& file, AVPacket& packet, const std::string& name);

/// Whether there is a video stream other than a cover picture.
[[nodiscard]] bool has_video(const AVFormatContext& container);

/// Opens `path` and probes its streams. Directories, named pipes, devices, empty files, playlists
/// and unknown kinds of files are refused with Error(input). `frame_rate` is for inputs whose
/// pictures have no timestamps; others refuse it with Error(usage). A file with sound alone gets
/// the pictures of a SoundCanvas.
[[nodiscard]] InputFile open_input(const std::string& path,
                                   const std::optional<Rational>& frame_rate = {});

/// The same for its sound: a file with sound alone gets no canvas.
[[nodiscard]] InputFile open_sound(const std::string& path);

}  // namespace overlace
