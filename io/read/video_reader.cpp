// SPDX-License-Identifier: Apache-2.0
// Opens a video, and goes to any of its frames.
#include "io/read/video_reader.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "io/read/decode_pipeline.h"
#include "io/read/describe_video.h"
#include "io/read/file_timing.h"
#include "io/read/open_decoder.h"
#include "io/read/packet_source.h"
#include "io/read/seek_guide.h"
#include "io/read/stream_facts.h"
#include "io/read/video_decoder.h"

namespace overlace {

bool reads_only_once(const std::string& path) {
  return is_piped(input_name(path));
}

class VideoReader::State {
 public:
  State(const std::string& path, ReaderOptions options);

  bool read(DecodedFrame& picture);
  void seek(std::int32_t number);
  [[nodiscard]] std::int32_t begins_at(std::int32_t number);
  [[nodiscard]] std::optional<std::int64_t> stamp_of(std::int32_t number) const {
    return guide_.stamp_of(number);
  }
  [[nodiscard]] const DecodePipeline& frames() const { return *frames_; }

  std::string path;
  VideoInfo info;
  PacketSource source;
  InputFile& file = source.file();
  AVStream& stream = source.stream();

 private:
  bool decode(DecodedFrame& picture);
  [[nodiscard]] bool is_near(std::int32_t number) const;
  [[nodiscard]] std::int32_t needed_for(std::int32_t number) const;
  [[nodiscard]] std::optional<RandomAccess> access_for(std::int32_t number);
  void want(std::int32_t number, std::int32_t first_needed);
  void seek_picture(std::int32_t number);
  void begin_at(std::int32_t number);
  void begin_anew(const std::string& why);
  [[noreturn]] void refuse_undecodable() const;

  ReaderOptions options_;
  SeekGuide guide_{path, options_, stream};
  std::optional<DecodePipeline> frames_;
  std::int32_t wanted_ = 0;  ///< the next frame to deliver; earlier ones are dropped
};

VideoReader::State::State(const std::string& name, ReaderOptions options)
    : path(input_name(name)),
      source(path, options.frame_rate),
      options_(without_unsuited_hardware(std::move(options), stream)) {
  std::unique_ptr<FrameDecoder> decoder = open_decoder(file, stream, options_, path);
  if (file.pictures) file.pictures->fill_gaps(options_.missing_pictures);
  const FileTiming timing(path, file, stream, options_.frame_rate);
  info.clip.frame_rate = timing.frame_rate();
  info.clip.first_frame =
      options_.first_frame.value_or(file.pictures ? file.pictures->first_number() : 0);
  options_.first_frame = info.clip.first_frame;
  frames_.emplace(DecodePipeline::Input{path, options_, info.clip, source, guide_},
                  std::move(decoder));
  DecodedFrame first;
  if (!decode(first)) refuse_undecodable();
  const OpenVideo opened{path, file, stream, frames_->normalizer()};
  describe(opened, *first.frame, info);
  log_assumptions(opened, info, options_);
  info.clip.clock = timing.clock(info.clip.frame_rate, frames_->first_pts());
  frames_->put_back(std::move(first));
  wanted_ = 0;
}

void VideoReader::State::refuse_undecodable() const {
  // Sizes beyond libav's own limit never reach codecpar; only its log shows them.
  if (file.probe_log.find("Picture size") != std::string::npos) refuse_size(options_, path);
  const bool index_behind = is_piped(path) && is_format(*file.container, "mov");
  throw Error(ErrorCode::input, "no frame could be decoded",
              index_behind
                  ? "a pipe needs the index in front: save the video first, or make it with "
                    "ffmpeg -movflags +faststart"
                  : "",
              SourceLocation{path});
}

bool VideoReader::State::read(DecodedFrame& picture) {
  source.forget_others();
  return decode(picture);
}

bool VideoReader::State::decode(DecodedFrame& picture) {
  for (;;) {
    try {
      if (!frames_->next(picture)) return false;
    } catch (const SeekMismatch& mismatch) {
      begin_anew(mismatch.why);
      continue;
    }
    if (picture.number < wanted_) continue;
    wanted_ = picture.number + 1;
    return true;
  }
}

// The first frame that must be prepared to get frame `number` right.
std::int32_t VideoReader::State::needed_for(std::int32_t number) const {
  constexpr std::int32_t neighbours = 2;  ///< of a frame that is de-interlaced
  return std::max(number - (frames_->normalizer().deinterlaces() ? neighbours : 0), 0);
}

std::optional<RandomAccess> VideoReader::State::access_for(std::int32_t number) {
  if (frames_->damage().any()) guide_.give_up("the video is damaged", number);
  return guide_.access_for(needed_for(number));
}

void VideoReader::State::want(std::int32_t number, std::int32_t first_needed) {
  wanted_ = number;
  frames_->prepare_from(first_needed);
}

void VideoReader::State::seek(std::int32_t number) {
  source.forget_others();
  if (file.pictures) return seek_picture(number);
  const std::int32_t first_needed = needed_for(number);
  want(number, first_needed);
  if (is_near(number)) return;
  const bool back = number < frames_->position();
  const std::optional<RandomAccess> access = access_for(number);
  if (!back && (!access || access->number <= frames_->next_number())) return;
  if (!access || access->packet == 0) {
    source.restart();
    begin_at(0);
  } else if (source.go_to(*access, guide_.index())) {
    begin_at(access->number);
    guide_.begin(*access, first_needed);
  } else {
    begin_anew("packets differ when they are read again");
  }
}

void VideoReader::State::seek_picture(std::int32_t number) {
  if (number == frames_->position()) return;
  want(number, number);
  file.pictures->go_to(number);
  begin_at(number);
}

// Ahead, and sooner decoded than an index is built.
bool VideoReader::State::is_near(std::int32_t number) const {
  constexpr std::int32_t near = 12;
  return number >= frames_->position() && number < frames_->next_number() + near;
}

std::int32_t VideoReader::State::begins_at(std::int32_t number) {
  if (file.pictures) return number;
  const std::int32_t position = frames_->position();
  if (is_near(number)) return position;
  const std::optional<RandomAccess> access = access_for(number);
  const std::int32_t first = access ? access->number : 0;
  return number < position ? first : std::max(first, position);
}

void VideoReader::State::begin_at(std::int32_t number) {
  frames_->restart(number);
  guide_.end();
}

void VideoReader::State::begin_anew(const std::string& why) {
  guide_.give_up(why, wanted_);
  source.restart();
  frames_->prepare_from(needed_for(wanted_));
  begin_at(0);
}

VideoReader::VideoReader(const std::string& path, ReaderOptions options)
    : state_(std::make_unique<State>(path, std::move(options))) {}
VideoReader::~VideoReader() = default;
VideoReader::VideoReader(VideoReader&&) noexcept = default;
VideoReader& VideoReader::operator=(VideoReader&&) noexcept = default;

const std::string& VideoReader::path() const {
  return state_->path;
}
std::vector<std::string> VideoReader::files() const {
  return state_->file.pictures ? state_->file.pictures->names() : std::vector{state_->path};
}
const VideoInfo& VideoReader::info() const {
  return state_->info;
}
const Damage& VideoReader::damage() const {
  return state_->frames().damage();
}
bool VideoReader::in_hardware() const {
  return state_->frames().decoder().in_hardware();
}
DecoderLoad VideoReader::decoder_load() const {
  return state_->frames().decoder().load();
}
std::shared_ptr<CudaFramePool> VideoReader::cuda_pool() const {
  return state_->frames().decoder().pool();
}
bool VideoReader::read(DecodedFrame& picture) {
  return state_->read(picture);
}
void VideoReader::seek(std::int32_t number) {
  state_->seek(number);
}
std::int32_t VideoReader::begins_at(std::int32_t number) {
  return state_->begins_at(number);
}
std::optional<std::int64_t> VideoReader::stamp_of(std::int32_t number) const {
  return state_->stamp_of(number);
}
void VideoReader::on_packets(const std::function<bool(const AVStream&)>& wanted,
                             std::function<void(PacketPtr)> take) {
  state_->source.on_packets(wanted, std::move(take));
}
const AVFormatContext& VideoReader::container() const {
  return state_->file.streams();
}
const AVStream& VideoReader::stream() const {
  return state_->stream;
}
const AVFrame& VideoReader::first_frame() const {
  return state_->frames().normalizer().like();
}

}  // namespace overlace
