// SPDX-License-Identifier: Apache-2.0
// Reads the configuration record of containers.
#include "io/av/dolby_vision.h"

extern "C" {
#include <libavutil/dovi_meta.h>
}

namespace overlace {
namespace {

const AVDOVIDecoderConfigurationRecord* record_of(const AVStream& stream) {
  return reinterpret_cast<const AVDOVIDecoderConfigurationRecord*>(
      av_stream_get_side_data(&stream, AV_PKT_DATA_DOVI_CONF, nullptr));
}

}  // namespace

bool is_dolby_vision(const AVFrame& first, const AVStream& stream) {
  return record_of(stream) != nullptr ||
         av_frame_get_side_data(&first, AV_FRAME_DATA_DOVI_RPU_BUFFER) != nullptr;
}

// In profile 5 the pictures are reshaped ICtCp, and compatible with nothing.
std::string dolby_vision_warning(const AVStream& stream) {
  const AVDOVIDecoderConfigurationRecord* record = record_of(stream);
  if (record == nullptr || record->dv_profile != 5) return {};
  return "Dolby Vision profile 5: the pictures are IPT, not Y'CbCr, and need metadata that overlace "
         "does not use: their colours are wrong, also in the output";
}

}  // namespace overlace
