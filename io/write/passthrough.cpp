// SPDX-License-Identifier: Apache-2.0
// Whether a frame is drawn on depends only on its number, so it is known before the first frame.
#include "io/write/passthrough.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

#include "io/av/bytes.h"
#include "io/frames/pixel_format.h"
#include "io/write/avc.h"

namespace overlace {
namespace {

bool same_layout(int a, int b) {
  const auto of = [](int format) {
    return pixel_format_from_av(static_cast<AVPixelFormat>(format));
  };
  return of(a) && of(a) == of(b);
}

// Each picture contains everything that its decoder needs; container data concerns the file.
bool is_self_contained(AVCodecID id) {
  constexpr std::array ids{AV_CODEC_ID_PRORES, AV_CODEC_ID_DNXHD, AV_CODEC_ID_MJPEG,
                           AV_CODEC_ID_PNG};
  return std::ranges::find(ids, id) != ids.end();
}

// Packets hold the stored picture, which may differ from the reader's.
const char* why_not_passed(const VideoReader& source) {
  if (is_piped(source.path())) return "a pipe can be read only once";
  if (source.info().rotated) return "pictures are rotated for display";
  if (source.info().deinterlaced) return "pictures are de-interlaced";
  return "";
}

bool is_avc(const AVCodecParameters& codec) {
  AvcConfig config;
  return codec.codec_id == AV_CODEC_ID_H264 && parse_avc_config(extradata_of(codec), config);
}

}  // namespace

PassthroughPlan plan_passthrough(const VideoReader& source,
                                 const std::function<bool(std::int32_t frame)>& draws_on) {
  PassthroughPlan plan;
  plan.map.refusal = why_not_passed(source);
  if (!plan.map.refusal.empty()) return plan;
  plan.map = find_segments(source.path(), source.stream());
  if (!plan.map.refusal.empty()) return plan;
  for (const Segment& segment : plan.map.segments) {
    bool passed = segment.intact;
    for (std::int32_t i = 0; passed && i < segment.frames; ++i)
      passed = !draws_on(segment.first + i);
    plan.passed.push_back(passed);
    if (passed) plan.frames += segment.frames;
  }
  return plan;
}

std::string why_not_joined(const VideoReader& source, const AVCodecContext& encoder) {
  const AVCodecParameters& from = *source.stream().codecpar;
  if (from.codec_id != encoder.codec_id) {
    return fmt::format("the input is {}, the output {}", avcodec_get_name(from.codec_id),
                       avcodec_get_name(encoder.codec_id));
  }
  if (!same_layout(source.first_frame().format, encoder.pix_fmt))
    return "the output has another pixel format";
  if (is_avc(from)) {
    if (std::string_view(encoder.codec->name) != "libx264") return "libx264 is needed for that";
    if ((encoder.flags & AV_CODEC_FLAG_GLOBAL_HEADER) == 0)
      return "this container needs parameter sets with the pictures";
    if (source.info().field_order != FieldOrder::progressive) return "the input is interlaced";
    return free_parameter_set_id(from) < 0 ? "no parameter set id is free" : "";
  }
  if (from.codec_id == AV_CODEC_ID_PRORES && from.codec_tag != encoder.codec_tag)
    return "the output has another profile of ProRes";
  if (from.codec_id == AV_CODEC_ID_DNXHD && from.profile != encoder.profile)
    return "the output has another profile of DNxHD";
  if (is_self_contained(from.codec_id)) return "";
  if (!std::ranges::equal(extradata_of(from), extradata_of(encoder)))
    return "the encoder's headers differ from the input's";
  return "";
}

int free_parameter_set_id(const AVCodecParameters& source) {
  AvcConfig config;
  if (source.codec_id != AV_CODEC_ID_H264 || !parse_avc_config(extradata_of(source), config))
    return -1;
  const std::set<unsigned> used = parameter_set_ids(config);
  for (unsigned id = 1; id < 32; ++id)  // the limit for sequence sets (H.264, 7.4.2.1.1)
    if (!used.contains(id)) return static_cast<int>(id);
  return -1;
}

// Slices name their parameter set: both encoders' sets are kept side by side.
void join_parameters(AVCodecParameters& output, const AVCodecParameters& source) {
  AvcConfig config;
  if (source.codec_id != AV_CODEC_ID_H264 || !parse_avc_config(extradata_of(source), config))
    return;
  add_parameter_sets(config, extradata_of(output));
  const std::size_t level = 2;
  config.head[level] = std::max(config.head[level], static_cast<std::uint8_t>(output.level));
  const Bytes joined = write_avc_config(config);
  av_freep(&output.extradata);
  output.extradata =
      static_cast<std::uint8_t*>(av_mallocz(joined.size() + AV_INPUT_BUFFER_PADDING_SIZE));
  if (output.extradata == nullptr) throw Error(ErrorCode::out_of_memory, "out of memory");
  std::memcpy(output.extradata, joined.data(), joined.size());
  output.extradata_size = static_cast<int>(joined.size());
}

PassthroughCopy::PassthroughCopy(const VideoReader& source, PassthroughPlan plan)
    : path_(source.path()),
      plan_(std::move(plan)),
      file_(open_input(path_)),
      stream_(source.stream().index) {}

std::size_t PassthroughCopy::segment_of(std::int32_t frame) const {
  const std::vector<Segment>& segments = plan_.map.segments;
  const auto after = std::ranges::upper_bound(segments, frame, {}, &Segment::first);
  return static_cast<std::size_t>(after - segments.begin()) - 1;
}

bool PassthroughCopy::passes(std::int32_t frame) const {
  return plan_.passed[segment_of(frame)];
}

void PassthroughCopy::pass(const DecodedFrame& picture,
                           const std::function<void(AVPacket&)>& take) {
  const std::vector<std::int64_t>& stamps = plan_.map.stamps;
  const auto number = static_cast<std::size_t>(picture.number);
  if (number >= stamps.size() || stamps[number] != picture.pts) {
    throw Error(ErrorCode::input,
                fmt::format("frame {} is not the one that its packet promised", picture.number),
                "render without --copy-if-untouched", SourceLocation{path_});
  }
  next_frame_ = picture.number + 1;
  const Segment& segment = plan_.map.segments[segment_of(picture.number)];
  if (next_frame_ == segment.first + segment.frames) hand_over(segment, take);
}

std::span<const std::int64_t> PassthroughCopy::unfinished() const {
  if (next_frame_ == 0) return {};
  const Segment& segment = plan_.map.segments[segment_of(next_frame_ - 1)];
  const auto rest = static_cast<std::size_t>(segment.first + segment.frames - next_frame_);
  return std::span(plan_.map.stamps).subspan(static_cast<std::size_t>(next_frame_), rest);
}

void PassthroughCopy::finish(const std::function<void(AVPacket&)>& take) {
  if (!unfinished().empty()) hand_over(plan_.map.segments[segment_of(next_frame_ - 1)], take);
}

void PassthroughCopy::hand_over(const Segment& segment,
                                const std::function<void(AVPacket&)>& take) {
  const PacketPtr packet = make_packet();
  while (next_packet_ < segment.first + segment.frames) {
    check_av(file_.read(*packet), ErrorCode::input, path_);
    if (packet->stream_index == stream_) {
      if (packet->pts == AV_NOPTS_VALUE) packet->pts = packet->dts;
      if (next_packet_ >= segment.first) take(*packet);
      ++next_packet_;
    }
    av_packet_unref(packet.get());
  }
}

}  // namespace overlace
