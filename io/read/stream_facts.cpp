// SPDX-License-Identifier: Apache-2.0
// Containers state the same thing in several places, some of them wrong; these are the rules for
// which to trust.
#include "io/read/stream_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "graph/core/log.h"
#include "io/read/frame_orientation.h"

namespace overlace {

// Where a rate cannot be estimated, libav and encoders state that of their clock.
bool states_frame_rate(const AVStream& stream) {
  constexpr double coarsest_clock = 1000;  ///< ticks per second
  const bool has_average = stream.avg_frame_rate.num > 0 && stream.avg_frame_rate.den > 0;
  const AVRational stated = has_average ? stream.avg_frame_rate : stream.r_frame_rate;
  return stated.num > 0 && stated.den > 0 && av_q2d(stated) < coarsest_clock;
}

// The exact nominal rate if the stream's rate is constant, its average if it is not.
Rational frame_rate_of(const AVStream& stream) {
  const AVRational average = stream.avg_frame_rate;
  const AVRational nominal = stream.r_frame_rate;
  if (average.num <= 0 || average.den <= 0) {
    return states_frame_rate(stream) ? from_av(nominal) : Rational{25, 1};
  }
  const bool constant =
      nominal.num > 0 && nominal.den > 0 && std::abs(av_q2d(nominal) / av_q2d(average) - 1) < 0.005;
  return from_av(constant ? nominal : average);
}

bool is_format(const AVFormatContext& container, std::string_view part) {
  return std::string_view(container.iformat->name).find(part) != std::string_view::npos;
}

// Exact where the container lists every frame; frames cut by an edit list are marked there. In a
// damaged header these 32 bits may hold anything.
std::int32_t count_frames(const AVFormatContext& container, AVStream& stream) {
  if (is_format(container, "avi"))
    return std::in_range<std::int32_t>(stream.nb_frames)
               ? std::max(static_cast<std::int32_t>(stream.nb_frames), 0)
               : 0;
  if (!is_format(container, "mov")) return 0;
  std::int32_t count = 0;
  for (int i = 0; i < avformat_index_get_entries_count(&stream); ++i) {
    const AVIndexEntry* entry = avformat_index_get_entry(&stream, i);
    if ((entry->flags & AVINDEX_DISCARD_FRAME) == 0) ++count;
  }
  return count;
}

double duration_of(const AVFormatContext& container, const AVStream& stream) {
  if (stream.duration > 0) return static_cast<double>(stream.duration) * av_q2d(stream.time_base);
  return container.duration > 0 ? static_cast<double>(container.duration) / AV_TIME_BASE : 0;
}

bool ends_before_its_duration(const AVFormatContext& container, std::int64_t last_packet_us) {
  constexpr std::int64_t tolerance_us = 250'000;
  if (!is_format(container, "matroska") || container.duration <= 0) return false;
  const std::int64_t start = container.start_time == AV_NOPTS_VALUE ? 0 : container.start_time;
  return av_sat_add64(last_packet_us, tolerance_us) < av_sat_add64(start, container.duration);
}

Orientation orientation_of(const AVStream& stream, const LogSink& log) {
  const std::uint8_t* data = av_stream_get_side_data(&stream, AV_PKT_DATA_DISPLAYMATRIX, nullptr);
  if (data == nullptr) return {};
  const std::optional<Orientation> stored = orientation_of_matrix(data);
  if (!stored && log) {
    log(fmt::format("the picture should be shown rotated by {:.1f} degrees: drawn as it is stored",
                    -av_display_rotation_get(reinterpret_cast<const std::int32_t*>(data))));
  }
  return stored.value_or(Orientation{});
}

std::string color_conflict(const StatedColor& container, const AVFrame& frame) {
  std::string text;
  const auto compare = [&text](const char* what, int stated, int coded, const char* stated_name,
                               const char* coded_name) {
    constexpr int unspecified = 2;  // in all three of ITU-T H.273's tables
    if (stated == unspecified || coded == unspecified || stated == coded || stated == 0) return;
    text += fmt::format("{}{} {} (container) and {} (video)", text.empty() ? "" : ", ", what,
                        stated_name == nullptr ? "?" : stated_name,
                        coded_name == nullptr ? "?" : coded_name);
  };
  compare("matrix", container.matrix, frame.colorspace, av_color_space_name(container.matrix),
          av_color_space_name(frame.colorspace));
  compare("transfer", container.transfer, frame.color_trc,
          av_color_transfer_name(container.transfer), av_color_transfer_name(frame.color_trc));
  compare("primaries", container.primaries, frame.color_primaries,
          av_color_primaries_name(container.primaries),
          av_color_primaries_name(frame.color_primaries));
  return text.empty() ? text : "colour tags disagree, the video's own are taken: " + text;
}

bool is_picture(const AVFormatContext& container) {
  return is_format(container, "_pipe");
}

FieldOrder field_order_of(const AVFrame& frame) {
  if (frame.interlaced_frame == 0) return FieldOrder::progressive;
  return frame.top_field_first != 0 ? FieldOrder::top_first : FieldOrder::bottom_first;
}

bool is_heif(const AVFormatContext& container) {
  constexpr std::array<std::string_view, 5> brands = {"avif", "avis", "heic", "heix", "mif1"};
  const AVDictionaryEntry* brand = av_dict_get(container.metadata, "major_brand", nullptr, 0);
  return brand != nullptr &&
         std::ranges::find(brands, std::string_view(brand->value)) != brands.end();
}

// libav marks all such codecs except PNG.
bool is_intra_only(AVCodecID id) {
  const AVCodecDescriptor* d = avcodec_descriptor_get(id);
  return id == AV_CODEC_ID_PNG || (d != nullptr && (d->props & AV_CODEC_PROP_INTRA_ONLY) != 0);
}

// One packet in, one frame out: only then does counting packets reveal lost frames.
bool counts_frames(const AVStream& stream, FieldOrder order) {
  const AVCodecID id = stream.codecpar->codec_id;
  if (id == AV_CODEC_ID_H264) return order == FieldOrder::progressive;
  return id == AV_CODEC_ID_HEVC || (is_intra_only(id) && order == FieldOrder::progressive);
}

}  // namespace overlace
