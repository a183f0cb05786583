// SPDX-License-Identifier: Apache-2.0
// One loop: start processes, read what they send, reap them.
#include "batch/dispatcher.h"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <csignal>
#include <set>
#include <utility>

#include "batch/contents.h"
#include "batch/machine.h"
#include "graph/core/error.h"
#include "graph/core/quantity.h"

namespace overlace {
namespace {

constexpr auto pause = std::chrono::milliseconds(200);  ///< at most, between two rounds
constexpr double kill_after_s = 10;  ///< from asking a stalled clip to end until it is killed
constexpr double space_factor = 1.5;

double seconds_since(std::chrono::steady_clock::time_point moment) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - moment).count();
}

std::int64_t size_of(const std::string& path) {
  const std::optional<FileIdentity> identity = identity_of(path);
  return identity ? identity->bytes : 0;
}

/// The part of the input that is drawn on.
double input_bytes(const BatchClip& clip) {
  return static_cast<double>(size_of(clip.input)) * clip.share;
}

std::int64_t whole(const Json& json, const char* name) {
  const Json* const found = json.find(name);
  return found != nullptr && found->is_integer() ? found->as_integer() : 0;
}

std::string text(const Json& json, const char* name) {
  const Json* const found = json.find(name);
  return found != nullptr && found->is_string() ? found->as_string() : "";
}

/// The errors in a render's last line, joined.
std::string errors_of(const Json& end) {
  const Json* const errors = end.find("errors");
  std::string joined;
  if (errors == nullptr || !errors->is_array()) return joined;
  for (const Json& error : errors->as_array())
    if (error.is_string()) joined += (joined.empty() ? "" : "; ") + error.as_string();
  return joined;
}

/// Why an attempt ended as it did, for its record; "" if it ended well. `end` is its last line.
std::string why_it_ended(int code, bool stalled, const Json& end) {
  if (stalled) return "made no progress, and was ended";
  if (code == 0) return {};
  const std::string errors = errors_of(end);
  return errors.empty() ? reason_of(code) : errors;
}

}  // namespace

/// A clip's process, and what it has reported.
struct Dispatcher::Running {
  enum class Asks : std::uint8_t { nothing, memory };

  QueuedClip queued;
  BatchClip clip;
  ClipRecord record;
  std::size_t lane = 0;
  std::unique_ptr<ChildProcess> process;
  std::optional<FileIdentity> input = identity_of(clip.input);
  std::int64_t expected_bytes = 0;
  Clock::time_point start = Clock::now(), last_sign = start;
  double cpu_at_last_sign = process->cpu_seconds();
  std::string kind{};
  Asks asks = Asks::nothing;
  std::optional<MemoryNeed> held{};
  bool transfers = false;  ///< fetching or publishing: a failure is not the device's
  std::int64_t frames = 0;
  Json end{};                          ///< the render's last line
  std::optional<ChildEnd> clip_end{};  ///< set when the process outlives the clip
  bool stopped = false, stalled = false, killed = false;
  Clock::time_point asked_to_end{};

  void note_activity() {
    last_sign = Clock::now();
    cpu_at_last_sign = process->cpu_seconds();
  }
};

std::int64_t BatchProgress::count(ClipState state) const {
  const auto found = clips.find(state);
  return found == clips.end() ? 0 : found->second;
}

std::int64_t BatchProgress::total() const {
  std::int64_t sum = 0;
  for (const auto& [state, count] : clips) sum += count;
  return sum;
}

Dispatcher::Dispatcher(const ClipList& clips, Journal& journal, DispatchSettings settings,
                       DispatchHooks hooks)
    : clips_(clips),
      journal_(journal),
      settings_(std::move(settings)),
      hooks_(std::move(hooks)),
      memory_(settings_.memory_bytes),
      lanes_(settings_.lanes) {}

Dispatcher::~Dispatcher() = default;

bool Dispatcher::asked_to_stop() const {
  return hooks_.stop != nullptr && *hooks_.stop;
}

void Dispatcher::stop_children() {
  if (stopping_) return;
  stopping_ = true;
  for (Running& running : running_) {
    running.stopped = true;
    running.process->signal(SIGTERM);
  }
}

std::int64_t Dispatcher::expected_bytes(const BatchClip& clip) const {
  const double ratio = ratio_in_ > 0 ? ratio_out_ / ratio_in_ : 1;
  return static_cast<std::int64_t>(input_bytes(clip) * ratio);
}

// Free space must hold the next output, and what running clips have not written yet.
bool Dispatcher::has_space(const BatchClip& next) {
  double wanted = space_factor * static_cast<double>(expected_bytes(next));
  for (const Running& running : running_) wanted += static_cast<double>(running.expected_bytes);
  const auto free = static_cast<double>(free_space(settings_.root));
  if (free >= wanted) {
    if (std::exchange(out_of_space_since_, std::nullopt) && hooks_.log)
      hooks_.log("there is space again: continuing");
    return true;
  }
  if (!running_.empty()) return false;
  if (!out_of_space_since_) {
    out_of_space_since_ = Clock::now();
    if (hooks_.log)
      hooks_.log(fmt::format("{}: only {} are free: waiting for {}", settings_.root,
                             size_text(free), size_text(wanted)));
  }
  return has_waited_for_space();  // sizes are estimates: it may fit
}

bool Dispatcher::has_waited_for_space() const {
  return out_of_space_since_ && seconds_since(*out_of_space_since_) > settings_.wait_space_s;
}

/// If a clip was started without space and the disk was full indeed, the others would fail alike:
/// they are left for the next run. A batch that watches folders has no next run, and waits again.
void Dispatcher::note_full_disk(const AttemptEnd& end) {
  const bool is_full = end.code == static_cast<int>(ErrorCode::output) && end.disk_is_full;
  if (!is_full || !has_waited_for_space()) return;
  if (hooks_.more) {
    out_of_space_since_.reset();
  } else if (!std::exchange(disk_stays_full_, true) && hooks_.log) {
    hooks_.log(fmt::format("{}: the disk stays full: the clips that are left wait for the next run",
                           settings_.root));
  }
}

bool Dispatcher::may_start(const QueuedClip& next) {
  if (!running_.empty() && (next.runs_alone || running_.front().queued.runs_alone)) return false;
  return has_space(clips_[next.row]);
}

void Dispatcher::start_due() {
  for (auto delayed = delayed_.begin(); delayed != delayed_.end();) {
    if (delayed->due > Clock::now()) {
      ++delayed;
      continue;
    }
    queue_.push_front(delayed->queued);
    delayed = delayed_.erase(delayed);
    lanes_.reopen();
  }
  while (!queue_.empty() && may_start(queue_.front())) {
    const std::optional<std::size_t> lane = lanes_.take(queue_.front().off_gpu);
    if (!lane) return;
    const QueuedClip next = queue_.front();
    queue_.pop_front();
    start(next, *lane);
  }
}

void Dispatcher::start(const QueuedClip& queued, std::size_t lane) {
  BatchClip clip = clips_[queued.row];
  ClipRecord record = journal_.record(clip.id).value_or(ClipRecord{.id = clip.id});
  record.state = ClipState::running;
  ++record.history.attempts;
  keep(record, queued.state);
  const std::int64_t expected = expected_bytes(clip);
  std::unique_ptr<ChildProcess> process = process_for(clip, lane);
  running_.push_back({.queued = queued,
                      .clip = std::move(clip),
                      .record = std::move(record),
                      .lane = lane,
                      .process = std::move(process),
                      .expected_bytes = expected});
}

/// A GPU's process keeps its context from clip to clip; on the CPU there is nothing to keep.
std::unique_ptr<ChildProcess> Dispatcher::process_for(const BatchClip& clip, std::size_t lane) {
  const std::string log = hooks_.log_file(clip);
  const RenderClip render = [this, lane](const BatchClip& what) {
    return hooks_.render(what, lanes_.device(lane));
  };
  if (lanes_.is_gpu(lane)) return warm_.start(lane, clip, log, render);
  return std::make_unique<ChildProcess>([&] { return render(clip); }, log);
}

std::string Dispatcher::gpu_of(const Running& running) const {
  return lanes_.is_gpu(running.lane) ? lanes_.device(running.lane) : "";
}

void Dispatcher::keep(const ClipRecord& record, ClipState before) {
  --counts_[before];
  ++counts_[record.state];
  journal_.save(record);
}

/// Memory is granted in the order of requests. A full GPU does not delay clips on another one.
void Dispatcher::admit() {
  std::set<std::string> full;
  for (Running& running : running_) {
    if (running.asks != Running::Asks::memory || full.contains(gpu_of(running))) continue;
    const std::optional<MemoryNeed> need = memory_.need_of(running.kind, gpu_of(running));
    if (!need) {
      running.asks = Running::Asks::nothing;
      running.process->answer("estimate");
      continue;
    }
    const Admission::Answer answer = memory_.take(gpu_of(running), *need);
    if (answer == Admission::Answer::host_is_full) return;
    if (answer == Admission::Answer::gpu_is_full) {
      full.insert(gpu_of(running));
      continue;
    }
    running.asks = Running::Asks::nothing;
    running.held = need;
    running.note_activity();
    running.process->answer("go");
  }
}

void Dispatcher::wait() const {
  std::vector<pollfd> descriptors;
  for (const Running& running : running_)
    descriptors.push_back({running.process->descriptor(), POLLIN, 0});
  ::poll(descriptors.data(), descriptors.size(), static_cast<int>(pause.count()));
}

void Dispatcher::take(Running& running, const Json& line) {
  const std::string event = text(line, "event");
  if (event == "transfer") {
    running.transfers = true;
  } else if (event == "opened") {
    running.transfers = false;
    running.kind = text(line, "kind");
    running.asks = Running::Asks::memory;
    if (const std::int64_t bytes = whole(line, "gpu_free"); bytes > 0)
      memory_.gpu_has_free(gpu_of(running), bytes);
  } else if (event == "estimate") {
    memory_.estimated(running.kind, gpu_of(running),
                      {.host = whole(line, "bytes"), .gpu = whole(line, "gpu_bytes")});
    running.asks = Running::Asks::memory;
  } else if (event == "progress" && text(line, "pass") == "render") {
    running.frames = whole(line, "frames_done");
  } else if (event == "end") {
    running.end = line;
  } else if (const std::optional<ChildEnd> end = WarmChildren::end_in(line)) {
    running.clip_end = end;
  }
}

void Dispatcher::read_lines(Running& running) {
  const std::vector<Json> lines = running.process->told();
  for (const Json& line : lines) take(running, line);
  if (!lines.empty()) running.note_activity();
}

void Dispatcher::end_stalled(Running& running) {
  constexpr double moved_s = 0.1;
  if (running.asks != Running::Asks::nothing) return running.note_activity();
  if (running.stalled) {
    if (!running.killed && seconds_since(running.asked_to_end) > kill_after_s) {
      running.killed = true;
      running.process->signal(SIGKILL);
    }
    return;
  }
  if (seconds_since(running.last_sign) < settings_.stall_s) return;
  if (running.process->cpu_seconds() - running.cpu_at_last_sign > moved_s)
    return running.note_activity();
  running.stalled = true;
  running.asked_to_end = Clock::now();
  running.process->signal(SIGTERM);
}

void Dispatcher::reap() {
  for (auto running = running_.begin(); running != running_.end();) {
    read_lines(*running);
    const std::optional<ChildEnd> end =
        running->clip_end ? running->clip_end : running->process->ended();
    if (!end) {
      end_stalled(*running++);
      continue;
    }
    if (!running->clip_end)
      read_lines(*running);                           // what it sent between the look and its end
    else if (!running->stopped && !running->stalled)  // otherwise a signal is still on its way
      warm_.keep(running->lane, std::move(running->process));
    finish(*running, *end);
    running = running_.erase(running);
  }
}

/// A clip that a GPU refuses may go to another lane; that does not count as an attempt. One that
/// does not fit into a GPU's memory goes to the CPU.
bool Dispatcher::goes_elsewhere(Running& running, int code) {
  lanes_.give_back(running.lane);
  if (running.stopped || running.transfers || !lanes_.is_gpu(running.lane)) return false;
  if (code == static_cast<int>(ErrorCode::out_of_memory))
    running.queued.off_gpu = lanes_.any_open(true);
  if (code != static_cast<int>(ErrorCode::unavailable)) return false;
  lanes_.refused(running.lane);
  if (!lanes_.is_open(running.lane) && hooks_.log)
    hooks_.log(
        fmt::format("{} draws no more: {}", lanes_.device(running.lane), errors_of(running.end)));
  if (!lanes_.any_open(running.queued.off_gpu)) return false;
  running.record.state = ClipState::waiting;
  --running.record.history.attempts;
  keep(running.record, ClipState::running);
  queue_.push_front(running.queued);
  return true;
}

AttemptEnd Dispatcher::end_of(const Running& running, int code) const {
  constexpr std::int64_t least_space = std::int64_t{1} << 20U;
  return {.code = code,
          .stopped = running.stopped,
          .stalled = running.stalled,
          .input_changed = identity_of(running.clip.input) != running.input,
          .disk_is_full = free_space(settings_.root) <
                          std::max<std::int64_t>(running.expected_bytes, least_space)};
}

/// Learns from its end how much memory clips of its kind need.
void Dispatcher::learn(const Running& running, const ChildEnd& end, const Verdict& verdict) {
  if (verdict.needs_more_memory)
    memory_.was_short(running.kind, gpu_of(running),
                      end.code != static_cast<int>(ErrorCode::out_of_memory));
  if (is_done(verdict.state)) memory_.seen(running.kind, end.resident_bytes);
}

/// Adds the results of a finished clip to the totals.
void Dispatcher::count_in(const Running& running) {
  const BatchClip& clip = running.clip;
  const ClipRecord& record = running.record;
  if (!clip.is_joined()) frames_done_ += record.frames;     // otherwise its parts have been counted
  if (const double bytes = input_bytes(clip); bytes > 0) {  // 0 if it was fetched
    ratio_in_ += bytes;
    ratio_out_ += static_cast<double>(record.bytes);
  }
}

/// Reports a settled clip; any other clip waits for its next attempt.
void Dispatcher::go_on_with(const Running& running, const Verdict& verdict) {
  if (is_settled(verdict.state)) {
    pace_.add(running.record.seconds);
    if (hooks_.settled) hooks_.settled(running.clip, running.record);
    if (running.clip.is_part()) settle_part(running.clip);
  } else if (verdict.wait_s > 0) {
    const auto wait =
        std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(verdict.wait_s));
    delayed_.push_back({Clock::now() + wait, running.queued});
  } else if (!running.stopped) {
    queue_.push_back(running.queued);
  }
}

void Dispatcher::finish(Running& running, const ChildEnd& end) {
  if (running.held) memory_.give_back(gpu_of(running), *running.held);
  if (goes_elsewhere(running, end.code)) return;
  ClipRecord& record = running.record;
  const AttemptEnd attempt = end_of(running, end.code);
  const Verdict verdict = judge(attempt, record.history, settings_.retry_wait_s);
  note_full_disk(attempt);
  record.state = verdict.state;
  record.exit_code = end.code;
  record.seconds = seconds_since(running.start);
  record.resident_bytes = end.resident_bytes;
  record.reason = why_it_ended(end.code, running.stalled, running.end);
  learn(running, end, verdict);
  if (is_done(verdict.state)) {
    record.frames = whole(running.end, "frames");
    record.bytes = whole(running.end, "size_bytes");
    count_in(running);
  }
  if (is_settled(verdict.state)) record.basis = hooks_.basis(running.clip);
  keep(record, ClipState::running);
  go_on_with(running, verdict);
}

void Dispatcher::settle_part(const BatchClip& part) {
  const auto join = joins_.find(part.part_of);
  if (join == joins_.end() || --join->second.parts_left > 0) return;
  queue_.push_front(join->second.queued);
  joins_.erase(join);
}

BatchProgress Dispatcher::progress_now() const {
  BatchProgress now{.clips = counts_,
                    .frames = frames_done_,
                    .settled = pace_.clips(),
                    .elapsed_s = seconds_since(start_)};
  std::erase_if(now.clips, [](const auto& state) { return state.second == 0; });
  for (const Running& running : running_) now.frames += running.frames;
  now.left =
      pace_.left(now.count(ClipState::waiting) + now.count(ClipState::running), now.elapsed_s);
  return now;
}

void Dispatcher::report() {
  constexpr double interval_s = 0.1;
  if (!hooks_.progress || seconds_since(last_report_) < interval_s) return;
  last_report_ = Clock::now();
  hooks_.progress(progress_now());
}

void Dispatcher::add(const std::vector<QueuedClip>& clips) {
  std::map<std::string, std::int64_t> parts_left;
  for (const QueuedClip& queued : clips)
    if (queued.is_part && !is_settled(queued.state)) ++parts_left[clips_[queued.row].part_of];
  for (const QueuedClip& queued : clips) {
    ++counts_[queued.state];
    if (is_settled(queued.state)) continue;
    const std::string id = queued.is_joined ? clips_[queued.row].id : "";
    if (const auto left = parts_left.find(id); left != parts_left.end())
      joins_.emplace(id, Join{queued, left->second});
    else
      queue_.push_back(queued);
  }
  const auto first = [](const QueuedClip& a, const QueuedClip& b) {
    return a.priority > b.priority;
  };
  if (!std::ranges::is_sorted(queue_, first)) std::ranges::stable_sort(queue_, first);
}

bool Dispatcher::goes_on() const {
  if (stopping_ || disk_stays_full_) return !running_.empty();
  return hooks_.more || !queue_.empty() || !delayed_.empty() || !running_.empty();
}

BatchProgress Dispatcher::run(const std::vector<QueuedClip>& clips) {
  start_ = Clock::now();
  add(clips);
  while (goes_on()) {
    if (asked_to_stop()) stop_children();
    if (!stopping_ && hooks_.more) add(hooks_.more());
    if (!stopping_ && !disk_stays_full_) start_due();
    admit();
    wait();
    reap();
    report();
  }
  return progress_now();
}

}  // namespace overlace
