// SPDX-License-Identifier: Apache-2.0
// From a job to a device and a reader, and what a render would take and make.
#include "render/opened_job.h"

#include <algorithm>
#include <utility>

#include "graph/core/error.h"
#include "io/write/image_sequence.h"
#include "io/write/picture_encoder.h"
#include "render/frame_choice.h"
#include "render/frame_drawing.h"
#include "render/frame_plan.h"
#include "render/hwaccel.h"
#include "render/media.h"
#include "render/option_effects.h"
#include "render/render_memory.h"

namespace overlace {
namespace {

/// Interlaced video is drawn on only if that was asked for.
void check_fields(const InputSettings& input, const VideoInfo& video) {
  if (video.field_order == FieldOrder::progressive || input.interlaced != Interlaced::refuse)
    return;
  throw Error(ErrorCode::usage,
              "is interlaced: what is drawn over both fields of a frame would comb and flicker",
              "--interlaced deinterlace makes it progressive, --interlaced draw draws all the same",
              SourceLocation{input.path});
}

}  // namespace

OpenedJob::OpenedJob(const RenderJob& job)
    : job_(job), settings_(job.settings()), device_(choose_device(settings_.device, job.log())) {
  open_reader();
  check_video();
  const TranscodeOptions& transcode = settings_.transcode;
  note_without_effect(
      settings_.typed,
      run_facts(*reader_, job_.source().graph, transcode.output, transcode.writer, job_.plays()),
      job_.log());
}

void OpenedJob::open_reader() {
  InputSettings& input = settings_.input;
  const std::string& output = settings_.transcode.output;
  WriterRun& run = settings_.transcode.run;
  run.log = input.reading.log = job_.log();
  run.inputs = job_.source().files;
  input.reading.deinterlace = input.interlaced == Interlaced::deinterlace;
  input.reading.autorotate = !keeps_orientation(output, settings_.transcode.writer.container);
  input.reading.keep_plates = keeps_plates(output);
  input.reading.reports_damage = job_.redacts();
  choose_hardware(settings_.hwaccel, device_.gpu, input.reading, run.hardware);
  reader_.emplace(input.path, input.reading);
  settings_.graph.coded = reader_->info().coded;
}

void OpenedJob::check_video() {
  const VideoInfo& video = reader_->info();
  if (!job_.source().graph.composite.empty()) check_fields(settings_.input, video);
  FrameList& frames = settings_.transcode.frames;
  frames = existing_frames(frames, video, job_.log());
  if (video.rotated)
    job_.log()("pictures are stored in another orientation: they are rotated for display");
}

std::int64_t OpenedJob::frames_to_write() const {
  return selected_count(settings_.transcode.frames, reader_->info());
}

void OpenedJob::try_output() const {
  const TranscodeOptions& transcode = settings_.transcode;
  WriterRun run = transcode.run;
  run.played = job_.silence();
  run.log = {};
  run.pipe = -1;
  static_cast<void>(make_sink(transcode.output, *reader_, transcode.writer, run));
}

Session OpenedJob::rehearsed_session() const {
  const ClipInfo& clip = reader_->info().clip;
  return Session(job_.source().document,
                 with_stand_in(media_of_files(settings_.graph, clip, {}, job_.log())));
}

OpenedJob::Memory OpenedJob::memory() const {
  const GraphSettings& graph = settings_.graph;
  const WriterOptions& writer = settings_.transcode.writer;
  FramePlanOptions plan_options{.input = settings_.input.path,
                                .output = settings_.transcode.output,
                                .writer = writer,
                                .on_gpu = device_.gpu.has_value()};
  if (!device_.gpu && writer.layers.split == LayerSplit::none)
    return {.host = render_memory(plan_frames(plan_options), 0)};
  const Session session = rehearsed_session();
  const SessionTables tables = session.analyse(graph.values);
  plan_options.layers = layer_count(session, tables, graph, writer.layers.split);
  const FramePlan frame_plan = plan_frames(plan_options);
  Memory memory{.host = render_memory(frame_plan, 0)};
  if (device_.gpu)
    memory.gpu = gpu_render_memory(frame_plan, *session.plan(tables, plan_settings(graph)));
  return memory;
}

Rehearsal OpenedJob::rehearse() const {
  const TranscodeOptions& transcode = settings_.transcode;
  const Session session = rehearsed_session();
  const SessionTables tables = session.analyse(settings_.graph.values);
  const FrameDrawing drawing(session, tables, settings_.graph, settings_.device, transcode.writer,
                             job_.log());
  if (job_.plays()) static_cast<void>(session.sound(tables, plan_settings(settings_.graph)));
  std::vector<Redaction> hidden = redactions_of(settings_, session, tables);
  std::erase_if(hidden, [](const Redaction& r) { return r.boxes == 0 && r.losses.empty(); });
  warn(hidden, job_.log());
  WriterRun run = writer_run(transcode);
  run.played = job_.silence();
  run.pipe = -1;
  std::unique_ptr<FrameSink> sink = make_sink(transcode.output, *reader_, transcode.writer, run);
  std::vector<std::string> not_hidden = not_hidden_beside(job_, *reader_, *sink);
  return {std::move(sink), frames_to_write(), std::move(hidden), std::move(not_hidden)};
}

}  // namespace overlace
