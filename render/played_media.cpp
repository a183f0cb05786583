// SPDX-License-Identifier: Apache-2.0
// The pixels of files. Apart from the other media, so that a program without video links no libav.
#include "graph/core/log.h"
#include "io/read/play_video.h"
#include "io/read/still.h"
#include "render/media.h"

namespace overlace {

Media media_of_files(const GraphSettings& settings, const ClipInfo& clip, const std::string& video,
                     LogSink log) {
  Media media = media_of_tracks(settings, clip, std::move(log));
  media.name = video;
  media.read_texture = read_still;
  if (!video.empty())
    media.play_video = [video, first = clip.first_frame](const auto& visit) {
      overlace::play_video(video, {.first_frame = first}, visit);
    };
  return media;
}

}  // namespace overlace
