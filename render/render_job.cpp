// SPDX-License-Identifier: Apache-2.0
// From settings to a device, a graph, a reader and a writer, and on to a video.
#include "render/render_job.h"

#include <fmt/format.h>

#include <functional>
#include <utility>

#include "gpu/trace.h"
#include "graph/core/error.h"
#include "graph/core/log.h"
#include "io/cuda/cuda_frames.h"
#include "io/cuda/cuda_session.h"
#include "io/read/read_audio.h"
#include "io/write/copied_streams.h"
#include "io/write/image_sequence.h"
#include "io/write/sound_track.h"
#include "render/cover_painter.h"
#include "render/frame_choice.h"
#include "render/frame_plan.h"
#include "render/frame_times.h"
#include "render/option_effects.h"
#include "render/provenance.h"
#include "render/render_memory.h"

namespace overlace {
namespace {

RenderSettings checked(RenderSettings settings) {
  check_settings(settings);
  return settings;
}

/// Which packets of the source's sound are copied.
Sound copied_sound(AudioChoice audio) {
  switch (audio) {
    case AudioChoice::all:
      return Sound::all;
    case AudioChoice::none:
    case AudioChoice::replace:
    case AudioChoice::mix:
      return Sound::none;
    default:
      return Sound::part;
  }
}

/// Whether the graph's sound was asked for explicitly.
bool is_demanded(AudioChoice audio) {
  return audio == AudioChoice::add || audio == AudioChoice::replace || audio == AudioChoice::mix;
}

/// If the graph's sound was asked for, it must play something.
void check_sound(AudioChoice audio, const Graph& graph) {
  if (is_demanded(audio) && graph.sound.empty())
    throw Error(ErrorCode::usage, "the graph plays nothing",
                "name its sonify_* nodes in a list \"sound\"", SourceLocation{"--audio"});
}

/// Texts are kept by default, unless the graph hides something.
void check_metadata(bool keeps, const Graph& graph) {
  if (keeps && graph.redact.empty())
    throw Error(ErrorCode::usage, "the graph redacts nothing, so all metadata is kept anyway",
                "leave it out", SourceLocation{"--keep-metadata"});
}

/// Interlaced video is drawn on only if that was asked for.
void check_fields(const InputSettings& input, const VideoInfo& video) {
  if (video.field_order == FieldOrder::progressive || input.interlaced != Interlaced::refuse)
    return;
  throw Error(ErrorCode::usage,
              "is interlaced: what is drawn over both fields of a frame would comb and flicker",
              "--interlaced deinterlace makes it progressive, --interlaced draw draws all the same",
              SourceLocation{input.path});
}

/// Peaks are kept this much lower for a lossy encoder: the components that it drops may have held
/// them down. AAC and Opus were seen to add up to 0.2 dB.
constexpr double encoder_headroom_db = 1;

/// The stream on which the video is decoded; null if it is not decoded on a GPU.
DeviceStream stream_of(const std::shared_ptr<const CudaSession>& session) {
  if (session == nullptr) return {};
  return {session->handles().stream, [session](const ImageView& to, const ImageView& from) {
            copy_picture(*session, to, from);
          }};
}

}  // namespace

RenderJob::RenderJob(RenderSettings settings, LogSink log)
    : settings_(checked(std::move(settings))),
      log_(std::move(log)),
      source_(load_graph(settings_.graph)) {
  WriterOptions& writer = settings_.transcode.writer;
  check_drawing(source_.graph, writer);
  settings_.graph.reading = reading_for(source_.graph, std::move(settings_.graph.reading));
  writer.attributes = provenance(source_.document, settings_.graph);
  check_sound(settings_.audio, source_.graph);
  check_metadata(settings_.keep_metadata, source_.graph);
  writer.scope = copy_scope(redacts(), settings_.keep_metadata);
  writer.sound = copied_sound(settings_.audio);
}

OutputPolicy RenderJob::side_file_policy() const {
  const TranscodeOptions& transcode = settings_.transcode;
  OutputPolicy policy{transcode.writer.overwrite, source_.files};
  policy.inputs.insert(policy.inputs.end(), {settings_.input.path, transcode.output});
  return policy;
}

void RenderJob::open() {
  device_ = choose_device(settings_.device, log_);
  open_reader();
  check_video();
  const TranscodeOptions& transcode = settings_.transcode;
  note_without_effect(
      settings_.typed,
      run_facts(*reader_, source_.graph, transcode.output, transcode.writer, plays()), log_);
}

void RenderJob::open_reader() {
  InputSettings& input = settings_.input;
  WriterOptions& writer = settings_.transcode.writer;
  const std::string& output = settings_.transcode.output;
  writer.log = input.reading.log = log_;
  writer.inputs = source_.files;
  input.reading.deinterlace = input.interlaced == Interlaced::deinterlace;
  input.reading.autorotate = !keeps_orientation(output, writer.container);
  input.reading.keep_plates = keeps_plates(output);
  input.reading.reports_damage = redacts();
  choose_hardware(settings_.hwaccel, device_.gpu, input.reading, writer);
  reader_.emplace(input.path, input.reading);
  settings_.graph.coded = reader_->info().coded;
}

void RenderJob::check_video() {
  const VideoInfo& video = reader_->info();
  if (!source_.graph.composite.empty()) check_fields(settings_.input, video);
  FrameList& frames = settings_.transcode.frames;
  frames = existing_frames(frames, video, log_);
  if (video.rotated)
    log_("pictures are stored in another orientation: they are rotated for display");
}

void RenderJob::try_output() const {
  WriterOptions writer = settings_.transcode.writer;
  writer.played = silence();
  writer.log = {};
  writer.pipe = -1;
  static_cast<void>(make_sink(settings_.transcode.output, *reader_, writer));
}

Session RenderJob::rehearsed_session() const {
  const ClipInfo& clip = reader_->info().clip;
  return Session(source_.document, with_stand_in(media_of_files(settings_.graph, clip, {}, log_)));
}

RenderJob::Memory RenderJob::memory() const {
  const GraphSettings& graph = settings_.graph;
  const WriterOptions& writer = settings_.transcode.writer;
  FramePlanOptions thought{.input = settings_.input.path,
                           .output = settings_.transcode.output,
                           .writer = writer,
                           .on_gpu = device_.gpu.has_value()};
  if (!device_.gpu && writer.layers.split == LayerSplit::none)
    return {.host = render_memory(plan_frames(thought), 0)};
  const Session session = rehearsed_session();
  const SessionTables tables = session.analyse(graph.values);
  thought.layers = layer_count(session, tables, graph, writer.layers.split);
  const FramePlan way = plan_frames(thought);
  Memory memory{.host = render_memory(way, 0)};
  if (device_.gpu) memory.gpu = gpu_render_memory(way, *session.plan(tables, plan_settings(graph)));
  return memory;
}

Rehearsal RenderJob::rehearse() const {
  const TranscodeOptions& transcode = settings_.transcode;
  const ClipInfo& clip = reader_->info().clip;
  const Session session = rehearsed_session();
  const SessionTables tables = session.analyse(settings_.graph.values);
  const FrameDrawing drawing(session, tables, settings_.graph, settings_.device, transcode.writer,
                             log_);
  if (plays()) static_cast<void>(session.sound(tables, plan_settings(settings_.graph)));
  std::vector<Redaction> hidden = redactions_of(session, tables);
  std::erase_if(hidden, [](const Redaction& r) { return r.boxes == 0 && r.losses.empty(); });
  warn(hidden);
  WriterOptions writer = writer_options(transcode);
  writer.played = silence();
  writer.pipe = -1;
  std::unique_ptr<FrameSink> sink = make_sink(transcode.output, *reader_, writer);
  std::vector<std::string> not_hidden = beside_pictures(*sink);
  return {std::move(sink),
          clip.frame_count > 0 ? transcode.frames.count_below(clip.frame_count) : 0,
          std::move(hidden), std::move(not_hidden)};
}

std::vector<Redaction> RenderJob::redactions_of(const Session& session,
                                                const SessionTables& tables) const {
  const FrameList& frames = settings_.transcode.frames;
  const auto is_written = [&](const TrackGap& gap) {
    const std::int32_t first = gap.first - tables.of_clip.clip.first_frame;
    const auto next = frames.all() ? first : frames.next(first);
    return next && *next <= first + gap.last - gap.first;
  };
  std::vector<Redaction> all =
      overlace::redactions(session.graph(settings_.graph.values), tables.of_clip);
  for (Redaction& redaction : all) {
    std::erase_if(redaction.gaps, std::not_fn(is_written));
    redaction.moved_s = moved_by(settings_.graph.reading.frame_rate, tables.of_clip.clip);
  }
  return all;
}

void RenderJob::learn(std::int64_t frames, const std::vector<OtherPictures>& pictures) {
  ClipInfo& clip = hidden_->of_clip.clip;
  if (clip.frame_count == 0 && settings_.transcode.frames.all())
    clip.frame_count = static_cast<std::int32_t>(frames);
  const std::vector<Redaction> before =
      std::exchange(redactions_, redactions_of(*session_, *hidden_));
  for (Redaction& redaction : redactions_) redaction.pictures = pictures;
  std::vector<std::string> news = warnings(redactions_);
  for (const std::string& known : warnings(before)) std::erase(news, known);
  for (const std::string& warning : news) log_(warning);
}

void RenderJob::warn(const std::vector<Redaction>& redactions) const {
  for (const std::string& warning : warnings(redactions)) log_(warning);
}

/// The session's sources: the clip's files.
Media RenderJob::media(Trace* trace) {
  Media media = media_of_files(settings_.graph, reader_->info().clip, settings_.input.path, log_,
                               [this](std::int64_t packets) { note_damaged_sound(packets); });
  if (trace != nullptr && media.read_audio)
    media.read_audio = [read = std::move(media.read_audio), trace](const AudioRequest& request) {
      const TraceSpan span(trace, {"decode sound"});
      return read(request);
    };
  return media;
}

void RenderJob::analyse(const AnalysisProgress& progress, Trace* trace) {
  const GraphSettings& graph = settings_.graph;
  session_.emplace(source_.document, media(trace));
  const SessionTables tables = [&] {
    const TraceSpan span(trace, {"analyse"});
    return session_->analyse(graph.values, progress);
  }();
  drawing_.emplace(*session_, tables, graph, settings_.device, settings_.transcode.writer, log_);
  if (plays()) make_sound(tables, trace);
  if (redacts()) hidden_ = tables;
  redactions_ = redactions_of(*session_, tables);
  warn(redactions_);
}

void RenderJob::note_damaged_sound(std::int64_t packets) {
  if (settings_.input.reading.on_corrupt == OnCorrupt::stop)
    throw Error(ErrorCode::input, fmt::format("has damaged sound: {} packets", packets),
                "--on-corrupt conceal takes them for silence",
                SourceLocation{settings_.input.path});
  damaged_sound_ += packets;
}

bool RenderJob::plays() const {
  const bool is_wanted = settings_.audio == AudioChoice::automatic || is_demanded(settings_.audio);
  return is_wanted && !source_.graph.sound.empty();
}

/// Stands in for the graph's sound before anything is played.
MadeSound RenderJob::silence() const {
  if (!plays() || is_sequence(settings_.transcode.output)) return {};
  return {.rate = settings_.sound.rate,
          .read = [](std::span<float>) { return std::size_t{0}; },
          .is_optional = settings_.audio == AudioChoice::automatic,
          .codec = settings_.sound.codec};
}

void RenderJob::make_sound(const SessionTables& tables, Trace* trace) {
  TranscodeOptions& transcode = settings_.transcode;
  if (is_sequence(transcode.output)) return log_("left out: the graph's sound; pictures have none");
  const bool is_endless = reader_->info().clip.frame_count == 0 && reads_only_once(reader_->path());
  if (is_endless && settings_.audio == AudioChoice::automatic)
    return log_("left out: the graph's sound; the length of a clip in a pipe is not known");
  const std::vector<double> times = frame_times(*reader_, log_);
  const std::shared_ptr<const PcmAudio> recorded = sound_to_mix();
  MadeSound& played = transcode.writer.played;
  played = silence();
  SoundSettings sound = settings_.sound;
  if (!keeps_samples(transcode.output, transcode.writer.container, sound.codec))
    sound.ceiling_dbtp -= encoder_headroom_db;
  const TraceSpan span(trace, {"measure sound"});
  played.read = graph_sound(session_->sound(tables, plan_settings(settings_.graph)), times,
                            transcode.frames, sound, recorded, log_);
  if (trace != nullptr)
    played.read = [play = std::move(played.read), trace](std::span<float> pairs) {
      const TraceSpan made(trace, {"synthesise"});
      return play(pairs);
    };
}

/// The source's sound, whose rate the graph's sound adopts; null if they are not mixed.
std::shared_ptr<const PcmAudio> RenderJob::sound_to_mix() {
  if (settings_.audio != AudioChoice::mix) return nullptr;
  const AudioRead recorded = read_audio(settings_.input.path, -1, log_);
  if (recorded.damaged_packets > 0) note_damaged_sound(recorded.damaged_packets);
  if (recorded.samples == nullptr) {
    log_("the source has no sound: the graph's is alone");
    return nullptr;
  }
  settings_.sound.rate = recorded.samples->sample_rate;
  log_(fmt::format("sound: mixed at the source's {} Hz", settings_.sound.rate));
  return recorded.samples;
}

std::unique_ptr<FrameSink> RenderJob::open_output(Replay& replay, const RenderWatch& watch) const {
  WriterOptions writer = writer_options(settings_.transcode, watch.stop);
  drawing_->serve(writer, device_.device(watch.trace));
  if (settings_.copy_if_untouched)
    writer.draws_on = [&replay, &clip = reader_->info().clip](std::int32_t frame) {
      return replay.draws(time_of(clip, clip.first_frame + frame));
    };
  return make_sink(settings_.transcode.output, *reader_, writer);
}

std::vector<std::string> RenderJob::beside_pictures(const FrameSink& sink) const {
  if (!redacts()) return {};
  std::vector<std::string> all = copied_streams(*reader_, sink);
  if (settings_.audio == AudioChoice::mix) all.emplace_back("the source's sound in the mix");
  if (settings_.keep_metadata) all.emplace_back("tags, titles and captions, by --keep-metadata");
  for (const std::string& one : all) log_("not hidden: " + one);
  return all;
}

OutputSound RenderJob::sound() const {
  const WriterOptions& writer = settings_.transcode.writer;
  return {.copied = writer.sound, .played = writer.played, .damaged = damaged_sound_};
}

std::int64_t RenderJob::write_sound_alone() const {
  const TranscodeOptions& transcode = settings_.transcode;
  return write_sound(transcode.output, transcode.writer.policy(settings_.input.path),
                     transcode.writer.played);
}

TranscodeResult RenderJob::run(const RenderWatch& watch) {
  settings_.transcode.trace = watch.trace;
  const Device device =
      device_.device(watch.trace, stream_of(settings_.input.reading.hardware.session));
  const std::unique_ptr<Replay> replay = session_->replay(drawing_->plan(), device);
  CoverPainter covers(drawing_->covers(), device);
  settings_.transcode.covers = redacts() ? &covers : nullptr;
  std::unique_ptr<FrameSink> sink = open_output(*replay, watch);
  not_hidden_ = beside_pictures(*sink);
  TranscodeResult result = transcode(*reader_, std::move(sink), settings_.transcode, *replay,
                                     watch.progress, watch.stop);
  result.damage.sound_packets = damaged_sound_;
  settings_.transcode.covers = nullptr;
  if (redacts() && !result.cancelled) learn(result.frames, covers.pictures());
  const WriterOptions& writer = settings_.transcode.writer;
  if (writer.overlay_only && writer.layers.split != LayerSplit::none)
    result.drawn = result.frames;  // drawn by replays that `transcode` does not know of
  drawing_->log_losses(log_);
  if (result.reallocated) log_("a buffer was too small and has been enlarged; nothing was dropped");
  return result;
}

}  // namespace overlace
