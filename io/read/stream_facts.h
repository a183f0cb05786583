// SPDX-License-Identifier: Apache-2.0
// What a container and its first frame state about a video: rate, length, orientation, fields.
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

/// Nominal frames per second: exact if the rate is constant, the average if it varies, 25 if
/// unknown.
[[nodiscard]] Rational frame_rate_of(const AVStream& stream);

/// Whether headers or the first packets tell the stream's frame rate. For recordings of browsers,
/// of variable rate, they do not.
[[nodiscard]] bool states_frame_rate(const AVStream& stream);

/// Number of frames that will be shown, if the container lists them all; else 0.
[[nodiscard]] std::int32_t count_frames(const AVFormatContext& container, AVStream& stream);

/// Declared duration in seconds; 0 when unknown.
[[nodiscard]] double duration_of(const AVFormatContext& container, const AVStream& stream);

/// Whether packets end before a Matroska file's declared duration.
[[nodiscard]] bool ends_before_its_duration(const AVFormatContext& container,
                                            std::int64_t last_packet_us);

/// The stored orientation of frames by the stream's display matrix; upright if there is none, or
/// one whose rotation is not a multiple of 90 degrees, which is logged.
[[nodiscard]] Orientation orientation_of(const AVStream& stream, const LogSink& log);

/// Says where a container's colour tags contradict the video's own; "" where they agree or one of
/// them is unspecified.
[[nodiscard]] std::string color_conflict(const StatedColor& container, const AVFrame& frame);

/// True where the file is a still picture.
[[nodiscard]] bool is_picture(const AVFormatContext& container);

/// True for AVIF and HEIC, by the brand of the file.
[[nodiscard]] bool is_heif(const AVFormatContext& container);

[[nodiscard]] FieldOrder field_order_of(const AVFrame& frame);

/// True for codecs whose frames are independent.
[[nodiscard]] bool is_intra_only(AVCodecID id);

/// True where each packet holds one frame, so that counting packets reveals lost frames.
[[nodiscard]] bool counts_frames(const AVStream& stream, FieldOrder order);

}  // namespace overlace
