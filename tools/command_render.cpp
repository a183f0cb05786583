// SPDX-License-Identifier: Apache-2.0
// overlace render: a whole video, with the overlay drawn in.
#include <fmt/format.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <variant>

#include "io/hwaccel.h"
#include "io/image_sequence.h"
#include "io/transcode.h"
#include "io/untouched.h"
#include "tools/commands.h"
#include "tools/device_options.h"
#include "tools/graph_options.h"
#include "tools/output_options.h"
#include "tools/progress.h"
#include "tools/standard_output.h"
#include "tools/trace_file.h"

namespace overlace {
namespace {

struct Options {
  std::string input, frames, trace, progress = "auto", hwaccel = "auto";
  GraphOptions graph;
  DeviceOptions device;
  TranscodeOptions transcode;
  OutputOptions output;
};

/// Signals stop a render between two frames while this lives.
class StopOnSignal {
 public:
  StopOnSignal() {
    stop.store(false);
    // A closed pipe and a file-size limit are write errors, reported as such.
    for (const int number : {SIGPIPE, SIGXFSZ}) std::signal(number, SIG_IGN);
    for (const int number : {SIGINT, SIGTERM, SIGHUP})
      std::signal(number, [](int n) {
        received.store(n);
        stop.store(true);
      });
  }
  ~StopOnSignal() {
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) std::signal(number, SIG_DFL);
  }
  StopOnSignal(const StopOnSignal&) = delete;
  StopOnSignal& operator=(const StopOnSignal&) = delete;

  // A signal handler can reach nothing but static, lock-free state.
  static inline std::atomic<bool> stop{false};
  static inline std::atomic<int> received{0};
};

void fill_writer_options(Options& options) {
  WriterOptions& writer = options.transcode.writer;
  options.output.apply(writer, options.transcode.output);
  writer.say = [&options](const std::string& text) { options.graph.say(text); };
  if (!options.frames.empty()) options.transcode.frames = parse_frame_list(options.frames);
}

int report_loss(const Options& options, const Damage& damage) {
  if (!damage.any()) return 0;
  fmt::print(stderr, "overlace: {}: finished with loss: {}\n", options.input, damage.text());
  return static_cast<int>(ErrorCode::loss);
}

OutputPolicy trace_policy(const Options& options) {
  return {options.transcode.writer.overwrite,
          {options.input, options.graph.tracks, options.transcode.output}};
}

/// Refuses an output that cannot be made, before tracks are read or made. Leaves nothing.
void try_output(const Options& options, const VideoReader& reader) {
  WriterOptions writer = options.transcode.writer;
  writer.say = {};
  static_cast<void>(make_sink(options.transcode.output, reader, writer));
  if (!options.trace.empty()) check_output(options.trace, trace_policy(options));
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

/// Looks ahead, on the CPU: only there it is known of a frame that nothing will be drawn on it.
void plan_untouched(Options& options, const VideoReader& reader, std::shared_ptr<const Plan> plan,
                    const ChosenDevice& device) {
  const bool possible = options.transcode.frames.all() && !options.output.overlay_only &&
                        !is_sequence(options.transcode.output);
  if (!options.output.copy_if_untouched) return;
  if (!possible)
    throw Error(ErrorCode::usage, "frames are passed on in whole videos only",
                "leave out --frames and --overlay-only, and name a video file",
                Place{"--copy-if-untouched"});
  const auto replay =
      make_cpu_replay(std::move(plan), {.threads = device.threads, .simd = device.simd});
  options.transcode.writer.untouched =
      std::make_shared<const UntouchedPlan>(plan_untouched(reader, *replay));
}

int report_stop(const Options& options) {
  fmt::print(stderr, "\noverlace: stopped; {}\n",
             is_sequence(options.transcode.output) ? "the pictures written so far are whole"
                                                   : "no output was left");
  return 128 + StopOnSignal::received.load();
}

int render(Options& options) {
  const ProgressMode progress_style = progress_mode(options.progress);
  const HwAccel hwaccel = hwaccel_mode(options.hwaccel);
  if (options.progress == "none") options.graph.quiet = true;
  const std::unique_ptr<StandardOutput> pipe = take_standard_output(options.transcode.output);
  fill_writer_options(options);
  const ChosenDevice device = options.device.choose(options.transcode.writer.say);
  const Graph graph = load_graph(options.graph);
  ReaderOptions reading{.say = options.transcode.writer.say};
  choose_hardware(hwaccel, device.gpu, reading, options.transcode.writer);
  VideoReader reader(options.input, reading);
  {
    const StopOnSignal signals;
    try_output(options, reader);
    if (StopOnSignal::stop) return report_stop(options);
  }
  const auto plan = make_plan(graph, options.graph, reader.info().clip, options.input);
  announce_blends(options, *plan);
  plan_untouched(options, reader, plan, device);
  if (pipe) options.transcode.writer.pipe = pipe->descriptor();
  TraceFile trace(options.trace, trace_policy(options));
  options.transcode.trace = trace.trace();
  const CudaSession* session = reading.hardware.session.get();
  const std::unique_ptr<Replay> replay = device.make_replay(
      plan, trace.trace(), session != nullptr ? session->handles().stream : nullptr);

  const StopOnSignal signals;
  Progress progress(progress_style);
  const TranscodeResult result = transcode(
      reader, options.transcode, *replay,
      [&](const TranscodeProgress& now) { progress.update(now); }, &StopOnSignal::stop);
  trace.save();
  if (result.cancelled) return report_stop(options);
  if (result.regrown)
    options.graph.say("a buffer was too small and has been enlarged; nothing was dropped");
  progress.finish(result, options.transcode.output);
  return report_loss(options, result.damage);
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
  command.add_option("--progress", options.progress, "auto, plain, json or none")
      ->capture_default_str();
}

}  // namespace

void add_render_command(CLI::App& app, Action& action) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("render", "Draw the overlay over every frame of a video");
  command->add_option("IN", options->input, "Video to draw on")->required();
  add_output_options(*command, *options);
  options->graph.add_graph_option(*command);
  options->graph.add_set_option(*command);
  options->graph.add_to(*command);
  options->device.add_to(*command);
  TraceFile::add_option(*command, options->trace);
  command->callback([options, &action] { action = [options] { return render(*options); }; });
}

}  // namespace overlace
