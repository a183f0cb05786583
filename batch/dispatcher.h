// SPDX-License-Identifier: Apache-2.0
// Renders the clips of a plan on this machine, several at a time, each in its own process.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "batch/admission.h"
#include "batch/child_process.h"
#include "batch/clip_list.h"
#include "batch/clip_state.h"
#include "batch/device_lanes.h"
#include "batch/journal.h"
#include "batch/queued_clip.h"
#include "batch/time_left.h"
#include "batch/warm_child.h"
#include "graph/core/log.h"

namespace overlace {

struct DispatchSettings {
  std::vector<Lane> lanes;        ///< which devices draw, and how many clips at once
  std::int64_t memory_bytes = 0;  ///< for all of them
  double stall_s = 300;           ///< without progress or CPU time, until a clip is ended
  double retry_wait_s = 60;       ///< see judge
  double wait_space_s = 600;      ///< for disk space, until a clip is tried all the same
  std::string root;               ///< folder of all outputs, whose file system is monitored
};

/// How far a batch has come.
struct BatchProgress {
  std::map<ClipState, std::int64_t> clips;  ///< by state; states without clips are left out
  std::int64_t frames = 0;                  ///< in this run, including running clips
  std::int64_t settled = 0;                 ///< clips, in this run
  double elapsed_s = 0;
  std::optional<TimeLeft> left{};  ///< nothing until a clip is settled
  [[nodiscard]] std::int64_t count(ClipState state) const;
  [[nodiscard]] std::int64_t total() const;
};

struct DispatchHooks {
  /// Renders a clip on a lane's device; returns a render's exit code. On the CPU each clip has its
  /// own process; on a GPU, one process renders clip after clip (see serve_clips). It sends
  /// {"event":"opened","kind":…,"gpu_free":…} and waits for "estimate" or "go". It answers
  /// "estimate" with {"event":"estimate","bytes":…,"gpu_bytes":…} and waits again. While it fetches
  /// or publishes, it sends {"event":"transfer"} now and then.
  std::function<int(const BatchClip& clip, const std::string& device)> render;
  /// See Survey::basis.
  std::function<std::string(const BatchClip& clip)> basis;
  std::function<std::string(const BatchClip& clip)> log_file;
  std::function<void(const BatchProgress& progress)> progress;
  /// Called when a clip is settled.
  std::function<void(const BatchClip& clip, const ClipRecord& record)> settled;
  /// Clips that have arrived since the last call; called between rounds. Empty: the batch ends with
  /// its last clip; otherwise only when it is stopped.
  std::function<std::vector<QueuedClip>()> more{};
  LogSink log;                              ///< gets what the batch waits for
  const std::atomic<bool>* stop = nullptr;  ///< ends the batch; running clips stop between frames
};

/// One run of a batch. Every attempt is in the journal before it begins, so that a clip that takes
/// the machine down is known after the restart.
class Dispatcher {
 public:
  /// `clips` are those of the plan; more may be added while it runs, see DispatchHooks::more.
  Dispatcher(const ClipList& clips, Journal& journal, DispatchSettings settings,
             DispatchHooks hooks);
  ~Dispatcher();

  /// Renders all clips that are not settled, highest priority first, and returns the final state.
  /// Where the disk is full and stays so, clips are left waiting. A joined clip waits until its
  /// parts are settled, whether or not they succeeded. Precondition: this process has one thread.
  BatchProgress run(const std::vector<QueuedClip>& clips);

 private:
  using Clock = std::chrono::steady_clock;
  struct Running;
  struct Delayed {
    Clock::time_point due;
    QueuedClip queued;
  };

  /// A clip waiting for its parts.
  struct Join {
    QueuedClip queued;
    std::int64_t parts_left = 0;
  };

  [[nodiscard]] bool asked_to_stop() const;
  void stop_children();
  void add(const std::vector<QueuedClip>& clips);
  [[nodiscard]] bool goes_on() const;
  void start_due();
  [[nodiscard]] bool may_start(const QueuedClip& next);
  [[nodiscard]] bool has_space(const BatchClip& next);
  [[nodiscard]] bool has_waited_for_space() const;
  [[nodiscard]] std::int64_t expected_bytes(const BatchClip& clip) const;
  void start(const QueuedClip& queued, std::size_t lane);
  [[nodiscard]] std::unique_ptr<ChildProcess> process_for(const BatchClip& clip, std::size_t lane);
  [[nodiscard]] std::string gpu_of(const Running& running) const;
  [[nodiscard]] bool goes_elsewhere(Running& running, int code);
  void admit();
  void wait() const;
  void read_lines(Running& running);
  void take(Running& running, const Json& line);
  void reap();
  void finish(Running& running, const ChildEnd& end);
  [[nodiscard]] AttemptEnd end_of(const Running& running, int code) const;
  void note_full_disk(const AttemptEnd& end);
  void learn(const Running& running, const ChildEnd& end, const Verdict& verdict);
  void count_in(const Running& running);
  void go_on_with(const Running& running, const Verdict& verdict);
  void keep(const ClipRecord& record, ClipState before);
  void settle_part(const BatchClip& part);
  void end_stalled(Running& running);
  [[nodiscard]] BatchProgress progress_now() const;
  void report();

  const ClipList& clips_;
  Journal& journal_;
  DispatchSettings settings_;
  DispatchHooks hooks_;
  Admission memory_;
  Lanes lanes_;
  WarmChildren warm_;
  std::deque<QueuedClip> queue_;
  std::vector<Delayed> delayed_;
  std::map<std::string, Join> joins_;  ///< by id
  std::list<Running> running_;
  std::map<ClipState, std::int64_t> counts_;
  Clock::time_point start_, last_report_{};
  std::optional<Clock::time_point> out_of_space_since_;
  bool disk_stays_full_ = false;  ///< no clip is started any more
  bool stopping_ = false;
  std::int64_t frames_done_ = 0;
  ClipPace pace_;                        ///< of settled clips
  double ratio_in_ = 0, ratio_out_ = 0;  ///< bytes of inputs, and of their outputs
};

}  // namespace overlace
