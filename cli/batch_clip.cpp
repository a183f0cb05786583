// SPDX-License-Identifier: Apache-2.0
// Hash, ask for memory, render, write the receipt, rename.
#include "cli/batch_clip.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "batch/child_process.h"
#include "batch/output_root.h"
#include "batch/planning.h"
#include "batch/store_transfer.h"
#include "cli/batch_parts.h"
#include "cli/console.h"
#include "cli/failure.h"
#include "cli/interrupt.h"
#include "cli/render_options.h"
#include "gpu/devices.h"
#include "io/write/codec_facts.h"

namespace overlace {
namespace {

std::int64_t sum_of(const std::vector<MemoryUse>& uses) {
  std::int64_t sum = 0;
  for (const MemoryUse& use : uses) sum += static_cast<std::int64_t>(use.bytes);
  return sum;
}

/// Renders of the same kind take about as much memory as this one.
std::string kind_of(const BatchClip& clip, const OpenedJob& job) {
  const VideoInfo& video = job.reader().info();
  return fmt::format("{} {}x{} {} {} {}", video.codec, video.clip.size.width,
                     video.clip.size.height, video.pixel_format, digest_text(options_key(clip)),
                     job.device().gpu ? "gpu" : "cpu");
}

/// Waits until the batch has memory for this render.
void ask_for_memory(const BatchClip& clip, const OpenedJob& job) {
  Json opened;
  opened.set("event", "opened");
  opened.set("kind", kind_of(clip, job));
  if (const auto gpu = job.device().gpu)
    opened.set("gpu_free", static_cast<std::int64_t>(free_device_memory(*gpu)));
  if (ParentLine::ask(opened) != "estimate") return;
  const OpenedJob::Memory memory = job.memory();
  Json estimate;
  estimate.set("event", "estimate");
  estimate.set("bytes", sum_of(memory.host));
  estimate.set("gpu_bytes", sum_of(memory.gpu));
  static_cast<void>(ParentLine::ask(estimate));
}

Receipt receipt_of(const BatchClip& clip, Fingerprint fingerprint, std::vector<ReadFile> files,
                   const RunReport& report) {
  const std::string& route = report.result.route;
  return {.id = clip.id,
          .fingerprint = std::move(fingerprint),
          .files = std::move(files),
          .made = {},
          .exit_code = report.exit_code,
          .program = program_name(),
          .encoder = route.substr(route.rfind(' ') + 1),
          .report = report.outcome()};
}

/// Makes the render read the fetched files, and adds them to the files that it reads.
void take_fetched(const BatchClip& clip, const FetchedFiles& fetched, RenderSettings& settings,
                  std::vector<ReadFile>& files) {
  settings.input.path = fetched.at(clip.input);
  files.push_back({input_role, settings.input.path});
  for (const char* const option : file_options) {
    if (!clip.is_fetched(option)) continue;
    const std::string& path = fetched.at(clip.option(option));
    files.push_back({option, path});
    if (std::string_view(option) == "tracks")
      settings.graph.tracks = path;
    else
      settings.graph.reading.embeddings = path;
  }
}

/// In the receipt, a fetched file has the hash of its content and the URI that it came from.
void name_sources(const FetchedFiles& fetched, std::vector<ReadFile>& files) {
  for (const auto& [uri, path] : fetched)
    for (ReadFile& file : files)
      if (file.path == path) file = {file.role, uri, {}, file.hash};
}

int render_staged(const BatchClip& clip, const ClipPlace& place, Survey& survey,
                  const StagingFolder& staging) {
  const ScratchFolder scratch(clip, place.scratch);
  std::vector<ReadFile> files = survey.files(clip);
  RenderRun run = read_render(clip);
  RenderSettings& settings = run.settings;
  settings.input.path = clip.input;
  FetchedFiles fetched;
  if (clip.is_fetched()) {
    fetched = fetch(clip, scratch, Interrupt::throw_if_asked);
    take_fetched(clip, fetched, settings, files);
  }
  const std::optional<Receipt> before = read_receipt(clip.output);
  look_at(files, before ? before->files : std::vector<ReadFile>{});
  staging.clear();
  settings.transcode.output = staging.output();
  if (settings.device.threads == 0) settings.device.threads = place.threads;
  run.progress = ProgressMode::json;
  run.opened = [&](const OpenedJob& job) { ask_for_memory(clip, job); };
  const RunReport report = render_video(run, {});
  if (!report.result.in_place) return report.exit_code;
  if (!are_unchanged(files))
    throw Error(ErrorCode::input, "a file changed while it was read", "it is read once more",
                SourceLocation{clip.input});
  if (clip.is_fetched()) {
    name_sources(fetched, files);
    if (!place.keep_scratch) scratch.remove();
  }
  Fingerprint fingerprint = survey.fingerprint(clip, files);
  Receipt receipt = receipt_of(clip, std::move(fingerprint), std::move(files), report);
  receipt.made = staging.made();
  staging.publish(receipt, place.overwrite || clip.is_part());
  return report.exit_code;
}

int report_failure(const std::exception_ptr& exception) {
  const Failure failure = failure_of(exception);
  Json errors(Json::Array{}), end;
  for (const std::string& line : failure.lines) {
    print_note(line);
    errors.push_back(line);
  }
  end.set("event", "end");
  end.set("exit", failure.exit_code);
  end.set("errors", std::move(errors));
  ParentLine::tell(end);
  return failure.exit_code;
}

/// Reports an output that an earlier attempt has made.
int tell_made(const Receipt& receipt) {
  Json end = receipt.report;
  end.set("event", "end");
  end.set("exit", receipt.exit_code);
  ParentLine::tell(end);
  return receipt.exit_code;
}

int make_and_publish(const BatchClip& clip, const ClipPlace& place, Survey& survey,
                     const StagingFolder& staging) {
  const bool publishes = !clip.publish.empty();
  const std::optional<Receipt> made = publishes ? survey.made(clip) : std::nullopt;
  const int code = made               ? tell_made(*made)
                   : clip.is_joined() ? join_clip(clip, place.overwrite, survey, staging)
                                      : render_staged(clip, place, survey, staging);
  const bool is_there = code == 0 || code == static_cast<int>(ErrorCode::loss);
  if (publishes && is_there) publish(clip, Interrupt::throw_if_asked);
  return code;
}

}  // namespace

RenderRun read_render(const BatchClip& clip) {
  RenderRun run;
  const Program program("overlace render", "A clip of a batch");
  const Command root = program.root();
  add_render_options(root, run);
  root.read(clip.options);
  run.settings.typed = root.typed_names();
  return run;
}

std::string program_name() {
  return fmt::format("overlace {} with {}", OVERLACE_VERSION, encoder_library());
}

int render_clip(const BatchClip& clip, const ClipPlace& place, Survey& survey) {
  const StagingFolder staging(clip.output);
  const Interrupt::Listening listening;
  Interrupt::listen_to_parent();
  int code = 0;
  try {
    check_stays_below(clip.output, place.root);
    code = make_and_publish(clip, place, survey, staging);
  } catch (...) {
    code = report_failure(std::current_exception());
  }
  if (code != 0 && code != static_cast<int>(ErrorCode::loss)) staging.remove();
  return code;
}

}  // namespace overlace
