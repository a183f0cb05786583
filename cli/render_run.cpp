// SPDX-License-Identifier: Apache-2.0
// The steps of a render, and how they are reported.
#include "cli/render_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>

#include "cli/console.h"
#include "cli/dry_run.h"
#include "cli/failure.h"
#include "cli/first_pass.h"
#include "cli/interrupt.h"
#include "cli/standard_output.h"
#include "cli/trace_file.h"
#include "graph/core/quantity.h"
#include "io/files/sequence_name.h"

namespace overlace {
namespace {

// What readers of --progress json get when a signal ends the process at once.
constexpr const char* last_words = "{\"event\":\"end\",\"exit\":%,\"in_place\":false}\n";

/// Files beside the output, and what they may not replace.
struct SideFiles {
  std::string trace, report;
  OutputPolicy policy;
};

void check(const SideFiles& files) {
  OutputPolicy policy = files.policy;
  for (const std::string& path : {files.trace, files.report}) {
    if (!path.empty()) check_output(path, policy);
    policy.inputs.push_back(path);
  }
}

/// Opens the output briefly; a signal must not leave it behind.
void try_output(const OpenedJob& job) {
  const Interrupt::Listening listening;
  job.try_output();
  Interrupt::throw_if_asked();
}

void render_frames(AnalysedJob& job, const OutputPolicy& side_files, TraceFile& trace,
                   Progress& progress, RunReport& report) {
  const Interrupt::Listening listening;
  trace.open(side_files);
  progress.begin_pass("render");
  RenderOutcome outcome = job.run({[&](const TranscodeProgress& now) { progress.update(now); },
                                   &Interrupt::asked(), trace.trace()});
  report.result = std::move(outcome.result);
  report.redactions = std::move(outcome.redactions);
  report.not_hidden = std::move(outcome.not_hidden);
  if (report.result.in_place) Interrupt::ignore();
  trace.save();
}

void check_redaction(const RenderRun& run, const RenderJob& job) {
  if (run.strict_redaction && run.settings.keep_metadata)
    throw Error(ErrorCode::usage,
                "--strict-redaction: --keep-metadata keeps texts that may name "
                "who is hidden",
                "leave one of them out");
  if (run.strict_redaction && !job.redacts())
    throw Error(ErrorCode::usage, "--strict-redaction: the graph redacts nothing",
                "use preset redact, or name what hides the objects in the document's \"redact\"");
}

/// Everything before the render itself, with progress.
AnalysedJob analysed(OpenedJob& job, Progress& progress, Trace* trace) {
  FirstPass pass(job.reader().info().clip, progress);
  return AnalysedJob(job, std::ref(pass), trace);
}

/// What the graph counted in the frames that were rendered.
NumbersReport reported_numbers(const OpenedJob& job, const AnalysedJob& ready,
                               const TranscodeResult& result) {
  NumbersReport numbers{.numbers = ready.numbers(), .frames = job.settings().transcode.frames};
  const std::int32_t declared = job.reader().info().clip.frame_count;
  const auto written = static_cast<std::int32_t>(result.frames);
  const bool stopped = result.cancelled && numbers.frames.all();
  if (stopped || (declared == 0 && numbers.frames.all()))
    numbers.frame_count = written;
  else
    numbers.frame_count = declared > 0 ? declared : numbers.frames.last() + 1;
  return numbers;
}

void render(OpenedJob& job, const SideFiles& files, const RenderRun& run, Progress& progress,
            RunReport& report) {
  check_redaction(run, job.job());
  if (run.dry_run) {
    const Interrupt::Listening listening;
    const Rehearsal rehearsal = job.rehearse();
    report.redactions = rehearsal.redactions;
    report.not_hidden = rehearsal.not_hidden;
    tell_lines(stdout, dry_run_text(job.reader(), *rehearsal.sink, rehearsal.frames, report));
    return;
  }
  try_output(job);
  TraceFile trace(files.trace);
  progress.start(report, job.frames_to_write());
  AnalysedJob ready = analysed(job, progress, trace.trace());
  report.redactions = ready.redactions();
  render_frames(ready, files.policy, trace, progress, report);
  if (!files.report.empty()) report.numbers = reported_numbers(job, ready, report.result);
}

/// The message for a render that was stopped by a signal.
std::string stop_text(const RunReport& report) {
  if (is_sequence(report.output)) return "stopped; the pictures written so far are whole";
  if (!report.result.in_place) return "stopped; no output was left";
  return fmt::format("stopped; {} holds the first {}", report.output,
                     count_text(report.result.frames, "frame"));
}

/// Why a render that succeeded is still a loss.
std::vector<std::string> losses(const RunReport& report, bool strict_redaction) {
  std::vector<std::string> texts;
  if (report.result.damage.any())
    texts.push_back(
        fmt::format("{}: finished with loss: {}", report.input, report.result.damage.text()));
  for (const std::string& sound : report.result.lost_sound)
    texts.push_back(fmt::format("{}: finished with loss: {}", report.output, sound));
  for (const Redaction& r : report.redactions)
    if (strict_redaction && !r.is_complete())
      texts.push_back(fmt::format("{}: '{}' cannot be known to hide all: {}", report.output, r.node,
                                  summary(r)));
  return texts;
}

void judge(RunReport& report, bool strict_redaction) {
  if (report.result.cancelled) {
    report.exit_code = Interrupt::exit_code();
    report.errors = {stop_text(report)};
    return;
  }
  report.errors = losses(report, strict_redaction);
  if (!report.errors.empty()) report.exit_code = static_cast<int>(ErrorCode::loss);
}

/// A report that cannot be written is a failure, but does not hide an earlier one.
void save(RunReport& report, const SideFiles& files) {
  if (files.report.empty()) return;
  try {
    save_report(report, files.report, files.policy);
  } catch (...) {
    const Failure failure = failure_of(std::current_exception());
    if (report.exit_code == 0) report.exit_code = failure.exit_code;
    for (const std::string& line : failure.lines)
      if (std::ranges::find(report.errors, line) == report.errors.end())
        report.errors.push_back(line);
  }
}

/// The files known not to be replaceable before the graph has been read.
OutputPolicy typed_policy(const RenderSettings& settings) {
  return {settings.transcode.writer.overwrite,
          {settings.input.path, settings.transcode.output, settings.graph.document,
           settings.graph.tracks}};
}

}  // namespace

int run_render(RenderRun& run, const OptionProblems& problems) {
  return render_video(run, problems).exit_code;
}

RunReport render_video(RenderRun& run, const OptionProblems& problems) {
  RenderSettings& settings = run.settings;
  NoteChoice notes = run.notes;
  notes.quiet = notes.quiet || run.progress == ProgressMode::none;
  const std::unique_ptr<StandardOutput> pipe = take_standard_output(settings.transcode.output);
  if (pipe) settings.transcode.run.pipe = pipe->descriptor();
  const Interrupt interrupt(run.progress == ProgressMode::json ? last_words : "");
  RunReport report{settings.input.path, settings.transcode.output};
  SideFiles files{run.trace, run.report, typed_policy(settings)};
  Progress progress(run.progress);
  try {
    if (!problems.empty()) throw Error(ErrorCode::usage, problems);
    const RenderJob job(settings, [&report, notes](const std::string& note) {
      report.add_note(note);
      print_chosen(note, notes);
    });
    files.policy = job.side_file_policy();
    OpenedJob opened(job);
    if (run.opened) run.opened(opened);
    check(files);
    render(opened, files, run, progress, report);
    judge(report, run.strict_redaction);
  } catch (...) {
    report.fail(std::current_exception());
  }
  report.elapsed_s = progress.seconds();
  save(report, files);
  progress.end(report);
  for (const std::string& line : report.errors) print_note(line);
  return report;
}

}  // namespace overlace
