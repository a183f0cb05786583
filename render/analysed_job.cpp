// SPDX-License-Identifier: Apache-2.0
// Makes tracks, sound and plans, and runs the frames through them.
#include "render/analysed_job.h"

#include <fmt/format.h>

#include <utility>

#include "gpu/trace.h"
#include "graph/core/error.h"
#include "io/cuda/cuda_frames.h"
#include "io/cuda/cuda_session.h"
#include "io/read/read_audio.h"
#include "io/write/image_sequence.h"
#include "io/write/sound_track.h"
#include "render/cover_painter.h"
#include "render/frame_times.h"
#include "render/graph_sound.h"
#include "render/transcode.h"

namespace overlace {
namespace {

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

AnalysedJob::AnalysedJob(OpenedJob& opened, const AnalysisProgress& progress, Trace* trace)
    : opened_(opened),
      settings_(opened.settings()),
      session_(job().source().document, media(trace)),
      tables_([&] {
        const TraceSpan span(trace, {"analyse"});
        return session_.analyse(settings_.graph.values, progress);
      }()),
      drawing_(session_, tables_, settings_.graph, settings_.device, settings_.transcode.writer,
               job().log()) {
  if (job().plays()) make_sound(tables_, trace);
  redactions_ = redactions_of(settings_, session_, tables_);
  warn(redactions_, job().log());
  numbers_ = numbers_of(tables_.of_clip);
  if (!job().redacts()) tables_ = {};  // the plan keeps what it draws
}

std::vector<Redaction> AnalysedJob::learned(std::int64_t frames,
                                            const std::vector<OtherPictures>& pictures) {
  ClipInfo& clip = tables_.of_clip.clip;
  if (clip.frame_count == 0 && settings_.transcode.frames.all())
    clip.frame_count = static_cast<std::int32_t>(frames);
  std::vector<Redaction> all = redactions_of(settings_, session_, tables_);
  for (Redaction& redaction : all) redaction.pictures = pictures;
  std::vector<std::string> news = warnings(all);
  for (const std::string& known : warnings(redactions_)) std::erase(news, known);
  for (const std::string& warning : news) job().log()(warning);
  return all;
}

/// The session's sources: the clip's files.
Media AnalysedJob::media(Trace* trace) {
  Media media =
      media_of_files(settings_.graph, opened_.reader().info().clip, settings_.input.path,
                     job().log(), [this](std::int64_t packets) { note_damaged_sound(packets); });
  if (trace != nullptr && media.read_audio)
    media.read_audio = [read = std::move(media.read_audio), trace](const AudioRequest& request) {
      const TraceSpan span(trace, {"decode sound"});
      return read(request);
    };
  return media;
}

void AnalysedJob::note_damaged_sound(std::int64_t packets) {
  if (settings_.input.reading.on_corrupt == OnCorrupt::stop)
    throw Error(ErrorCode::input, fmt::format("has damaged sound: {} packets", packets),
                "--on-corrupt conceal takes them for silence",
                SourceLocation{settings_.input.path});
  damaged_sound_ += packets;
}

void AnalysedJob::make_sound(const SessionTables& tables, Trace* trace) {
  TranscodeOptions& transcode = settings_.transcode;
  if (is_sequence(transcode.output))
    return job().log()("left out: the graph's sound; pictures have none");
  const bool is_endless =
      opened_.reader().info().clip.frame_count == 0 && reads_only_once(opened_.reader().path());
  if (is_endless && settings_.audio == AudioChoice::automatic)
    return job().log()("left out: the graph's sound; the length of a clip in a pipe is not known");
  const std::vector<double> times = frame_times(opened_.reader(), job().log());
  const std::shared_ptr<const PcmAudio> recorded = sound_to_mix();
  MadeSound& played = transcode.run.played;
  played = job().silence();
  played.rate = settings_.sound.rate;
  SoundSettings sound = settings_.sound;
  if (!keeps_samples(transcode.output, transcode.writer.container, sound.codec))
    sound.ceiling_dbtp -= encoder_headroom_db;
  const TraceSpan span(trace, {"measure sound"});
  played.read = graph_sound(session_.sound(tables, plan_settings(settings_.graph)), times,
                            transcode.frames, sound, recorded, job().log());
  if (trace != nullptr)
    played.read = [play = std::move(played.read), trace](std::span<float> pairs) {
      const TraceSpan made(trace, {"synthesise"});
      return play(pairs);
    };
}

/// The source's sound, whose rate the graph's sound adopts; null if they are not mixed.
std::shared_ptr<const PcmAudio> AnalysedJob::sound_to_mix() {
  if (settings_.audio != AudioChoice::mix) return nullptr;
  const AudioRead recorded = read_audio(settings_.input.path, -1, job().log());
  if (recorded.damaged_packets > 0) note_damaged_sound(recorded.damaged_packets);
  if (recorded.samples == nullptr) {
    job().log()("the source has no sound: the graph's is alone");
    return nullptr;
  }
  settings_.sound.rate = recorded.samples->sample_rate;
  job().log()(fmt::format("sound: mixed at the source's {} Hz", settings_.sound.rate));
  return recorded.samples;
}

std::unique_ptr<FrameSink> AnalysedJob::open_output(Replay& replay,
                                                    const RenderWatch& watch) const {
  const TranscodeOptions& transcode = settings_.transcode;
  WriterOptions writer = transcode.writer;
  WriterRun run = writer_run(transcode, watch.stop);
  drawing_.serve(writer, opened_.device().device(watch.trace));
  if (settings_.copy_if_untouched)
    run.draws_on = [&replay, &clip = opened_.reader().info().clip](std::int32_t frame) {
      return replay.draws(time_of(clip, clip.first_frame + frame));
    };
  return make_sink(transcode.output, opened_.reader(), writer, run);
}

OutputSound AnalysedJob::sound() const {
  const TranscodeOptions& transcode = settings_.transcode;
  return {
      .copied = transcode.writer.sound, .played = transcode.run.played, .damaged = damaged_sound_};
}

std::int64_t AnalysedJob::write_sound_alone() const {
  const TranscodeOptions& transcode = settings_.transcode;
  return write_sound(transcode.output,
                     output_policy(transcode.writer, transcode.run, settings_.input.path),
                     transcode.run.played);
}

RenderOutcome AnalysedJob::run(const RenderWatch& watch) {
  settings_.transcode.trace = watch.trace;
  const Device device =
      opened_.device().device(watch.trace, stream_of(settings_.input.reading.hardware.session));
  const std::unique_ptr<Replay> replay = session_.replay(drawing_.plan(), device);
  CoverPainter covers(drawing_.covers(), device);
  settings_.transcode.covers = job().redacts() ? &covers : nullptr;
  std::unique_ptr<FrameSink> sink = open_output(*replay, watch);
  RenderOutcome outcome{.result = {},
                        .redactions = redactions_,
                        .not_hidden = not_hidden_beside(job(), opened_.reader(), *sink)};
  TranscodeResult& result = outcome.result;
  result = transcode(opened_.reader(), std::move(sink), settings_.transcode, *replay,
                     watch.progress, watch.stop);
  result.damage.sound_packets = damaged_sound_;
  settings_.transcode.covers = nullptr;
  if (job().redacts() && !result.cancelled)
    outcome.redactions = learned(result.frames, covers.pictures());
  const WriterOptions& writer = settings_.transcode.writer;
  if (writer.overlay_only && writer.layers.split != LayerSplit::none)
    result.drawn = result.frames;  // drawn by replays that `transcode` does not know of
  drawing_.log_losses(job().log());
  if (result.reallocated)
    job().log()("a buffer was too small and has been enlarged; nothing was dropped");
  return outcome;
}

}  // namespace overlace
