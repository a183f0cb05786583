// SPDX-License-Identifier: Apache-2.0
// libav's decoders, our own for OpenEXR, blank pictures for sound alone.
#include "io/read/open_decoder.h"

#include <utility>

#include "io/exr/exr_decoder.h"
#include "io/read/blank_stand_ins.h"
#include "io/read/stream_facts.h"
#include "io/read/video_decoder.h"

namespace overlace {

ReaderOptions without_unsuited_hardware(ReaderOptions options, const AVStream& stream) {
  const bool rotates = options.autorotate && orientation_of(stream, {}) != Orientation{};
  if (!rotates && !options.deinterlace) return options;
  if (options.hardware.required)
    throw Error(ErrorCode::unavailable,
                "pictures that are rotated or de-interlaced are decoded in software",
                "use --hwaccel auto");
  options.hardware = {};
  return options;
}

std::unique_ptr<FrameDecoder> open_decoder(const InputFile& file, const AVStream& stream,
                                           const ReaderOptions& options, const std::string& path) {
  if (file.canvas) return make_canvas_decoder(options, path);
  std::unique_ptr<FrameDecoder> decoder;
  if (stream.codecpar->codec_id != AV_CODEC_ID_EXR)
    decoder = std::make_unique<VideoDecoder>(stream, options, path);
  else
    decoder = std::make_unique<ExrDecoder>(
        ExrReading{options.plate_space, options.plates_are_linear, options.max_pixels, options.log},
        [&file, &path](std::int64_t stamp) {
          return file.pictures ? file.pictures->name_at(stamp) : path;
        });
  if (!file.pictures || options.missing_pictures != MissingPictures::black) return decoder;
  return blank_stand_ins(std::move(decoder), *file.pictures);
}

}  // namespace overlace
