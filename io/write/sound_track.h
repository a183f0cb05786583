// SPDX-License-Identifier: Apache-2.0
// The output stream of made sound.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "graph/core/log.h"
#include "io/av/av.h"
#include "io/files/atomic_output.h"
#include "io/write/made_sound.h"
#include "io/write/muxer.h"

namespace overlace {

/// Whether files of this kind can hold made sound.
[[nodiscard]] bool holds_sound(const AVOutputFormat& container);

/// Whether decoding gives the made sound's exact samples: not so for AAC, Opus and MP3, whose peaks
/// may be higher. The arguments describe the output: its name, its container or "", and
/// MadeSound::codec.
[[nodiscard]] bool keeps_samples(const std::string& path, const std::string& container,
                                 const std::string& codec);

class SoundTrack {
 public:
  /// Opens the encoder: AAC in MP4 and MOV, FLAC in Matroska, 32-bit float in WAV, else the first
  /// that the container supports. Throws Error(usage) for a codec that is unknown or that the
  /// container cannot hold, Error(unavailable).
  SoundTrack(MadeSound sound, const AVOutputFormat& container);

  /// Adds the stream to the muxer, which must outlive the track. With `is_default` players select
  /// it automatically.
  void attach(Muxer& muxer, bool is_default);
  /// libav's name of the encoder.
  [[nodiscard]] const char* encoder_name() const { return codec_->codec->name; }
  /// Writes the sound up to `seconds` of the output's time. The first call sets the time of the
  /// first sample.
  void write_until(double seconds);
  /// Writes the rest, but nothing after `seconds`.
  void finish(double seconds);

 private:
  bool write_frame(std::size_t most);
  void fill(AVFrame& frame, std::size_t samples) const;
  void encode(const AVFrame* frame);

  MadeSound sound_;
  CodecPtr codec_;
  FramePtr frame_;
  PacketPtr packet_;
  std::vector<float> pairs_;  ///< of one frame
  Muxer* muxer_ = nullptr;
  AVStream* stream_ = nullptr;
  std::int64_t written_ = 0, start_ = 0;  ///< samples
  bool started_ = false, ended_ = false;
};

/// The track of made sound beside a video. Nothing where there is none, or where it is optional and
/// the container holds none, which is logged; `log` may be empty. Throws as SoundTrack.
[[nodiscard]] std::optional<SoundTrack> make_sound_track(const MadeSound& sound,
                                                         const AVOutputFormat& container,
                                                         const LogSink& log);

/// Writes a file with sound alone; its container follows from its extension (.wav, .flac, .m4a …).
/// Returns its size in bytes. Throws Error(usage), Error(output).
std::int64_t write_sound(const std::string& path, const OutputPolicy& policy, MadeSound sound);

}  // namespace overlace
