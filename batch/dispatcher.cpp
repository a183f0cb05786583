// SPDX-License-Identifier: Apache-2.0
// One loop: start, hear, reap.
#include "batch/dispatcher.h"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <csignal>
#include <utility>

#include "batch/contents.h"
#include "batch/machine.h"
#include "graph/core/error.h"

namespace overlace {
namespace {

constexpr auto pause =
    std::chrono::milliseconds(200);  ///< at most, between two looks at everything
constexpr double kill_after_s = 10;  ///< a stalled clip that does not end when asked to
constexpr double space_factor = 1.5;

double seconds_since(std::chrono::steady_clock::time_point moment) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - moment).count();
}

std::int64_t size_of(const std::string& path) {
  const std::optional<FileIdentity> identity = identity_of(path);
  return identity ? identity->bytes : 0;
}

std::int64_t whole(const Json& json, const char* name) {
  const Json* const found = json.find(name);
  return found != nullptr && found->is_integer() ? found->as_integer() : 0;
}

std::string text(const Json& json, const char* name) {
  const Json* const found = json.find(name);
  return found != nullptr && found->is_string() ? found->as_string() : "";
}

/// The errors of a render's last line, in one.
std::string errors_of(const Json& end) {
  const Json* const errors = end.find("errors");
  std::string joined;
  if (errors == nullptr || !errors->is_array()) return joined;
  for (const Json& error : errors->as_array())
    if (error.is_string()) joined += (joined.empty() ? "" : "; ") + error.as_string();
  return joined;
}

}  // namespace

/// A clip's process, and what it has told.
struct Dispatcher::Running {
  enum class Asks : std::uint8_t { nothing, memory };

  Running(QueuedClip what, const std::function<int()>& work, const std::string& log)
      : clip(std::move(what)), process(work, log), input(identity_of(clip.clip->input)) {}

  QueuedClip clip;
  ChildProcess process;
  std::optional<FileIdentity> input;
  std::int64_t expected_bytes = 0;
  Clock::time_point start = Clock::now(), last_sign = start;
  double cpu_at_last_sign = 0;
  std::string kind{};
  Asks asks = Asks::nothing;
  std::optional<std::int64_t> held{};  ///< bytes of memory
  std::int64_t frames = 0;
  Json end{};  ///< the render's last line
  bool stopped = false, stalled = false, killed = false;
  Clock::time_point asked_to_end{};

  void gives_a_sign() {
    last_sign = Clock::now();
    cpu_at_last_sign = process.cpu_seconds();
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

Dispatcher::Dispatcher(Journal& journal, DispatchSettings settings, DispatchHooks hooks)
    : journal_(journal),
      settings_(std::move(settings)),
      hooks_(std::move(hooks)),
      memory_(settings_.memory_bytes) {}

Dispatcher::~Dispatcher() = default;

bool Dispatcher::asked_to_stop() const {
  return hooks_.stop != nullptr && *hooks_.stop;
}

void Dispatcher::stop_children() {
  if (stopping_) return;
  stopping_ = true;
  for (Running& running : running_) {
    running.stopped = true;
    running.process.signal(SIGTERM);
  }
}

std::int64_t Dispatcher::expected_bytes(const BatchClip& clip) const {
  const double ratio = ratio_in_ > 0 ? ratio_out_ / ratio_in_ : 1;
  return static_cast<std::int64_t>(static_cast<double>(size_of(clip.input)) * ratio);
}

// What is free must hold the next output, and what those that run have not written yet.
bool Dispatcher::has_space(const QueuedClip& next) {
  double wanted = space_factor * static_cast<double>(expected_bytes(*next.clip));
  for (const Running& running : running_) wanted += static_cast<double>(running.expected_bytes);
  if (static_cast<double>(free_space(settings_.root)) >= wanted) {
    if (std::exchange(out_of_space_since_, std::nullopt) && hooks_.log)
      hooks_.log("there is space again: going on");
    return true;
  }
  if (!running_.empty()) return false;
  if (!out_of_space_since_) {
    out_of_space_since_ = Clock::now();
    if (hooks_.log)
      hooks_.log(fmt::format("{}: too little space is free: waiting for {:.0f} MB", settings_.root,
                             wanted / 1e6));
  }
  return seconds_since(*out_of_space_since_) > settings_.wait_space_s;  // it may fail now
}

bool Dispatcher::may_start(const QueuedClip& next) {
  if (static_cast<int>(running_.size()) >= settings_.jobs) return false;
  if (!running_.empty() && runs_alone(next.record.history)) return false;
  if (!running_.empty() && runs_alone(running_.front().clip.record.history)) return false;
  return has_space(next);
}

void Dispatcher::start_due() {
  for (auto clip = delayed_.begin(); clip != delayed_.end();) {
    if (clip->due > Clock::now()) {
      ++clip;
      continue;
    }
    queue_.push_front(std::move(clip->clip));
    clip = delayed_.erase(clip);
  }
  while (!queue_.empty() && may_start(queue_.front())) {
    QueuedClip next = std::move(queue_.front());
    queue_.pop_front();
    start(std::move(next));
  }
}

void Dispatcher::start(QueuedClip clip) {
  const ClipState before = std::exchange(clip.record.state, ClipState::running);
  ++clip.record.history.attempts;
  keep(clip, before);
  const BatchClip& what = *clip.clip;
  const auto work = [this, &what] { return hooks_.render(what); };
  Running& running = running_.emplace_back(std::move(clip), work, hooks_.log_file(what));
  running.expected_bytes = expected_bytes(what);
}

void Dispatcher::keep(const QueuedClip& clip, ClipState before) {
  --counts_[before];
  ++counts_[clip.record.state];
  journal_.save(clip.record);
}

/// Memory goes to those who asked first.
void Dispatcher::admit() {
  for (Running& running : running_) {
    if (running.asks != Running::Asks::memory) continue;
    const std::optional<std::int64_t> need = memory_.need_of(running.kind);
    if (!need) {
      running.asks = Running::Asks::nothing;
      running.process.answer("estimate");
    } else if (memory_.take(*need)) {
      running.asks = Running::Asks::nothing;
      running.held = need;
      running.gives_a_sign();
      running.process.answer("go");
    } else {
      return;
    }
  }
}

void Dispatcher::wait() const {
  std::vector<pollfd> descriptors;
  for (const Running& running : running_)
    descriptors.push_back({running.process.descriptor(), POLLIN, 0});
  ::poll(descriptors.data(), descriptors.size(), static_cast<int>(pause.count()));
}

void Dispatcher::take(Running& running, const Json& line) {
  const std::string event = text(line, "event");
  if (event == "opened") {
    running.kind = text(line, "kind");
    running.asks = Running::Asks::memory;
  } else if (event == "estimate") {
    memory_.estimated(running.kind, std::max<std::int64_t>(whole(line, "bytes"), 1));
    running.asks = Running::Asks::memory;
  } else if (event == "progress" && text(line, "pass") == "render") {
    running.frames = whole(line, "frames_done");
  } else if (event == "end") {
    running.end = line;
  }
}

void Dispatcher::hear(Running& running) {
  const std::vector<Json> lines = running.process.told();
  for (const Json& line : lines) take(running, line);
  if (!lines.empty()) running.gives_a_sign();
}

void Dispatcher::end_stalled(Running& running) {
  constexpr double moved_s = 0.1;
  if (running.asks != Running::Asks::nothing) return running.gives_a_sign();
  if (running.stalled) {
    if (!running.killed && seconds_since(running.asked_to_end) > kill_after_s) {
      running.killed = true;
      running.process.signal(SIGKILL);
    }
    return;
  }
  if (seconds_since(running.last_sign) < settings_.stall_s) return;
  if (running.process.cpu_seconds() - running.cpu_at_last_sign > moved_s)
    return running.gives_a_sign();
  running.stalled = true;
  running.asked_to_end = Clock::now();
  running.process.signal(SIGTERM);
}

void Dispatcher::reap() {
  for (auto running = running_.begin(); running != running_.end();) {
    hear(*running);
    const std::optional<ChildEnd> end = running->process.ended();
    if (!end) {
      end_stalled(*running++);
      continue;
    }
    hear(*running);  // what it told between the look and its end
    finish(*running, *end);
    running = running_.erase(running);
  }
}

void Dispatcher::finish(Running& running, const ChildEnd& end) {
  if (running.held) memory_.give_back(*running.held);
  const BatchClip& clip = *running.clip.clip;
  ClipRecord& record = running.clip.record;
  const Verdict verdict = judge(
      {.code = end.code,
       .stopped = running.stopped,
       .stalled = running.stalled,
       .input_changed = identity_of(clip.input) != running.input,
       .disk_is_full = free_space(settings_.root) <
                       std::max<std::int64_t>(running.expected_bytes, std::int64_t{1} << 20U)},
      record.history);
  record.exit_code = end.code;
  record.seconds = seconds_since(running.start);
  record.resident_bytes = end.resident_bytes;
  record.reason = is_done(verdict.state) && end.code == 0 ? "" : errors_of(running.end);
  if (record.reason.empty()) record.reason = end.code == 0 ? "" : reason_of(end.code);
  if (running.stalled) record.reason = "made no progress, and was ended";
  if (verdict.needs_more_memory) memory_.was_short(running.kind);
  if (is_done(verdict.state)) {
    record.frames = whole(running.end, "frames");
    record.bytes = whole(running.end, "size_bytes");
    memory_.seen(running.kind, end.resident_bytes);
    frames_done_ += record.frames;
    ratio_in_ += static_cast<double>(size_of(clip.input));
    ratio_out_ += static_cast<double>(record.bytes);
  }
  record.state = verdict.state;
  if (is_settled(verdict.state)) record.basis = hooks_.basis(clip);
  keep(running.clip, ClipState::running);
  if (is_settled(verdict.state)) {
    ++clips_done_;
    if (hooks_.settled) hooks_.settled(clip, record);
  } else if (verdict.wait_s > 0) {
    const auto wait =
        std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(verdict.wait_s));
    delayed_.push_back({Clock::now() + wait, std::move(running.clip)});
  } else if (!running.stopped) {
    queue_.push_back(std::move(running.clip));
  }
}

BatchProgress Dispatcher::progress_now() const {
  BatchProgress now{.clips = counts_, .frames = frames_done_, .elapsed_s = seconds_since(start_)};
  std::erase_if(now.clips, [](const auto& state) { return state.second == 0; });
  for (const Running& running : running_) now.frames += running.frames;
  const auto left =
      static_cast<double>(now.count(ClipState::waiting) + now.count(ClipState::running));
  if (clips_done_ > 0) now.left_s = left * now.elapsed_s / static_cast<double>(clips_done_);
  return now;
}

void Dispatcher::report() {
  constexpr double interval_s = 0.1;
  if (!hooks_.progress || seconds_since(last_report_) < interval_s) return;
  last_report_ = Clock::now();
  hooks_.progress(progress_now());
}

void Dispatcher::add(std::vector<QueuedClip> clips) {
  if (clips.empty()) return;
  for (QueuedClip& clip : clips) {
    ++counts_[clip.record.state];
    if (!is_settled(clip.record.state)) queue_.push_back(std::move(clip));
  }
  std::ranges::stable_sort(queue_, [](const QueuedClip& a, const QueuedClip& b) {
    return a.clip->priority > b.clip->priority;
  });
}

bool Dispatcher::goes_on() const {
  if (stopping_) return !running_.empty();
  return hooks_.more || !queue_.empty() || !delayed_.empty() || !running_.empty();
}

BatchProgress Dispatcher::run(std::vector<QueuedClip> clips) {
  start_ = Clock::now();
  add(std::move(clips));
  while (goes_on()) {
    if (asked_to_stop()) stop_children();
    if (!stopping_ && hooks_.more) add(hooks_.more());
    if (!stopping_) start_due();
    admit();
    wait();
    reap();
    report();
  }
  return progress_now();
}

}  // namespace overlace
