// SPDX-License-Identifier: Apache-2.0
// Pixels and sound of files. Separate from the other media, so that a program without video does
// not link libav.
#include <fmt/format.h>

#include <utility>

#include "graph/core/log.h"
#include "graph/data/clip_audio.h"
#include "io/files/named_file.h"
#include "io/read/play_video.h"
#include "io/read/read_audio.h"
#include "io/read/texture_file.h"
#include "io/tracks/file_version.h"
#include "render/found_tracks.h"
#include "render/media.h"

namespace overlace {
namespace {

/// Decodes the sound of a clip, or of a file that a graph names.
class SoundOfFiles {
 public:
  SoundOfFiles(std::string clip, bool required, LogSink log, OnDamagedSound on_damage)
      : clip_(std::move(clip)),
        required_(required),
        log_(std::move(log)),
        on_damage_(std::move(on_damage)) {}

  std::shared_ptr<const ClipAudio> operator()(const AudioRequest& request) const {
    const bool of_clip = request.path.empty();
    const std::string& path = of_clip ? clip_ : request.path;
    if (path.empty()) return std::make_shared<const ClipAudio>();
    const AudioRead read = read_audio(path, request.stream, log_);
    if (read.damaged_packets > 0 && on_damage_) on_damage_(read.damaged_packets);
    if (read.samples == nullptr && (required_ || !of_clip))
      throw Error(ErrorCode::input, "has no sound", "", SourceLocation{path});
    if (read.samples == nullptr && log_) log_(fmt::format("{}: has no sound", path));
    return std::make_shared<const ClipAudio>(ClipAudio{read.samples});
  }

 private:
  std::string clip_;
  bool required_;
  LogSink log_;
  OnDamagedSound on_damage_;
};

}  // namespace

Media media_of_files(const GraphSettings& settings, const ClipInfo& clip, const std::string& video,
                     LogSink log, OnDamagedSound on_damaged_sound) {
  Media media = media_of_tracks(settings, clip, log);
  media.name = video;
  media.read_texture = [](const std::string& path) { return read_named_file(path, read_still); };
  media.read_audio = SoundOfFiles(video, settings.require_audio && !video.empty(), std::move(log),
                                  std::move(on_damaged_sound));
  if (video.empty()) return media;
  media.play_video = [video, first = clip.first_frame](const auto& visit) {
    overlace::play_video(video, {.first_frame = first}, visit);
  };
  if (!settings.found_cache.empty()) {
    media.file_version = file_version;
    media.found = found_tracks(settings.found_cache, video, settings.reading, media.log);
  }
  return media;
}

}  // namespace overlace
