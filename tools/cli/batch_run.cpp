// SPDX-License-Identifier: Apache-2.0
// Look, lock, render, tell.
#include "tools/cli/batch_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <set>
#include <span>
#include <utility>

#include "batch/batch_lock.h"
#include "batch/machine.h"
#include "batch/state_folder.h"
#include "graph/core/error.h"
#include "io/files/atomic_output.h"
#include "tools/cli/batch_clip.h"
#include "tools/cli/batch_report.h"
#include "tools/cli/console.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/render_options.h"

namespace overlace {
namespace {

namespace fs = std::filesystem;

constexpr double share_of_memory = 0.8;

void save_text(const std::string& path, const std::string& text) {
  AtomicOutput file(path, {.overwrite = true});
  file.write(std::as_bytes(std::span(text)));
  file.commit();
}

RenderSettings settings_of(const BatchClip& clip) {
  return read_render(clip).settings;
}

/// What a killed run has left: clips that are running, though nobody runs them. A clip during which
/// the machine went down may have been the reason; one whose batch was killed was not.
void adopt(std::map<std::string, ClipRecord>& records, bool machine_went_down) {
  for (auto& [id, record] : records) {
    if (record.state != ClipState::running) continue;
    record.state = ClipState::waiting;
    if (!machine_went_down) {
      --record.history.attempts;
    } else if (++record.history.unfinished; takes_machine_down(record.history)) {
      record.state = ClipState::poison;
      record.reason = "the machine went down each time";
    }
  }
}

std::vector<QueuedClip> survey_clips(const BatchPlan& plan, Survey& survey,
                                     std::map<std::string, ClipRecord> records) {
  std::vector<QueuedClip> clips;
  clips.reserve(plan.clips.size());
  for (const BatchClip& clip : plan.clips) {
    Interrupt::throw_if_asked();
    const auto known = records.find(clip.id);
    ClipRecord record = known == records.end() ? ClipRecord{.id = clip.id} : known->second;
    if (record.state != ClipState::poison || !takes_machine_down(record.history))
      survey.assess(clip, record);
    clips.push_back({&clip, std::move(record)});
  }
  return clips;
}

/// Writes the rows that differ from what the journal has.
void save_changed(Journal& journal, const std::vector<QueuedClip>& clips,
                  const std::map<std::string, ClipRecord>& before) {
  std::vector<ClipRecord> changed;
  for (const QueuedClip& clip : clips) {
    const auto known = before.find(clip.record.id);
    if (known == before.end() || !(known->second == clip.record)) changed.push_back(clip.record);
  }
  if (!changed.empty()) journal.save(changed);
}

int exit_code_of(const BatchProgress& end) {
  if (Interrupt::asked()) return Interrupt::exit_code();
  if (end.count(ClipState::failed) + end.count(ClipState::poison) > 0) return some_clips_failed;
  return end.count(ClipState::done_with_loss) > 0 ? static_cast<int>(ErrorCode::loss) : 0;
}

/// One run, with what it holds.
class BatchJob {
 public:
  BatchJob(BatchPlan plan, const BatchRun& run)
      : plan_(std::move(plan)),
        run_(run),
        state_(made_state(plan_, run)),
        lock_(plan_.root, run.shard),
        journal_(state_.journal(), Journal::Access::write),
        survey_(settings_of, {.verify = run.verify, .mend = true}),
        view_(run.progress) {}

  /// Takes clips that come as well.
  void watch(PlanRequest request, const Watch::Settings& settings);
  int render();

 private:
  static StateFolder made_state(const BatchPlan& plan, const BatchRun& run) {
    StateFolder state = StateFolder::of(plan.root, run.state, run.shard);
    state.make();
    return state;
  }
  [[nodiscard]] std::vector<QueuedClip> prepare();
  [[nodiscard]] std::vector<QueuedClip> take_ready();
  [[nodiscard]] DispatchSettings settings() const;
  [[nodiscard]] DispatchHooks hooks();
  void write_report() const;

  BatchPlan plan_;
  const BatchRun& run_;
  StateFolder state_;
  BatchLock lock_;
  Journal journal_;
  Survey survey_;
  BatchProgressView view_;
  std::optional<Watch> watch_;
};

void BatchJob::watch(PlanRequest request, const Watch::Settings& settings) {
  watch_.emplace(std::move(request), settings,
                 [this](const std::string& text) { view_.note(text); });
}

std::vector<QueuedClip> BatchJob::take_ready() {
  std::vector<QueuedClip> queued;
  for (BatchClip& ready : watch_->ready()) {
    const BatchClip& clip = plan_.clips.emplace_back(std::move(ready));
    ClipRecord record = journal_.record(clip.id).value_or(ClipRecord{.id = clip.id});
    survey_.assess(clip, record);
    queued.push_back({&clip, std::move(record)});
  }
  if (queued.empty()) return queued;
  save_text(state_.plan(), plan_text(plan_));
  save_changed(journal_, queued, {});
  return queued;
}

std::vector<QueuedClip> BatchJob::prepare() {
  const std::map<std::string, ClipRecord> before = journal_.records();
  std::map<std::string, ClipRecord> records = before;
  adopt(records, journal_.noted("boot") != boot_id());
  journal_.note("boot", boot_id());
  save_text(state_.plan(), plan_text(plan_));
  std::vector<QueuedClip> clips = survey_clips(plan_, survey_, std::move(records));
  std::set<std::string> ids;
  for (const BatchClip& clip : plan_.clips) ids.insert(clip.id);
  if (!watch_) journal_.prune([&ids](const std::string& id) { return ids.contains(id); });
  save_changed(journal_, clips, before);
  return clips;
}

DispatchSettings BatchJob::settings() const {
  const int jobs = run_.jobs > 0 ? run_.jobs : std::max(usable_cores() / 2, 1);
  return {.jobs = jobs,
          .memory_bytes =
              static_cast<std::int64_t>(share_of_memory * static_cast<double>(available_memory())),
          .stall_s = run_.stall_s,
          .wait_space_s = run_.wait_space_s,
          .root = plan_.root};
}

DispatchHooks BatchJob::hooks() {
  const ClipPlace place{.threads = std::max(usable_cores() / settings().jobs, 1),
                        .overwrite = plan_.overwrite};
  DispatchHooks hooks{
      .render = [this, place](const BatchClip& c) { return render_clip(c, place, survey_); },
      .basis = [this](const BatchClip& clip) { return survey_.basis(clip); },
      .log_file = [this](const BatchClip& clip) { return state_.log(clip.id); },
      .progress = [this](const BatchProgress& now) { view_.update(now); },
      .settled =
          [this](const BatchClip& clip, const ClipRecord& record) {
            const std::string log = state_.log(clip.id);
            view_.settled(clip, record, log);
            if (!is_done(record.state)) StagingFolder(clip.output).remove();  // of a crash
            std::error_code ignored;
            if (record.state == ClipState::done) fs::remove(log, ignored);
          },
      .log = [this](const std::string& text) { view_.note(text); },
      .stop = &Interrupt::asked()};
  if (watch_) hooks.more = [this] { return take_ready(); };
  return hooks;
}

void BatchJob::write_report() const {
  if (!run_.report.empty())
    save_text(run_.report, report_text(plan_, journal_.records(), run_.report.ends_with(".json")));
}

int BatchJob::render() {
  std::vector<QueuedClip> clips = prepare();
  Dispatcher dispatcher(journal_, settings(), hooks());
  const BatchProgress end = dispatcher.run(std::move(clips));
  const int code = exit_code_of(end);
  write_report();
  view_.end(end, code);
  return code;
}

/// What a run would do, and nothing of it.
int rehearse(const BatchPlan& plan, const BatchRun& run) {
  const StateFolder state = StateFolder::of(plan.root, run.state, run.shard);
  std::map<std::string, ClipRecord> records;
  if (fs::exists(state.journal()))
    records = Journal(state.journal(), Journal::Access::read).records();
  adopt(records, false);
  Survey survey(settings_of, {.verify = run.verify});
  const std::vector<QueuedClip> clips = survey_clips(plan, survey, std::move(records));
  tell(stdout, rehearsal_text(plan, clips));
  return 0;
}

/// With what is known of renders.
PlanRequest request_of(const BatchSource& source) {
  PlanRequest request = source.request;
  if (request.output.empty())
    throw Error(ErrorCode::usage, "the outputs have no names", "-o 'out/{rel}/{stem}.mp4'",
                SourceLocation{"-o"});
  RenderRun none;
  const Program program("overlace render", "Names of its options");
  const Command render = program.root();
  add_render_options(render, none);
  request.known_options = render.names();
  const auto is_known = [&request](const TypedOption& option) {
    return std::ranges::find(request.known_options, option.first) != request.known_options.end();
  };
  std::ranges::copy_if(source.options, std::back_inserter(request.options), is_known);
  request.check = [](const BatchClip& clip) {
    static_cast<void>(facts_of(settings_of(clip).graph));
  };
  return request;
}

}  // namespace

BatchPlan plan_of(const BatchSource& source) {
  const std::vector<std::string>& sources = source.request.sources;
  if (sources.size() == 1 && is_plan_file(sources.front())) return read_plan(sources.front());
  return make_plan(request_of(source));
}

int run_batch(BatchPlan plan, const BatchRun& run) {
  plan = shard_of(std::move(plan), run.shard);
  if (run.dry_run) return rehearse(plan, run);
  const Interrupt interrupt;
  const Interrupt::Listening listening;
  return BatchJob(std::move(plan), run).render();
}

int watch_batch(const BatchSource& source, const BatchRun& run) {
  if (!run.shard.is_whole())
    throw Error(ErrorCode::usage, "--watch and --shard do not go together",
                "clips that come have no place in a plan");
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

int retry_batch(const std::string& root, const std::vector<std::string>& ids, const BatchRun& run) {
  const StateFolder state = StateFolder::find(root, run.state);
  BatchPlan plan = read_plan(state.plan());
  {
    const BatchLock lock(plan.root);
    Journal journal(state.journal(), Journal::Access::write);
    std::map<std::string, ClipRecord> records = journal.records();
    std::vector<ClipRecord> again;
    for (const auto& [id, record] : records) {
      const bool failed = record.state == ClipState::failed || record.state == ClipState::poison;
      if (ids.empty() ? failed : std::ranges::find(ids, id) != ids.end())
        again.push_back({.id = id});
    }
    if (again.empty())
      throw Error(ErrorCode::usage, "there is no clip to try again",
                  "'overlace batch report --csv' lists all of them");
    journal.save(again);
  }
  BatchRun there = run;
  there.state = state.path();
  return run_batch(std::move(plan), there);
}

}  // namespace overlace
