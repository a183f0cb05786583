// SPDX-License-Identifier: Apache-2.0
// What a container and its first frame say of a video: rate, length, orientation, fields.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "graph/core/log.h"
#include "io/av/av.h"
#include "io/read/input_file.h"
#include "io/read/video_reader.h"

namespace overlace {

/// True when `part` is in the demuxer's name ("mov", "matroska").
[[nodiscard]] bool is_format(const AVFormatContext& container, std::string_view part);

/// Nominal frames per second: exact where the rate is constant, the average where it varies, 25
/// where nothing is known.
[[nodiscard]] Rational frame_rate_of(const AVStream& stream);

/// Number of frames that will be shown, where the container lists them all; else 0.
[[nodiscard]] std::int32_t count_frames(const AVFormatContext& container, AVStream& stream);

/// Declared duration in seconds; 0 when unknown.
[[nodiscard]] double duration_of(const AVFormatContext& container, const AVStream& stream);

/// Packets end before a Matroska file says that it does.
[[nodiscard]] bool ends_before_its_duration(const AVFormatContext& container,
                                            std::int64_t last_packet_us);

/// How frames lie in memory by the stream's display matrix; as they are shown where it has none, or
/// one that turns by no multiple of 90 degrees, which is logged.
[[nodiscard]] Orientation orientation_of(const AVStream& stream, const LogSink& log);

/// Says where a container's colour tags are contradicted by the video's own; "" where they agree or
/// one of them is silent.
[[nodiscard]] std::string color_conflict(const StatedColor& container, const AVFrame& frame);

/// True where the file is a picture, not a video.
[[nodiscard]] bool is_picture(const AVFormatContext& container);

[[nodiscard]] FieldOrder field_order_of(const AVFrame& frame);

/// True for codecs whose frames need no others.
[[nodiscard]] bool is_intra_only(AVCodecID id);

/// True where each packet holds one frame, so that counting packets tells lost frames.
[[nodiscard]] bool counts_frames(const AVStream& stream, FieldOrder order);

}  // namespace overlace
