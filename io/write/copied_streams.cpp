// SPDX-License-Identifier: Apache-2.0
// Describes streams by kind and codec.
#include "io/write/copied_streams.h"

#include <fmt/format.h>

#include "io/av/av.h"

namespace overlace {

std::vector<std::string> copied_streams(const VideoReader& source, const FrameSink& sink) {
  std::vector<std::string> kept;
  const AVFormatContext& container = source.container();
  for (unsigned i = 0; i < container.nb_streams; ++i) {
    const AVStream& stream = *container.streams[i];
    if (&stream == &source.stream() || !sink.wants(stream)) continue;
    const AVCodecParameters& codec = *stream.codecpar;
    const char* kind = av_get_media_type_string(codec.codec_type);
    kept.push_back(fmt::format("stream {}: {} ({})", i, kind == nullptr ? "data" : kind,
                               avcodec_get_name(codec.codec_id)));
  }
  return kept;
}

}  // namespace overlace
