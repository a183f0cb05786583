// SPDX-License-Identifier: Apache-2.0
// Describes a video by its container and its first frame.
#include "io/read/describe_video.h"

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "io/av/device_frame.h"
#include "io/av/dolby_vision.h"
#include "io/frames/pixel_format.h"
#include "io/frames/plate.h"
#include "io/read/stream_facts.h"

namespace overlace {

void describe(const OpenVideo& video, AVFrame& first, VideoInfo& info) {
  const auto& [path, file, stream, normalizer] = video;
  info.coded = normalizer.coded();
  info.rotated = normalizer.rotates();
  info.deinterlaced = normalizer.deinterlaces();
  info.clip.stored = normalizer.stored();
  info.color = normalizer.color();
  info.clip.size = turned({first.width, first.height}, info.clip.stored);
  info.clip.frame_count =
      file.pictures ? file.pictures->span() : count_frames(*file.container, stream);
  info.duration_s = file.pictures ? info.clip.frame_count / info.clip.frame_rate.value()
                                  : duration_of(*file.container, stream);
  info.time_base = from_av(stream.time_base);
  const AVRational aspect = av_guess_sample_aspect_ratio(file.container.get(), &stream, &first);
  if (aspect.num > 0 && aspect.den > 0) info.sample_aspect = from_av(aspect);
  if (normalizer.transposes())
    info.sample_aspect = {info.sample_aspect.den, info.sample_aspect.num};
  info.field_order = field_order_of(first);
  if (plate_of(first) != nullptr) info.alpha = AlphaKind::premultiplied;
  info.pixel_format = av_get_pix_fmt_name(software_format(first));
  info.codec = avcodec_get_name(stream.codecpar->codec_id);
  info.container = file.container->iformat->name;
}

void log_assumptions(const OpenVideo& video, const VideoInfo& info, const ReaderOptions& options) {
  if (!options.log) return;
  const auto& [path, file, stream, normalizer] = video;
  const LogSink& log = options.log;
  std::vector<std::string> guesses;
  static_cast<void>(color_spec_of(normalizer.like(), guesses));
  for (const std::string& guess : guesses) log(guess);
  if (const std::string warning = dolby_vision_warning(stream); !warning.empty()) log(warning);
  if (static_cast<std::size_t>(stream.index) < file.stated.size()) {
    const std::string conflict = color_conflict(file.stated[stream.index], normalizer.like());
    if (!conflict.empty()) log(conflict);
  }
  if (std::abs(info.sample_aspect.value() - 1) > 0.001)  // 14400:14399 is nobody's intention
    log(fmt::format("pixels are {}:{} on the screen: what is drawn is stretched with the picture",
                    info.sample_aspect.num, info.sample_aspect.den));
  if (is_heif(*file.container))
    log("an orientation that AVIF and HEIC pictures state (irot, imir) is not followed");
  if (!file.pictures) return;
  if (!options.frame_rate && file.rate_is_guessed)
    log("numbered pictures: taken as 25 per second, --fps sets another rate");
  if (file.pictures->missing() > 0)
    log(fmt::format("{}: pictures are missing: {}", path, file.pictures->gaps()));
}

}  // namespace overlace
