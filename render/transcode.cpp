// SPDX-License-Identifier: Apache-2.0
// Three stages, and a fourth if drawn pictures must leave a device, with bounded queues between
// them: a slow stage holds the others back, a failing one ends them.
#include "render/transcode.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include "gpu/trace.h"
#include "io/write/sound_cut.h"
#include "render/bounded_queue.h"
#include "render/cover_painter.h"
#include "render/frame_choice.h"
#include "render/frame_router.h"
#include "render/frames_in_flight.h"

namespace overlace {
namespace {

/// A frame and the packets of other streams that come before it. The last job has no frame.
struct Job {
  DecodedFrame picture{};
  std::vector<PacketPtr> packets{};
  std::optional<FrameRoute> route{};  ///< set once drawing has begun
};

std::size_t bytes_of(int format, const VideoReader& reader) {
  const Size size = stored_size(reader.info().clip);
  const int bytes =
      av_image_get_buffer_size(static_cast<AVPixelFormat>(format), size.width, size.height, 1);
  return static_cast<std::size_t>(check_av(bytes, ErrorCode::limit, "picture size"));
}

class Pipeline {
 public:
  Pipeline(VideoReader& reader, std::unique_ptr<FrameSink> sink, const TranscodeOptions& options,
           Replay& replay, const std::atomic<bool>* stop)
      : reader_(reader),
        options_(options),
        replay_(replay),
        stop_(stop),
        sink_(std::move(sink)),
        router_(sink_->format(), reader, options.run.hardware.session),
        frames_total_(selected_count(options.frames, reader.info())),
        decoded_(frames_within(options.decoded_bytes, bytes_of(reader.first_frame().format, reader),
                               options.queue_depth)),
        rendered_(frames_within(options.drawn_bytes, bytes_of(sink_->format().av_format, reader),
                                options.queue_depth)),
        drawn_(1),
        leaves_device_(replay.memory() == Memory::cuda && sink_->format().pool == nullptr) {
    result_.route = route();
  }

  TranscodeResult run(const std::function<void(const TranscodeProgress&)>& progress);

 private:
  void decode();
  void go_to(std::int32_t number, std::int32_t next, std::optional<SoundCut>& cut);
  [[nodiscard]] bool reads_on(const std::optional<SoundCut>& cut) const;
  [[nodiscard]] bool has_sound() const;
  void render(const std::function<void(const TranscodeProgress&)>& progress);
  void bring();
  void encode();
  template <class Stage>
  void guard(Stage stage);
  void name_thread(const char* name) const;

  bool read(DecodedFrame& picture);
  void write(Job& job);
  void begin_drawing(FramesInFlight<Job>& frames, Job job);
  bool pass_on(FramesInFlight<Job>& frames);
  [[nodiscard]] BoundedQueue<Job>& after_drawing() { return leaves_device_ ? drawn_ : rendered_; }
  [[nodiscard]] std::string route() const;
  void check_not_empty() const;
  void finish(const std::function<void(const TranscodeProgress&)>& progress);
  [[nodiscard]] bool asked_to_stop() const { return stop_ != nullptr && stop_->load(); }
  /// Frames in flight are dropped, too.
  [[nodiscard]] bool stopped() const { return asked_to_stop() && !options_.keep_on_stop; }
  [[nodiscard]] TranscodeProgress progress_now() const;

  VideoReader& reader_;
  const TranscodeOptions& options_;
  Replay& replay_;
  const std::atomic<bool>* stop_;
  std::unique_ptr<FrameSink> sink_;
  FrameRouter router_;
  const std::int64_t frames_total_;  ///< 0 when unknown
  BoundedQueue<Job> decoded_, rendered_;
  BoundedQueue<Job> drawn_;   ///< still on the device
  const bool leaves_device_;  ///< whether drawn pictures pass through `drawn_`
  std::atomic<std::int64_t> encoded_{0}, bytes_{0};
  std::atomic<double> time_s_{0};
  std::optional<std::int64_t> first_pts_;  ///< of the first frame encoded
  TranscodeResult result_;
  std::mutex failure_mutex_;
  std::exception_ptr failure_;  ///< the first one
};

// Runs a stage. If it fails or the work is stopped, all queues are abandoned, so that no other
// stage waits for it.
template <class Stage>
void Pipeline::guard(Stage stage) {
  try {
    stage();
    if (!stopped()) return;
  } catch (const Stopped&) {
    // As requested.
  } catch (...) {
    const std::lock_guard lock(failure_mutex_);
    if (!failure_) failure_ = std::current_exception();
  }
  decoded_.abandon();
  drawn_.abandon();
  rendered_.abandon();
}

void Pipeline::name_thread(const char* name) const {
  if (options_.trace != nullptr) options_.trace->name_thread(name);
}

bool Pipeline::read(DecodedFrame& picture) {
  TraceSpan span(options_.trace, {"decode"});
  if (!reader_.read(picture)) return false;
  span.set_frame(picture.time.frame);
  return true;
}

// In the file, the sound of the last frames may come after them.
bool Pipeline::reads_on(const std::optional<SoundCut>& cut) const {
  return cut ? !cut->complete() : options_.writer.sound == Sound::all && has_sound();
}

bool Pipeline::has_sound() const {
  const AVFormatContext& container = reader_.container();
  const std::span streams(container.streams, container.nb_streams);
  return std::ranges::any_of(streams, [this](const AVStream* s) { return sink_->wants(*s); });
}

void Pipeline::decode() {
  name_thread("decode");
  std::vector<PacketPtr> packets;
  std::optional<SoundCut> cut;
  if (!options_.frames.all() && options_.writer.sound == Sound::part)
    cut.emplace(reader_, *sink_, options_.frames);
  reader_.on_packets([this](const AVStream& s) { return sink_->wants(s); },
                     [&packets, &cut](PacketPtr packet) {
                       if (cut) return cut->put(std::move(packet));
                       packets.push_back(std::move(packet));
                     });
  const auto take_packets = [&] { return cut ? cut->take() : std::exchange(packets, {}); };
  const FrameList& frames = options_.frames;
  Job job;
  bool more = true;
  if (!frames.all()) go_to(frames.first(), 0, cut);
  while ((more || reads_on(cut)) && !asked_to_stop() && read(job.picture)) {
    const std::int32_t number = job.picture.number;
    more = frames.all() || number < frames.last();  // decoding past the last wanted frame is waste
    if (cut) cut->pass(job.picture);
    if (!frames.contains(number)) continue;
    job.packets = take_packets();
    if (!decoded_.push(std::exchange(job, {}))) return;
    if (!frames.all() && more) go_to(*frames.next(number + 1), number + 1, cut);
  }
  decoded_.push({.packets = take_packets()});
  decoded_.close();
}

// Seeks to the next frame of a selection; `next` follows the previous one. Sound is held until the
// frames that it belongs to are known, so it must be read with them if packets do not tell.
void Pipeline::go_to(std::int32_t number, std::int32_t next, std::optional<SoundCut>& cut) {
  TraceSpan span(options_.trace, {"seek"});
  span.set_frame(reader_.info().clip.first_frame + number);
  if (!cut || !has_sound()) return reader_.seek(number);
  const std::int32_t begin = reader_.begins_at(number);
  if (begin <= next) return;
  const std::int32_t target = reader_.stamp_of(number) ? number : begin;
  cut->leave_out_until(reader_.stamp_of(target).value());
  reader_.seek(target);
}

std::string Pipeline::route() const {
  return fmt::format("{} -> {} -> {}", reader_.in_hardware() ? "nvdec" : "software",
                     replay_.memory() == Memory::cuda ? "cuda" : "cpu", sink_->encoder());
}

void Pipeline::begin_drawing(FramesInFlight<Job>& frames, Job job) {
  const TraceSpan span(options_.trace, {"draw", {}, job.picture.time.frame});
  job.route = router_.route_of(*job.picture.frame, replay_.memory());
  router_.to_drawing(job.picture.frame, *job.route);
  if (options_.covers != nullptr)
    options_.covers->hide(job.picture,
                          [&] { return router_.drawable(job.picture.frame, *job.route); });
  const FrameTime time = job.picture.time;
  frames.submit(std::move(job), time, [this](Job& drawn) {
    ++result_.drawn;
    return router_.drawable(drawn.picture.frame, *drawn.route);
  });
}

// Passes on the oldest frame in flight; false if the next stage has ended.
bool Pipeline::pass_on(FramesInFlight<Job>& frames) {
  auto [job, stats] = frames.take();
  result_.reallocated |= stats.reallocated;
  return after_drawing().push(std::move(job));
}

void Pipeline::render(const std::function<void(const TranscodeProgress&)>& progress) {
  name_thread("draw");
  FramesInFlight<Job> frames(replay_);
  bool goes_on = true;
  // A picture that the decoder still predicts from would have to be copied; while frames wait, most
  // are released. A hardware decoder has no surfaces to spare for that.
  const auto next = [this] { return reader_.in_hardware() ? decoded_.pop() : decoded_.pop_late(); };
  while (std::optional<Job> job = goes_on ? next() : std::nullopt) {
    if (stopped()) return;
    if (job->picture.frame) {
      begin_drawing(frames, std::move(*job));
      if (frames.full()) goes_on = pass_on(frames);
    } else {  // the last job: only packets
      while (goes_on && !frames.empty()) goes_on = pass_on(frames);
      goes_on = goes_on && after_drawing().push(std::move(*job));
    }
    if (progress) progress(progress_now());
  }
  after_drawing().close();
}

// Downloading a picture takes about as long as encoding it.
void Pipeline::bring() {
  name_thread("download");
  while (std::optional<Job> job = drawn_.pop()) {
    if (stopped()) return;
    if (job->picture.frame) {
      const TraceSpan span(options_.trace, {"download", {}, job->picture.time.frame});
      router_.to_encoder(job->picture.frame, *job->route);
    }
    if (!rendered_.push(std::move(*job))) return;
  }
  rendered_.close();
}

void Pipeline::write(Job& job) {
  if (!job.packets.empty()) {
    const TraceSpan span(options_.trace, {"mux"});
    for (PacketPtr& packet : job.packets) sink_->copy(std::move(packet));
  }
  if (!job.picture.frame) return;
  if (!leaves_device_) router_.to_encoder(job.picture.frame, *job.route);
  if (!first_pts_) first_pts_ = job.picture.pts;
  time_s_ = static_cast<double>(job.picture.pts - *first_pts_) * reader_.info().time_base.value();
  const TraceSpan span(options_.trace, {"encode", {}, job.picture.time.frame});
  sink_->write(std::move(job.picture));
  bytes_ = sink_->bytes_written();
  ++encoded_;
}

void Pipeline::encode() {
  name_thread("encode");
  while (std::optional<Job> job = rendered_.pop()) {
    if (stopped()) return;
    write(*job);
  }
}

TranscodeProgress Pipeline::progress_now() const {
  return {encoded_, frames_total_, bytes_, time_s_};
}

void Pipeline::check_not_empty() const {
  if (result_.frames > 0) return;
  if (options_.frames.all())
    throw Error(ErrorCode::input, "every frame is damaged, and left out",
                "--on-corrupt conceal shows them", SourceLocation{reader_.path()});
  const std::int32_t first = reader_.info().clip.first_frame;
  throw Error(ErrorCode::usage,
              fmt::format("no frame is selected: frame {} is past the end",
                          first + options_.frames.first()),
              fmt::format("frames count from {}", first), SourceLocation{reader_.path()});
}

TranscodeResult Pipeline::run(const std::function<void(const TranscodeProgress&)>& progress) {
  {
    const std::jthread decoder([this] { guard([this] { decode(); }); });
    const std::jthread encoder([this] { guard([this] { encode(); }); });
    std::jthread bringer;
    if (leaves_device_) bringer = std::jthread([this] { guard([this] { bring(); }); });
    guard([&] { render(progress); });
  }
  if (failure_) std::rethrow_exception(failure_);
  result_.frames = encoded_;
  result_.moves = router_.moves();
  result_.damage = reader_.damage();
  result_.cancelled = asked_to_stop();
  if (!result_.cancelled) check_not_empty();
  const bool given_up = result_.cancelled && !options_.keep_on_stop;  // a signal may come just now
  if (!given_up && result_.frames > 0) finish(progress);
  return result_;
}

// Encoders with lookahead do most of their work after the last frame.
void Pipeline::finish(const std::function<void(const TranscodeProgress&)>& progress) {
  if (progress) progress({result_.frames, result_.frames, bytes_, time_s_});
  try {
    const TraceSpan span(options_.trace, {"finish"});
    sink_->finish();
  } catch (const Stopped&) {
    result_.cancelled = true;
    return;
  }
  result_.in_place = true;
  result_.lost_sound = sink_->lost_sound();
  result_.bytes_written = sink_->bytes_written();
  if (progress) progress({result_.frames, result_.frames, result_.bytes_written, time_s_});
}

}  // namespace

WriterRun writer_run(const TranscodeOptions& options, const std::atomic<bool>* stop) {
  WriterRun run = options.run;
  if (!options.keep_on_stop) run.stop = stop;
  if (options.frames.all()) return run;
  run.is_part = true;
  run.first_frame = options.frames.first();
  run.has_gaps = options.frames.spans().size() > 1;
  return run;
}

std::size_t frames_within(std::size_t bytes, std::size_t frame_bytes, std::size_t most) {
  const std::size_t fitting = bytes / std::max<std::size_t>(frame_bytes, 1);
  return std::max<std::size_t>(std::min(fitting, most), 1);
}

TranscodeResult transcode(VideoReader& reader, std::unique_ptr<FrameSink> sink,
                          const TranscodeOptions& options, Replay& replay,
                          const std::function<void(const TranscodeProgress&)>& progress,
                          const std::atomic<bool>* stop) {
  Pipeline pipeline(reader, std::move(sink), options, replay, stop);
  return pipeline.run(progress);
}

TranscodeResult transcode(VideoReader& reader, const TranscodeOptions& options, Replay& replay,
                          const std::function<void(const TranscodeProgress&)>& progress,
                          const std::atomic<bool>* stop) {
  return transcode(reader,
                   make_sink(options.output, reader, options.writer, writer_run(options, stop)),
                   options, replay, progress, stop);
}

}  // namespace overlace
