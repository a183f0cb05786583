// SPDX-License-Identifier: Apache-2.0
// Which streams NVDEC decodes, and what happens when it fails.
#include "io/read/video_decoder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>
#include <utility>

#include "io/av/semi_planar.h"

namespace overlace {
namespace {

constexpr int surface_limit = 32;  ///< NVDEC creates no decoder with more
constexpr int libav_surfaces = 3;  ///< that libav adds to what it requests
constexpr std::int64_t software_history_bytes = std::int64_t{24} << 20U;
constexpr int held_surfaces = 2;  ///< while their copies on the device are in flight

bool keeps_alpha(const AVStream& stream) {
  const AVDictionaryEntry* alpha = av_dict_get(stream.metadata, "alpha_mode", nullptr, 0);
  return alpha != nullptr && std::strcmp(alpha->value, "1") == 0;
}

const AVCodec& find_software_decoder(const AVStream& stream, const std::string& path) {
  const AVCodecID id = stream.codecpar->codec_id;
  const AVCodec* codec = nullptr;
  // libav's own VP8 and VP9 decoders drop the alpha plane; libvpx keeps it.
  if (keeps_alpha(stream)) {
    codec = avcodec_find_decoder_by_name(id == AV_CODEC_ID_VP9 ? "libvpx-vp9" : "libvpx");
  }
  if (codec == nullptr || codec->id != id) codec = avcodec_find_decoder(id);
  if (codec != nullptr) return *codec;
  throw Error(ErrorCode::input, fmt::format("no decoder for codec '{}'", avcodec_get_name(id)), "",
              SourceLocation{path});
}

bool has_cuda_hwaccel(const AVCodec& codec) {
  for (int i = 0;; ++i) {
    const AVCodecHWConfig* config = avcodec_get_hw_config(&codec, i);
    if (config == nullptr) return false;
    if (config->pix_fmt == AV_PIX_FMT_CUDA &&
        (config->methods & AV_CODEC_HW_CONFIG_METHOD_HW_DEVICE_CTX) != 0) {
      return true;
    }
  }
}

// libav's own decoder that passes slices to NVDEC, not a wrapper around NVIDIA's parser; null when
// there is none.
const AVCodec* find_hardware_decoder(const AVStream& stream) {
  constexpr std::array ids{AV_CODEC_ID_H264, AV_CODEC_ID_HEVC, AV_CODEC_ID_VP8,
                           AV_CODEC_ID_VP9,  AV_CODEC_ID_AV1,  AV_CODEC_ID_MPEG2VIDEO};
  const AVCodecID id = stream.codecpar->codec_id;
  if (std::ranges::find(ids, id) == ids.end() || keeps_alpha(stream)) return nullptr;
  void* state = nullptr;
  while (const AVCodec* codec = av_codec_iterate(&state)) {
    if (codec->id == id && av_codec_is_decoder(codec) != 0 && codec->wrapper_name == nullptr &&
        has_cuda_hwaccel(*codec)) {
      return codec;
    }
  }
  return nullptr;
}

CodecPtr make_decoder(const AVCodec& codec, const AVStream& stream, const ReaderOptions& options,
                      const std::string& path) {
  CodecPtr decoder = make_codec(&codec);
  check_av(avcodec_parameters_to_context(decoder.get(), stream.codecpar), ErrorCode::input,
           fmt::format("{}: opening the {} decoder", path, codec.name));
  decoder->pkt_timebase = stream.time_base;
  decoder->max_pixels = options.max_pixels;
  return decoder;
}

void open(AVCodecContext& decoder, const std::string& path) {
  const std::string name = decoder.codec->name;  // gone when opening fails
  check_av(avcodec_open2(&decoder, decoder.codec, nullptr), ErrorCode::input,
           fmt::format("{}: opening the {} decoder", path, name));
}

// H.264 states it per stream. For other codecs it is the number of slots in the format or, for
// HEVC, which may have 16, what encoders use.
int reference_frames(const AVCodecContext& decoder) {
  const AVCodecDescriptor* d = avcodec_descriptor_get(decoder.codec_id);
  if (d == nullptr || (d->props & AV_CODEC_PROP_INTRA_ONLY) != 0) return 0;
  switch (decoder.codec_id) {
    case AV_CODEC_ID_H264:
      return std::max(decoder.refs, 1);
    case AV_CODEC_ID_AV1:
    case AV_CODEC_ID_VP9:
      return 8;
    case AV_CODEC_ID_HEVC:
      return 5;
    case AV_CODEC_ID_VP8:
      return 3;
    default:
      return 2;
  }
}

bool failed(int status) {
  return status < 0 && status != AVERROR(EAGAIN) && status != AVERROR_EOF;
}

/// Threads that decode frames at once; 0 lets libav choose one per core. On a single core they are
/// two: what is damaged is then decoded again from a random access point as on any machine, where a
/// decoder that went on would conceal it by earlier frames.
int overlapped_threads(const ReaderOptions& options) {
  return options.threads == 0 && av_cpu_count() == 1 ? 2 : options.threads;
}

}  // namespace

void refuse_size(const ReaderOptions& options, const std::string& path) {
  throw Error(ErrorCode::limit,
              fmt::format("the picture is over the limit of {} pixels", options.max_pixels), "",
              SourceLocation{path});
}

VideoDecoder::VideoDecoder(const AVStream& stream, const ReaderOptions& options,
                           const std::string& path)
    : stream_(stream), options_(options), path_(path) {
  const AVCodecParameters& p = *stream.codecpar;
  if (std::int64_t{p.width} * p.height > options.max_pixels) refuse_size(options, path);
  if (!options.hardware.session) {
    open_software(Order::overlapped);
  } else if (options.reports_damage || options.on_corrupt != OnCorrupt::conceal) {
    fall_back(fmt::format(
        "NVDEC does not report damaged pictures, which {}",
        options.reports_damage ? "may show what the graph redacts" : "--on-corrupt needs"));
  } else if (const AVCodec* codec = find_hardware_decoder(stream)) {
    open_hardware(*codec);
  } else {
    fall_back(fmt::format("NVDEC does not decode {} video", avcodec_get_name(p.codec_id)));
  }
}

VideoDecoder::~VideoDecoder() = default;

void VideoDecoder::open_software(Order order) {
  codec_ = make_decoder(find_software_decoder(stream_, path_), stream_, options_, path_);
  codec_->opaque = static_cast<AvLogListener*>(this);
  codec_->thread_count = order == Order::overlapped ? overlapped_threads(options_) : 1;
  open(*codec_, path_);
  history_ = PacketHistory(software_history_bytes);
  overlapped_ = (codec_->active_thread_type & FF_THREAD_FRAME) != 0;
  error_logged_ = false;
}

// The hardware decoder is kept: another one would need its own surfaces.
void VideoDecoder::restart(Start start) {
  amid_ = start == Start::amid_stream;
  suspects_.clear();
  replay_.clear();
  shown_.clear();
  excused_ = ended_ = false;
  if (in_hardware()) {
    avcodec_flush_buffers(codec_.get());
    history_ = PacketHistory();
  } else {
    codec_.reset();
    open_software(Order::overlapped);
  }
}

// Damage shows as errors, or as the line saying how much of a frame has been concealed. Releasing a
// reference picture from before the start is not damage.
void VideoDecoder::on_line(int level, std::string_view line) noexcept {
  if (amid_ && line.starts_with("mmco: unref short failure")) return;
  if (level <= AV_LOG_ERROR || line.find("concealing") != std::string_view::npos)
    error_logged_ = true;
}

void VideoDecoder::open_hardware(const AVCodec& codec) {
  transfer_ = std::make_unique<CudaTransfer>(options_.hardware.session);
  codec_ = make_decoder(codec, stream_, options_, path_);
  codec_->hw_device_ctx = reference_to(options_.hardware.session->av_device());
  codec_->opaque = static_cast<AvLogListener*>(this);
  codec_->get_format = choose_format;
  codec_->thread_count = 1;  // each further frame thread would need its own surface
  codec_->extra_hw_frames = held_surfaces + 1;
#ifdef AV_HWACCEL_FLAG_UNSAFE_OUTPUT
  // Else libav copies every surface, unaware that we hold few, which fit_surfaces ensures.
  codec_->hwaccel_flags |= AV_HWACCEL_FLAG_UNSAFE_OUTPUT;
#endif
  open(*codec_, path_);
}

// libav offers the hardware format and, last, the software format; it asks again without the
// hardware format if that cannot be set up, and whenever the stream changes.
AVPixelFormat VideoDecoder::choose_format(AVCodecContext* context, const AVPixelFormat* offered) {
  auto& self = static_cast<VideoDecoder&>(*static_cast<AvLogListener*>(context->opaque));
  std::string reason = self.why_not(*context, offered);
  if (reason.empty()) return AV_PIX_FMT_CUDA;
  self.refused_ = std::move(reason);
  while (offered[1] != AV_PIX_FMT_NONE) ++offered;
  return *offered;
}

std::string VideoDecoder::why_not(AVCodecContext& context, const AVPixelFormat* offered) {
  bool has_cuda = false;
  AVPixelFormat software = AV_PIX_FMT_NONE;
  for (; *offered != AV_PIX_FMT_NONE; ++offered) {
    has_cuda = has_cuda || *offered == AV_PIX_FMT_CUDA;
    software = *offered;
  }
  const std::string log = take_av_log();
  if (!has_cuda && !log.empty()) return fmt::format("NVDEC cannot be used: {}", log);
  if (!has_cuda || semi_planar_equal(software) == AV_PIX_FMT_NONE) {
    return fmt::format("NVDEC does not decode {} video in {}", avcodec_get_name(context.codec_id),
                       av_get_pix_fmt_name(software));
  }
  // With an odd number of rows, the chroma is not where libav looks for it.
  if (context.width % 2 != 0 || context.height % 2 != 0) {
    return fmt::format("NVDEC does not decode pictures of odd size ({}x{})", context.width,
                       context.height);
  }
  const Shape shape{context.width, context.height, software};
  if (shape_ && *shape_ != shape) {
    return fmt::format("the picture changes to {}x{} {}", shape.width, shape.height,
                       av_get_pix_fmt_name(software));
  }
  shape_ = shape;
  return fit_surfaces(context);
}

// Streams with many references leave us few of NVDEC's surfaces, or none.
std::string VideoDecoder::fit_surfaces(AVCodecContext& context) {
  AVBufferRef* parameters = nullptr;
  const int status = avcodec_get_hw_frames_parameters(&context, context.hw_device_ctx,
                                                      AV_PIX_FMT_CUDA, &parameters);
  const BufferPtr owner(parameters);
  if (status < 0) return fmt::format("NVDEC cannot be used: {}", av_error_text(status));
  const int asked = reinterpret_cast<AVHWFramesContext*>(owner->data)->initial_pool_size;
  const int over = std::max(asked + libav_surfaces - surface_limit, 0);
  if (over > context.extra_hw_frames) {
    return fmt::format("NVDEC has {} surfaces, this stream needs more", surface_limit);
  }
  context.extra_hw_frames -= over;
  transfer_->set_surfaces(static_cast<std::size_t>(std::max(context.extra_hw_frames - 1, 0)));
  return {};
}

std::string VideoDecoder::trouble(int status) {
  if (!refused_.empty()) return refused_;
  const std::string log = take_av_log();
  return fmt::format("NVDEC failed: {}", log.empty() ? av_error_text(status) : log);
}

void VideoDecoder::fall_back(const std::string& reason) {
  if (options_.hardware.required) {
    throw Error(ErrorCode::unavailable, reason,
                "--hwaccel auto decodes in software where hardware cannot", SourceLocation{path_});
  }
  if (history_.overflowed()) {
    throw Error(
        ErrorCode::unavailable,
        fmt::format("{}, and the last key frame is too far back to go on in software", reason),
        "use --hwaccel none", SourceLocation{path_});
  }
  if (options_.log) {
    options_.log(frames_ == 0
                     ? fmt::format("decoding in software: {}", reason)
                     : fmt::format("decoding in software from frame {} on: {}", frames_, reason));
  }
  transfer_.reset();
  excused_ = frames_ > 0;
  decode_again(frames_ == 0 ? Order::overlapped : Order::one_by_one);
}

void VideoDecoder::decode_again(Order order) {
  std::deque<PacketPtr> packets = history_.take_packets();
  std::ranges::move(replay_, std::back_inserter(packets));
  const bool end_waits = !packets.empty() && !packets.back();
  if (ended_ && !end_waits) packets.push_back(nullptr);
  replay_ = std::move(packets);
  shown_ = history_.take_delivered();
  suspects_.clear();  // they are decoded again
  codec_.reset();
  open_software(order);
}

// One packet at a time: anything logged meanwhile concerns the last packet given.
int VideoDecoder::give(const AVPacket* packet) {
  if (packet != nullptr) given_ = {packet->pts, packet->pos};
  if (packet != nullptr && replay_.empty() && (packet->flags & AV_PKT_FLAG_KEY) != 0)
    excused_ = false;
  const int status = avcodec_send_packet(codec_.get(), packet);
  if (overlapped_) return status;
  if (failed(status)) error_logged_ = false;  // the caller counts the status
  suspect_packet();
  return status;
}

int VideoDecoder::take(AVFrame& frame) {
  const int status = avcodec_receive_frame(codec_.get(), &frame);
  if (overlapped_) return status;
  if (failed(status)) error_logged_ = false;
  suspect_packet();
  if (status == 0) accuse(frame);
  return status;
}

void VideoDecoder::suspect_packet() {
  if (!error_logged_.exchange(false) || excused_) return;
  if (std::ranges::find(suspects_, given_) == suspects_.end()) suspects_.push_back(given_);
}

void VideoDecoder::accuse(AVFrame& frame) {
  const auto found = std::ranges::find(suspects_, PacketLabel{frame.pts, frame.pkt_pos});
  if (found == suspects_.end()) return;
  suspects_.erase(found);
  frame.decode_error_flags |= FF_DECODE_ERROR_INVALID_BITSTREAM;
}

int VideoDecoder::send(const AVPacket* packet) {
  ended_ = packet == nullptr;
  if (!replay_.empty()) {
    replay_.push_back(packet == nullptr ? nullptr : PacketPtr(av_packet_clone(packet)));
    return 0;
  }
  if (!in_hardware() && !overlapped_) return give(packet);
  return send_recorded(packet);
}

// Sends to a decoder that another one may have to replace.
int VideoDecoder::send_recorded(const AVPacket* packet) {
  static_cast<void>(take_av_log());
  const int status = give(packet == nullptr ? nullptr : &history_.add(*packet));
  if (!failed(status) && refused_.empty()) return status;
  if (in_hardware()) {
    fall_back(trouble(status));
    return 0;
  }
  error_logged_ = true;
  return history_.overflowed() ? status : 0;
}

int VideoDecoder::receive(FramePtr& frame) {
  const int status = in_hardware() ? receive_hardware(frame)
                     : overlapped_ ? receive_overlapped(frame)
                                   : receive_software(frame);
  if (status == 0) ++frames_;
  return status;
}

// libav delivers a frame once it and all before it are decoded, so damage is noticed in time.
int VideoDecoder::receive_overlapped(FramePtr& frame) {
  const int status = receive_software(frame);
  const bool trouble = failed(status) || error_logged_;
  if (trouble && !history_.overflowed()) {
    av_frame_unref(frame.get());
    decode_again(Order::one_by_one);
    return receive_software(frame);
  }
  if (status == 0) {
    // It cannot be decoded again: the next frame carries the error.
    if (error_logged_.exchange(false))
      frame->decode_error_flags |= FF_DECODE_ERROR_INVALID_BITSTREAM;
    history_.deliver(*frame);
    frame->pkt_pos = -1;
  }
  return status;
}

int VideoDecoder::receive_hardware(FramePtr& frame) {
  const int status = take(*frame);
  if (failed(status) || !refused_.empty()) {
    fall_back(trouble(status));
    return receive_software(frame);
  }
  if (status != 0) return status;
  try {
    take_off(frame);
  } catch (const Error& error) {
    fall_back(error.what());
    return receive_software(frame);
  }
  history_.deliver(*frame);
  frame->pkt_pos = -1;
  return 0;
}

DecoderLoad VideoDecoder::load() const {
  return {.threads = overlapped_ ? codec_->thread_count : 1,
          .references = reference_frames(*codec_),
          .reordered = codec_->has_b_frames,
          .history_bytes = overlapped_ ? software_history_bytes : 0};
}

// The decoder has few surfaces: pixels are copied from them at once.
void VideoDecoder::take_off(FramePtr& frame) {
  const ReaderOptions::Hardware& hardware = options_.hardware;
  FramePtr surface = std::exchange(frame, make_frame());
  if (hardware.frames == Memory::host) {
    frame = transfer_->download(*surface);
    return;
  }
  const Size size = visible_size(*surface);
  const AVPixelFormat layout = cuda_layout(*surface);
  if (!pool_ || pool_->size() != size || pool_->layout() != layout) {
    pool_ = std::make_shared<CudaFramePool>(hardware.session, layout, size);
  }
  frame = transfer_->keep(std::move(surface), *pool_);
}

int VideoDecoder::receive_software(FramePtr& frame) {
  for (;;) {
    int status = take(*frame);
    if (status == 0 && skip(*frame)) continue;
    if (status != AVERROR(EAGAIN) || replay_.empty()) return status;
    const PacketPtr packet = std::move(replay_.front());
    replay_.pop_front();
    status = overlapped_ ? send_recorded(packet.get()) : give(packet.get());
    const bool old = packet && std::ranges::find(shown_, packet->pos) != shown_.end();
    if (failed(status) && !old) return status;
  }
}

// True for a frame of the replay that was already delivered.
bool VideoDecoder::skip(AVFrame& frame) {
  const auto found = std::ranges::find(shown_, frame.pkt_pos);
  if (found == shown_.end()) return false;
  shown_.erase(found);
  av_frame_unref(&frame);
  return true;
}

}  // namespace overlace
