// SPDX-License-Identifier: Apache-2.0
// Survey, lock, render, report.
#include "cli/batch_run.h"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <set>
#include <utility>

#include "batch/batch_lock.h"
#include "batch/child_process.h"
#include "batch/machine.h"
#include "batch/state_folder.h"
#include "batch/store_transfer.h"
#include "cli/batch_clip.h"
#include "cli/batch_parts.h"
#include "cli/batch_report.h"
#include "cli/console.h"
#include "cli/interrupt.h"
#include "cli/render_options.h"
#include "cli/text_file.h"
#include "gpu/devices.h"
#include "graph/core/error.h"
#include "graph/core/utf8.h"
#include "graph/document/required_knobs.h"
#include "graph/types/registry.h"
#include "io/files/sequence_name.h"
#include "io/files/temporary.h"
#include "render/graph_source.h"

namespace overlace {
namespace {

namespace fs = std::filesystem;

RenderSettings settings_of(const BatchClip& clip) {
  return read_render(clip).settings;
}

Survey::Options survey_options(const BatchRun& run, bool mend) {
  return {.verify = run.verify,
          .mend = mend,
          .program = run.redo_upgraded ? program_name() : std::string()};
}

std::int64_t failures(const BatchProgress& end) {
  return end.count(ClipState::failed) + end.count(ClipState::poison);
}

int exit_code_of(const BatchProgress& end) {
  if (Interrupt::asked()) return Interrupt::exit_code();
  const bool is_complete = failures(end) == 0 && end.count(ClipState::waiting) == 0;
  if (!is_complete) return some_clips_failed;
  return end.count(ClipState::done_with_loss) > 0 ? static_cast<int>(ErrorCode::loss) : 0;
}

int jobs_of(const BatchRun& run) {
  if (!run.lanes.empty()) return Lanes(run.lanes).jobs();
  return run.jobs > 0 ? run.jobs : std::max(usable_cores() / 2, 1);
}

/// The numbers of the GPUs that can draw. A child looks, because a process that forks must not have
/// used one.
std::vector<int> usable_gpus() {
  ChildProcess child(
      [] {
        Json numbers(Json::Array{}), found;
        for (const DeviceInfo& device : list_cuda_devices().devices)
          if (device.usable()) numbers.push_back(device.index);
        found.set("gpus", std::move(numbers));
        ParentLine::tell(found);
        return 0;
      },
      "");
  std::vector<int> gpus;
  pollfd told{child.descriptor(), POLLIN, 0};
  while (::poll(&told, 1, -1) < 0 && errno == EINTR && !Interrupt::asked()) continue;
  for (const Json& line : child.told())
    if (const Json* const list = line.find("gpus"); list != nullptr && list->is_array())
      for (const Json& number : list->as_array())
        gpus.push_back(static_cast<int>(number.as_integer()));
  return gpus;
}

/// One run, with everything that it holds.
class BatchJob {
 public:
  BatchJob(BatchPlan plan, const BatchRun& run)
      : plan_(std::move(plan)),
        run_(run),
        state_(made_state(plan_, run)),
        lock_(plan_.root, run.shard),
        journal_(state_.journal(), Journal::Access::write),
        survey_(settings_of, survey_options(run, true)),
        view_(run.progress) {}

  /// Only joins clips whose parts are complete, and reports what is missing.
  void collect() { collects_ = true; }
  /// Also takes clips that arrive later.
  void watch(PlanRequest request, const Watch::Settings& settings);
  int render();

 private:
  using Clock = std::chrono::steady_clock;
  static StateFolder made_state(const BatchPlan& plan, const BatchRun& run) {
    StateFolder state = StateFolder::of(plan.root, run.state, run.shard);
    state.make();
    return state;
  }
  [[nodiscard]] std::vector<QueuedClip> prepare();
  [[nodiscard]] std::vector<QueuedClip> take_ready();
  [[nodiscard]] std::vector<QueuedClip> assess_from(std::size_t first,
                                                    const std::function<void()>& between);
  void forget_others();
  void leave_incomplete(std::vector<QueuedClip>& clips);
  void settled(const BatchClip& clip, const ClipRecord& record);
  void failed(const BatchClip& clip, const ClipRecord& record, const std::string& log) const;
  void move_input(const BatchClip& clip);
  void save_plan() const;
  void run_end(const BatchProgress& end, int code);
  [[nodiscard]] std::vector<Lane> lanes(const std::vector<QueuedClip>& clips) const;
  [[nodiscard]] DispatchSettings settings(const std::vector<QueuedClip>& clips) const;
  [[nodiscard]] DispatchHooks hooks();
  void write_report();
  void refresh_report();

  BatchPlan plan_;
  const BatchRun& run_;
  StateFolder state_;
  BatchLock lock_;
  Journal journal_;
  Survey survey_;
  BatchProgressView view_;
  std::optional<Watch> watch_;
  std::map<std::string, int> outputs_left_;  ///< by input
  bool collects_ = false, machine_went_down_ = false;
  std::int64_t incomplete_ = 0;  ///< clips that could not be collected
  std::int64_t refused_ = 0;     ///< clips that failed for lack of a device or a store
  Clock::time_point next_report_{};
};

void BatchJob::watch(PlanRequest request, const Watch::Settings& settings) {
  watch_.emplace(std::move(request), settings,
                 [this](const std::string& text) { view_.note(text); });
}

void BatchJob::save_plan() const {
  save_text(state_.plan(), {.overwrite = true},
            [this](const TextSink& sink) { write_plan(plan_, sink); });
}

/// Updates the clips from a number on, in the journal, too.
std::vector<QueuedClip> BatchJob::assess_from(std::size_t first,
                                              const std::function<void()>& between) {
  constexpr std::size_t rows_at_once = 4096;
  std::vector<QueuedClip> clips;
  clips.reserve(plan_.clips.size() - first);
  std::vector<ClipRecord> changed;
  const auto take = [&](const AssessedClip& assessed) {
    clips.push_back(assessed.queued);
    const BatchClip& clip = assessed.clip;
    const bool moves = !run_.move_done.empty() && !clip.is_part() && !clip.is_fetched();
    if (moves && !is_done(assessed.record.state)) ++outputs_left_[clip.input];
    if (assessed.has_changed) changed.push_back(assessed.record);
    if (changed.size() < rows_at_once) return;
    journal_.save(changed);
    changed.clear();
  };
  assess(plan_.clips, first, survey_,
         {.journal = &journal_,
          .machine_went_down = machine_went_down_,
          .between = between,
          .take = take});
  if (!changed.empty()) journal_.save(changed);
  return clips;
}

std::vector<QueuedClip> BatchJob::take_ready() {
  const std::size_t first = plan_.clips.size();
  for (const BatchClip& clip : watch_->ready()) plan_.clips.push_back(clip);
  if (plan_.clips.size() == first) return {};
  save_plan();
  return assess_from(first, {});
}

/// Removes the rows of clips that are no longer in the plan.
void BatchJob::forget_others() {
  std::vector<std::size_t> planned;  // digests: a row kept because of a collision does no harm
  planned.reserve(plan_.clips.size());
  const std::hash<std::string> digest;
  for (const BatchClip& clip : plan_.clips) planned.push_back(digest(clip.id));
  std::ranges::sort(planned);
  journal_.prune(
      [&](const std::string& id) { return std::ranges::binary_search(planned, digest(id)); });
}

std::vector<QueuedClip> BatchJob::prepare() {
  machine_went_down_ = journal_.noted("boot") != boot_id();
  save_plan();
  std::vector<QueuedClip> clips = assess_from(0, Interrupt::throw_if_asked);
  journal_.note("boot", boot_id());
  if (!watch_) forget_others();
  return clips;
}

/// Keeps clips that are done, and joins whose parts are all there. `clips` is the whole plan.
void BatchJob::leave_incomplete(std::vector<QueuedClip>& clips) {
  std::vector<QueuedClip> kept;
  std::vector<std::string> missing;  // frames of the next joined clip
  for (auto clip = plan_.clips.begin(); clip != plan_.clips.end(); ++clip) {
    const QueuedClip& queued = clips[clip.row()];
    if (is_done(queued.state) || (clip->is_joined() && missing.empty())) {
      kept.push_back(queued);
    } else if (clip->is_part()) {
      missing.push_back(clip->option("frames"));
    } else {
      ++incomplete_;
      tell(stdout, clip->is_joined()
                       ? fmt::format("{}: frames {} are missing", clip->id, fmt::join(missing, ","))
                       : fmt::format("{}: is missing", clip->id));
    }
    if (!clip->is_part()) missing.clear();
  }
  clips = std::move(kept);
}

/// Looks for GPUs only if clips that name no device remain to be drawn.
std::vector<Lane> BatchJob::lanes(const std::vector<QueuedClip>& clips) const {
  if (!run_.lanes.empty()) return run_.lanes;
  const auto chooses = [this](const QueuedClip& queued) {
    return !is_settled(queued.state) && plan_.clips[queued.row].option("device").empty();
  };
  const bool look = watch_ || std::ranges::any_of(clips, chooses);
  return default_lanes(look ? usable_gpus() : std::vector<int>{}, jobs_of(run_));
}

DispatchSettings BatchJob::settings(const std::vector<QueuedClip>& clips) const {
  return {.lanes = lanes(clips),
          .memory_bytes = memory_for(available_memory(), address_space_limit(), jobs_of(run_)),
          .stall_s = run_.stall_s,
          .retry_wait_s = run_.retry_wait_s,
          .wait_space_s = run_.wait_space_s,
          .root = plan_.root};
}

void BatchJob::settled(const BatchClip& clip, const ClipRecord& record) {
  const std::string log = state_.log(clip.id);
  view_.settled(clip, record, log);
  if (!is_done(record.state)) {
    StagingFolder(clip.output).remove();  // left by a crash
    if (clip.is_fetched() && !run_.keep_scratch) ScratchFolder(clip, run_.scratch).remove();
    refused_ += record.exit_code == static_cast<int>(ErrorCode::unavailable) ? 1 : 0;
    failed(clip, record, log);
  } else if (!run_.move_done.empty() && !clip.is_part() && !clip.is_fetched()) {
    move_input(clip);
  }
  std::error_code ignored;
  if (record.state == ClipState::done) fs::remove(log, ignored);
}

void BatchJob::failed(const BatchClip& clip, const ClipRecord& record,
                      const std::string& log) const {
  if (run_.on_fail.empty()) return;
  run_command(run_.on_fail,
              {{"OVERLACE_ID", clip.id},
               {"OVERLACE_INPUT", clip.input},
               {"OVERLACE_OUTPUT", clip.output},
               {"OVERLACE_STATE", std::string(state_name(record.state))},
               {"OVERLACE_REASON", record.reason},
               {"OVERLACE_LOG", log}},
              false);
}

/// Replaces no file in the destination folder.
void BatchJob::move_input(const BatchClip& clip) {
  if (--outputs_left_[clip.input] > 0) return;
  const fs::path to = fs::path(run_.move_done) / fs::path(clip.input).filename();
  if (reads_sequence(clip.input))
    return view_.note(fmt::format("{}: pictures are not moved", clip.input));
  if (const int error = rename_file(clip.input, to.string(), false); error != 0)
    view_.note(fmt::format("{}: cannot be moved to {}: {}", clip.input, to.string(),
                           std::strerror(error)));
}

void BatchJob::run_end(const BatchProgress& end, int code) {
  if (run_.on_end.empty()) return;
  const std::int64_t done = end.count(ClipState::done) + end.count(ClipState::done_with_loss);
  const int answer = run_command(run_.on_end,
                                 {{"OVERLACE_ROOT", plan_.root},
                                  {"OVERLACE_EXIT", std::to_string(code)},
                                  {"OVERLACE_DONE", std::to_string(done)},
                                  {"OVERLACE_FAILED", std::to_string(failures(end))}},
                                 true);
  if (answer != 0)
    view_.note(fmt::format("--on-end: {} ended with {}", run_.on_end.front(), answer));
}

DispatchHooks BatchJob::hooks() {
  const ClipPlace place{.root = plan_.root,
                        .threads = std::max(usable_cores() / jobs_of(run_), 1),
                        .overwrite = run_.overwrite,
                        .scratch = run_.scratch,
                        .keep_scratch = run_.keep_scratch};
  DispatchHooks hooks{
      .render =
          [this, place](BatchClip clip, const std::string& device) {
            if (!device.empty() && clip.option("device").empty()) clip.set_option("device", device);
            return render_clip(clip, place, survey_);
          },
      .basis = [this](const BatchClip& clip) { return survey_.basis(clip); },
      .log_file = [this](const BatchClip& clip) { return state_.log(clip.id); },
      .progress =
          [this](const BatchProgress& now) {
            view_.update(now);
            refresh_report();
          },
      .settled = [this](const BatchClip& c, const ClipRecord& record) { settled(c, record); },
      .log = [this](const std::string& text) { view_.note(text); },
      .stop = &Interrupt::asked()};
  if (watch_) hooks.more = [this] { return take_ready(); };
  return hooks;
}

void BatchJob::write_report() {
  if (run_.report.empty()) return;
  const Clock::time_point begin = Clock::now();
  save_text(run_.report, {.overwrite = true}, [this](const TextSink& sink) {
    write_rows(plan_.clips, journal_, run_.report.ends_with(".json"), sink);
  });
  // Writing many rows takes at most a twentieth of the time.
  constexpr Clock::duration interval = std::chrono::seconds(10);
  constexpr int rest = 19;
  next_report_ = Clock::now() + std::max(interval, rest * (Clock::now() - begin));
}

/// A report that cannot be written does not stop clips from being rendered.
void BatchJob::refresh_report() {
  if (Clock::now() < next_report_) return;
  try {
    write_report();
  } catch (const Error& error) {
    next_report_ = Clock::time_point::max();
    view_.note(error.problems().front().text());
  }
}

int BatchJob::render() {
  std::vector<QueuedClip> clips = prepare();
  if (collects_) leave_incomplete(clips);
  write_report();
  Dispatcher dispatcher(plan_.clips, journal_, settings(clips), hooks());
  const BatchProgress end = dispatcher.run(clips);
  int code = incomplete_ > 0 && !Interrupt::asked() ? some_clips_failed : exit_code_of(end);
  if (code == static_cast<int>(ErrorCode::loss) && run_.accept_loss) code = 0;
  // What a shard lacks, another machine may have: the exit code tells its engine.
  if (code == some_clips_failed && !run_.shard.is_whole() && refused_ == failures(end))
    code = static_cast<int>(ErrorCode::unavailable);
  write_report();
  view_.end(end, code);
  run_end(end, code);
  return code;
}

/// Shows what a run would do, without doing it.
int rehearse(const BatchPlan& plan, const BatchRun& run) {
  const StateFolder state = StateFolder::of(plan.root, run.state, run.shard);
  std::optional<Journal> journal;
  if (fs::exists(state.journal())) journal.emplace(state.journal(), Journal::Access::read);
  Survey survey(settings_of, survey_options(run, false));
  Outlook outlook(plan.root, jobs_of(run));
  assess(plan.clips, 0, survey,
         {.journal = journal ? &*journal : nullptr,
          .between = Interrupt::throw_if_asked,
          .take = [&](const AssessedClip& clip) { outlook.add(clip); }});
  tell_lines(stdout, outlook.text());
  return 0;
}

std::vector<std::string> names_of_render_options() {
  RenderRun none;
  const Program program("overlace render", "Names of its options");
  const Command render = program.root();
  add_render_options(render, none);
  return render.names();
}

/// Whoever runs a plan says which files its graphs may name, not whoever wrote its rows.
constexpr const char* boundary_option = "files-below";

BatchPlan within_boundary(BatchPlan plan, const BatchSource& source) {
  const auto typed = std::ranges::find(source.options, boundary_option, &TypedOption::first);
  if (typed == source.options.end()) return plan;
  BatchPlan bounded{.root = std::move(plan.root)};
  for (BatchClip clip : plan.clips) {
    clip.set_option(typed->first, typed->second);
    bounded.clips.push_back(clip);
  }
  return bounded;
}

/// A plan holds what these options would say of its clips. Messages are of no clip, and the caches
/// may be named by the environment.
void check_options_beside_plan(const BatchSource& source) {
  std::vector<std::string> planned = names_of_render_options();
  planned.insert(planned.end(), {"output", "missing-tracks", "part-frames", "overwrite"});
  std::erase_if(planned, [](const std::string& name) {
    return name == "quiet" || name == "verbose" || name == "tracks-cache" ||
           name == "found-cache" || name == boundary_option;
  });
  std::vector<Diagnostic> problems;
  for (const auto& [name, value] : source.options)
    if (std::ranges::find(planned, name) != planned.end())
      problems.push_back({{"--" + name},
                          "has no effect on a plan, which holds each clip's options",
                          "give it to 'overlace batch plan'"});
  if (!problems.empty()) throw Error(ErrorCode::usage, std::move(problems));
}

/// Adds what is known about renders.
PlanRequest request_of(const BatchSource& source) {
  PlanRequest request = source.request;
  if (request.output.empty())
    throw Error(ErrorCode::usage, "the outputs have no names", "-o 'out/{rel}/{stem}.mp4'",
                SourceLocation{"-o"});
  request.known_options = names_of_render_options();
  request.log = print_note;
  const auto is_known = [&request](const TypedOption& option) {
    return std::ranges::find(request.known_options, option.first) != request.known_options.end();
  };
  std::ranges::copy_if(source.options, std::back_inserter(request.options), is_known);
  request.check = [](const BatchClip& clip) {
    const GraphSettings graph = settings_of(clip).graph;
    static_cast<void>(facts_of(graph));
    check_required_knobs(load_graph(graph).document.json, graph.values, builtin_nodes());
  };
  if (source.part_frames)
    request.cut = [each = *source.part_frames](const BatchClip& clip) {
      return cut_clip(clip, each);
    };
  return request;
}

}  // namespace

BatchPlan plan_of(const BatchSource& source) {
  const std::vector<std::string>& sources = source.request.sources;
  const bool is_planned = sources.size() == 1 && is_plan_file(sources.front());
  if (is_planned) check_options_beside_plan(source);
  return within_boundary(is_planned ? read_plan(sources.front()) : make_plan(request_of(source)),
                         source);
}

namespace {

/// Moved inputs must not be found as inputs again, and the folder must exist.
void check_move(const BatchPlan& plan, const BatchRun& run) {
  if (run.move_done.empty()) return;
  const SourceLocation option{"--move-done"};
  if (!run.shard.is_whole())
    throw Error(ErrorCode::usage, "a shard moves no inputs, as others may need them",
                "use --move-done without --shard", option);
  if (!fs::is_directory(run.move_done))
    throw Error(ErrorCode::usage, fmt::format("there is no folder '{}'", run.move_done), "make it",
                option);
  const std::string folder = (fs::canonical(run.move_done) / "").string();
  for (const BatchClip& clip : plan.clips)
    if (folder.starts_with((fs::path(clip.input).parent_path() / "").string()))
      throw Error(
          ErrorCode::usage,
          fmt::format("'{}' is in an input folder: inputs would be found again", run.move_done),
          "name a folder elsewhere", option);
}

}  // namespace

int run_batch(BatchPlan plan, const BatchRun& run) {
  if (!run.allows_programs) refuse_programs(plan);
  plan = shard_of(std::move(plan), run.shard);
  check_move(plan, run);
  if (run.dry_run) return rehearse(plan, run);
  const Interrupt interrupt;
  const Interrupt::Listening listening;
  return BatchJob(std::move(plan), run).render();
}

int collect_batch(BatchPlan plan, const BatchRun& run) {
  const Interrupt interrupt;
  const Interrupt::Listening listening;
  if (!run.allows_programs) refuse_programs(plan);
  BatchJob job(std::move(plan), run);
  job.collect();
  return job.render();
}

int watch_batch(const BatchSource& source, const BatchRun& run) {
  if (!run.shard.is_whole())
    throw Error(ErrorCode::usage, "--watch and --shard cannot be combined",
                "new clips have no place in a plan");
  PlanRequest request = request_of(source);
  request.watches = true;
  PlanRequest nothing = request;
  nothing.wanted = [](const FoundInput& /*input*/) { return false; };
  const Interrupt interrupt;
  const Interrupt::Listening listening;
  BatchJob job(make_plan(nothing), run);
  job.watch(std::move(request), run.watch.value());
  return job.render();
}

namespace {

/// The records of the clips with these ids. Throws Error(usage) with every id that no clip has.
std::vector<ClipRecord> named_clips(const Journal& journal, const std::vector<std::string>& ids) {
  std::vector<ClipRecord> found;
  std::vector<std::string> known;
  std::set<std::string> unknown(ids.begin(), ids.end());
  journal.each([&](const ClipRecord& record) {
    known.push_back(text_of_name(record.id));
    const auto means_it = [&](const std::string& id) { return is_called(record.id, id); };
    if (std::erase_if(unknown, means_it) > 0) found.push_back(record);
  });
  std::vector<Diagnostic> problems;
  for (const std::string& id : unknown)
    problems.push_back({{}, fmt::format("there is no clip '{}'", id), suggest(id, known)});
  if (!problems.empty()) throw Error(ErrorCode::usage, std::move(problems));
  return found;
}

/// The records of clips that failed, without those that crashed the machine. Throws Error(usage)
/// if there are only such.
std::vector<ClipRecord> failed_clips(const Journal& journal) {
  std::vector<ClipRecord> found;
  std::string dangerous;
  journal.each([&](const ClipRecord& record) {
    if (record.state != ClipState::failed && record.state != ClipState::poison) return;
    if (takes_machine_down(record.history))
      dangerous += (dangerous.empty() ? "" : ", ") + text_of_name(record.id);
    else
      found.push_back(record);
  });
  if (found.empty() && !dangerous.empty())
    throw Error(ErrorCode::usage, fmt::format("crashed the machine: {}", dangerous),
                "name a clip to retry it");
  return found;
}

}  // namespace

int retry_batch(const std::string& root, const std::vector<std::string>& ids, const BatchRun& run) {
  const StateFolder state = StateFolder::find(root, run.state);
  state.make();  // its plan says what to do, so nobody else may have written it
  BatchPlan plan = read_plan(state.plan());
  {
    const BatchLock lock(plan.root);
    Journal journal(state.journal(), Journal::Access::write);
    std::vector<ClipRecord> again;
    for (const ClipRecord& record : ids.empty() ? failed_clips(journal) : named_clips(journal, ids))
      again.push_back({.id = record.id, .history = history_of_retry(record.history)});
    if (again.empty()) {
      tell(stdout, "no clip has failed: there is nothing to retry");
      return 0;
    }
    journal.save(again);
  }
  BatchRun there = run;
  there.state = state.path();
  return run_batch(std::move(plan), there);
}

}  // namespace overlace
