// SPDX-License-Identifier: Apache-2.0
// libav 5.1 does not pass this from frames to x265 or SVT-AV1: it goes into their own options.
#include "io/av/hdr_metadata.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <string_view>

namespace overlace {
namespace {

template <class T>
std::optional<T> read(const std::uint8_t* data) {
  if (data == nullptr) return std::nullopt;
  T value;
  std::memcpy(&value, data, sizeof value);
  return value;
}

template <class T>
void add(AVStream& to, AVPacketSideDataType type, const std::optional<T>& value) {
  if (!value || av_stream_get_side_data(&to, type, nullptr) != nullptr) return;
  std::uint8_t* copy = av_stream_new_side_data(&to, type, sizeof(T));
  if (copy == nullptr) throw Error(ErrorCode::out_of_memory, "out of memory");
  std::memcpy(copy, &*value, sizeof(T));
}

const std::uint8_t* frame_data(const AVFrame& frame, AVFrameSideDataType type) {
  const AVFrameSideData* data = av_frame_get_side_data(&frame, type);
  return data == nullptr ? nullptr : data->data;
}

// x265 counts chromaticity in 1/50000 and luminance in 1/10000 cd/m2 (ST 2086's own units).
std::string x265_params(const HdrMetadata& hdr) {
  std::string text;
  const auto units = [](AVRational value, int per_one) {
    return std::lround(av_q2d(value) * per_one);
  };
  if (hdr.mastering) {
    const AVMasteringDisplayMetadata& m = *hdr.mastering;
    const auto point = [&units](const AVRational* xy) {
      return fmt::format("({},{})", units(xy[0], 50000), units(xy[1], 50000));
    };
    text += fmt::format("master-display=G{}B{}R{}WP{}L({},{})", point(m.display_primaries[1]),
                        point(m.display_primaries[2]), point(m.display_primaries[0]),
                        point(m.white_point), units(m.max_luminance, 10000),
                        units(m.min_luminance, 10000));
  }
  if (hdr.light) {
    text += fmt::format("{}max-cll={},{}", text.empty() ? "" : ":", hdr.light->MaxCLL,
                        hdr.light->MaxFALL);
  }
  return text;
}

// SVT-AV1 takes plain numbers.
std::string svt_params(const HdrMetadata& hdr) {
  std::string text;
  if (hdr.mastering) {
    const AVMasteringDisplayMetadata& m = *hdr.mastering;
    const auto point = [](const AVRational* xy) {
      return fmt::format("({:.5f},{:.5f})", av_q2d(xy[0]), av_q2d(xy[1]));
    };
    text += fmt::format("mastering-display=G{}B{}R{}WP{}L({:.4f},{:.4f})",
                        point(m.display_primaries[1]), point(m.display_primaries[2]),
                        point(m.display_primaries[0]), point(m.white_point),
                        av_q2d(m.max_luminance), av_q2d(m.min_luminance));
  }
  if (hdr.light) {
    text += fmt::format("{}content-light={},{}", text.empty() ? "" : ":", hdr.light->MaxCLL,
                        hdr.light->MaxFALL);
  }
  return text;
}

}  // namespace

HdrMetadata hdr_metadata_of(const AVFrame& frame, const AVStream& stream) {
  HdrMetadata hdr;
  hdr.mastering =
      read<AVMasteringDisplayMetadata>(frame_data(frame, AV_FRAME_DATA_MASTERING_DISPLAY_METADATA));
  hdr.light = read<AVContentLightMetadata>(frame_data(frame, AV_FRAME_DATA_CONTENT_LIGHT_LEVEL));
  const auto of_stream = [&stream](AVPacketSideDataType type) {
    return av_stream_get_side_data(&stream, type, nullptr);
  };
  if (!hdr.mastering) {
    hdr.mastering =
        read<AVMasteringDisplayMetadata>(of_stream(AV_PKT_DATA_MASTERING_DISPLAY_METADATA));
  }
  if (!hdr.light) {
    hdr.light = read<AVContentLightMetadata>(of_stream(AV_PKT_DATA_CONTENT_LIGHT_LEVEL));
  }
  const bool whole =
      hdr.mastering && hdr.mastering->has_primaries != 0 && hdr.mastering->has_luminance != 0;
  if (!whole) hdr.mastering.reset();
  return hdr;
}

std::string hdr_params(const HdrMetadata& hdr, const AVCodec& encoder) {
  const std::string_view name = encoder.name;
  if (name == "libx265") return x265_params(hdr);
  return name == "libsvtav1" ? svt_params(hdr) : "";
}

void add_hdr(AVStream& to, const HdrMetadata& hdr) {
  add(to, AV_PKT_DATA_MASTERING_DISPLAY_METADATA, hdr.mastering);
  add(to, AV_PKT_DATA_CONTENT_LIGHT_LEVEL, hdr.light);
}

}  // namespace overlace
