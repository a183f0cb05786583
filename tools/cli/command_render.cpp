// SPDX-License-Identifier: Apache-2.0
// overlace render: a whole video, with the overlay drawn in.
#include <fmt/format.h>

#include <algorithm>
#include <variant>

#include "io/read/play_video.h"
#include "io/write/image_sequence.h"
#include "io/write/untouched.h"
#include "render/hwaccel.h"
#include "render/transcode.h"
#include "tools/cli/commands.h"
#include "tools/cli/console.h"
#include "tools/cli/device_options.h"
#include "tools/cli/dry_run.h"
#include "tools/cli/failure.h"
#include "tools/cli/frame_number.h"
#include "tools/cli/graph_options.h"
#include "tools/cli/input_options.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/output_options.h"
#include "tools/cli/progress.h"
#include "tools/cli/run_report.h"
#include "tools/cli/standard_output.h"
#include "tools/cli/trace_file.h"

namespace overlace {
namespace {

struct Options {
  InputOptions input;
  std::string frames, trace, report;
  std::string progress = "auto", hwaccel = "auto", on_corrupt = "conceal";
  std::string on_interrupt = "discard";
  bool dry_run = false;
  GraphOptions graph;
  DeviceOptions device;
  TranscodeOptions transcode;
  OutputOptions output;
  int pipe = -1;  ///< where the output "-" goes
};

// What a program that reads --progress json gets when a signal ends the process at once.
constexpr const char* last_words = "{\"event\":\"end\",\"exit\":%,\"in_place\":false}\n";

bool keeps_on_interrupt(const std::string& name) {
  if (name == "keep") return true;
  if (name == "discard") return false;
  throw Error(ErrorCode::usage, fmt::format("there is no way '{}' to be interrupted", name),
              suggest(name, {"discard", "keep"}), Place{"--on-interrupt"});
}

void fill_transcode_options(Options& options, RunReport& report) {
  WriterOptions& writer = options.transcode.writer;
  options.output.apply(writer, options.transcode.output);
  options.graph.listen = [&report](const std::string& text) { report.notes.push_back(text); };
  writer.say = [&options](const std::string& text) { options.graph.say(text); };
  if (!options.frames.empty()) options.transcode.frames = parse_frame_list(options.frames);
  options.transcode.keep_on_stop = keeps_on_interrupt(options.on_interrupt);
}

OutputPolicy side_file_policy(const Options& options) {
  OutputPolicy policy{options.transcode.writer.overwrite, options.transcode.writer.inputs};
  policy.inputs.insert(policy.inputs.end(), {options.input.path, options.transcode.output});
  return policy;
}

void check_side_files(const Options& options) {
  OutputPolicy policy = side_file_policy(options);
  for (const std::string& path : {options.trace, options.report}) {
    if (!path.empty()) check_output(path, policy);
    policy.inputs.push_back(path);
  }
}

/// Refuses an output that cannot be made, before tracks are read or made. Leaves nothing.
void try_output(const Options& options, const VideoReader& reader) {
  const Interrupt::Listening listening;
  WriterOptions writer = options.transcode.writer;
  writer.say = {};
  static_cast<void>(make_sink(options.transcode.output, reader, writer));
  Interrupt::throw_if_asked();
}

/// Blends that need the picture below cannot be kept apart from it.
void announce_blends(const Options& options, const Plan& plan) {
  if (!options.output.overlay_only) return;
  for (const Step& step : plan.steps) {
    const auto* group = std::get_if<GroupBeginStep>(&step.work);
    if (group == nullptr || group->blend == BlendMode::normal) continue;
    options.graph.say(fmt::format(
        "{}: blends with the picture below; in an overlay alone it lies over it as 'normal' does",
        step.name));
  }
}

/// What does not go with --copy-if-untouched, before anything is tracked.
void check_passing(const Options& options) {
  if (!options.output.copy_if_untouched) return;
  const bool whole_video = options.transcode.frames.all() && !options.output.overlay_only &&
                           !is_sequence(options.transcode.output);
  if (!whole_video)
    throw Error(ErrorCode::usage, "frames are passed on in whole videos only",
                "leave out --frames and --overlay-only, and name a video file",
                Place{"--copy-if-untouched"});
  if (options.transcode.keep_on_stop)
    throw Error(ErrorCode::usage, "groups of frames that are passed on cannot be cut short",
                "leave out --on-interrupt keep", Place{"--copy-if-untouched"});
  if (on_corrupt(options.on_corrupt) == OnCorrupt::skip)
    throw Error(ErrorCode::usage, "damaged frames are passed on with those that need them",
                "leave out --on-corrupt skip", Place{"--copy-if-untouched"});
}

/// Looks ahead, on the CPU: only there it is known of a frame that nothing will be drawn on it.
void plan_untouched(Options& options, const VideoReader& reader, std::shared_ptr<const Plan> plan,
                    const ChosenDevice& device) {
  if (!options.output.copy_if_untouched) return;
  const auto replay =
      make_cpu_replay(std::move(plan), {.threads = device.threads, .simd = device.simd});
  options.transcode.writer.untouched =
      std::make_shared<const UntouchedPlan>(plan_untouched(reader, *replay));
}

/// The first pass over the clip, seen and stoppable.
PlayVideo watched_pass(const Options& options, const ClipInfo& clip, Progress& progress) {
  return [&options, clip, &progress](const auto& visit) {
    const Interrupt::Listening listening;
    progress.begin_pass("tracks");
    play_video(options.input.path, {}, [&](const VideoFrame& frame) {
      Interrupt::throw_if_asked();
      visit(frame);
      const std::int64_t done = frame.frame + 1;
      progress.update({done, clip.frame_count, 0, time_of(clip, frame.frame).seconds});
    });
  };
}

/// What there is to say of a render that a signal has stopped.
std::string stop_text(const Options& options, const TranscodeResult& result) {
  if (is_sequence(options.transcode.output))
    return "stopped; the pictures written so far are whole";
  if (!result.in_place) return "stopped; no output was left";
  return fmt::format("stopped; {} holds the first {} frames", options.transcode.output,
                     result.frames);
}

/// All of a render but its passes over the clip. Leaves nothing.
void rehearse(const Options& options, const Graph& graph, const VideoReader& reader,
              const RunReport& report) {
  const Interrupt::Listening listening;
  const ClipInfo& clip = reader.info().clip;
  static_cast<void>(make_plan(graph, options.graph, clip, {}, PlanUse::show));
  const auto sink = make_sink(options.transcode.output, reader, writer_options(options.transcode));
  const std::int64_t frames =
      clip.frame_count > 0 ? options.transcode.frames.count_below(clip.frame_count) : 0;
  tell(stdout, dry_run_text(reader, *sink, frames, report));
}

void judge(const Options& options, RunReport& report) {
  const TranscodeResult& result = report.result;
  if (result.cancelled) {
    report.exit_code = Interrupt::exit_code();
    report.errors = {stop_text(options, result)};
  } else if (result.damage.any()) {
    report.exit_code = static_cast<int>(ErrorCode::loss);
    report.errors = {
        fmt::format("{}: finished with loss: {}", options.input.path, result.damage.text())};
  }
}

/// What of options and input does not go together, before anything is tracked.
void check_input(Options& options, const Graph& graph, const VideoInfo& video) {
  check_passing(options);
  options.input.check_fields(video, graph);
  FrameList& frames = options.transcode.frames;
  frames = existing_frames(frames, video, options.transcode.writer.say);
  if (video.turned) {
    options.graph.say(options.transcode.output +
                      ": cannot say how pictures are to be shown: they are turned upright");
  }
}

void render_clip(Options& options, Progress& progress, RunReport& report) {
  const HwAccel hwaccel = hwaccel_mode(options.hwaccel);
  fill_transcode_options(options, report);
  const Say& say = options.transcode.writer.say;
  const ChosenDevice device = options.device.choose(say);
  const Graph graph = load_graph(options.graph);
  options.transcode.writer.inputs = options.graph.files_read();
  ReaderOptions reading = options.input.reader(say);
  reading.on_corrupt = on_corrupt(options.on_corrupt);
  reading.upright = !keeps_orientation(options.transcode.output, options.output.container);
  reading.keep_plates = keeps_plates(options.transcode.output);
  choose_hardware(hwaccel, device.gpu, reading, options.transcode.writer);
  VideoReader reader(options.input.path, reading);
  check_input(options, graph, reader.info());
  const ClipInfo& clip = reader.info().clip;
  check_side_files(options);
  if (options.dry_run) return rehearse(options, graph, reader, report);
  try_output(options, reader);
  progress.start(report, clip.frame_count);
  options.graph.play_video = watched_pass(options, clip, progress);
  const auto plan = make_plan(graph, options.graph, clip, options.input.path);
  announce_blends(options, *plan);

  const Interrupt::Listening listening;
  plan_untouched(options, reader, plan, device);
  options.transcode.writer.pipe = options.pipe;
  TraceFile trace(options.trace, side_file_policy(options));
  options.transcode.trace = trace.trace();
  const std::unique_ptr<Replay> replay =
      device.make_replay(plan, trace.trace(), reading.hardware.session);
  progress.begin_pass("render");
  report.result = transcode(
      reader, options.transcode, *replay,
      [&](const TranscodeProgress& now) { progress.update(now); }, &Interrupt::asked());
  if (report.result.in_place) Interrupt::ignore();
  trace.save();
  if (report.result.regrown)
    say("a buffer was too small and has been enlarged; nothing was dropped");
  judge(options, report);
}

/// A report that cannot be written is a failure, but hides no other one.
void save_report(const Options& options, RunReport& report) {
  if (options.report.empty()) return;
  try {
    save_report(report, options.report, side_file_policy(options));
  } catch (...) {
    const Failure failure = failure_of(std::current_exception());
    if (report.exit_code == 0) report.exit_code = failure.exit_code;
    for (const std::string& line : failure.lines)
      if (std::ranges::find(report.errors, line) == report.errors.end())
        report.errors.push_back(line);
  }
}

/// Renders, and says how it ended: to people, to the program that reads the progress, and in the
/// report.
int render(Options& options) {
  const ProgressMode mode = progress_mode(options.progress);
  if (mode == ProgressMode::none) options.graph.quiet = true;
  const std::unique_ptr<StandardOutput> pipe = take_standard_output(options.transcode.output);
  if (pipe) options.pipe = pipe->descriptor();
  const Interrupt interrupt(mode == ProgressMode::json ? last_words : "");
  RunReport report{options.input.path, options.transcode.output};
  Progress progress(mode);
  try {
    render_clip(options, progress, report);
  } catch (...) {
    report.fail(std::current_exception());
  }
  report.elapsed_s = progress.seconds();
  save_report(options, report);
  progress.end(report);
  for (const std::string& line : report.errors)
    tell(stderr, fmt::format("overlace: {}\n", in_a_line(line)));
  return report.exit_code;
}

void add_output_options(CLI::App& command, Options& options) {
  TranscodeOptions& transcode = options.transcode;
  command
      .add_option(
          "-o,--output", transcode.output,
          "Video file, pattern of pictures (frame_####.png, .tif, .exr), or - for standard output")
      ->required();
  command.add_option("--frames", options.frames, "Frames to render: 10, 10-20, 1,3,7-9, 1-100x2");
  command.add_flag("--overwrite", transcode.writer.overwrite, "Replace an existing output");
  options.output.add_to(command);
  command
      .add_option("--hwaccel", options.hwaccel,
                  "NVDEC and NVENC: auto (when a GPU draws), none, cuda or required")
      ->capture_default_str();
}

void add_run_options(CLI::App& command, Options& options) {
  command
      .add_option("--on-corrupt", options.on_corrupt,
                  "Damaged input: conceal, skip the frames, or stop")
      ->capture_default_str();
  command
      .add_option("--on-interrupt", options.on_interrupt,
                  "When stopped by a signal: discard the output, or keep the frames so far")
      ->capture_default_str();
  command.add_option("--progress", options.progress, "auto, plain, json or none")
      ->capture_default_str();
  command.add_option("--report", options.report, "JSON file that says what was done");
  command.add_flag("--dry-run", options.dry_run,
                   "Say what would be read, written, converted and lost; leave nothing");
}

}  // namespace

void add_render_command(CLI::App& app, Action& action) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("render", "Draw the overlay over every frame of a video");
  options->input.add_to(*command);
  options->input.add_interlaced_option(*command);
  add_output_options(*command, *options);
  add_run_options(*command, *options);
  options->graph.add_graph_option(*command);
  options->graph.add_set_option(*command);
  options->graph.add_to(*command);
  options->device.add_to(*command);
  TraceFile::add_option(*command, options->trace);
  command->callback([options, &action] { action = [options] { return render(*options); }; });
}

}  // namespace overlace
