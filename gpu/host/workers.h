// SPDX-License-Identifier: Apache-2.0
// The threads that draw.
#pragma once

#include <tbb/info.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <algorithm>
#include <cstddef>
#include <memory>

namespace overlace {

/// Workers to use when `wanted` are asked for (0: one per core): never more than the machine has
/// cores, because more would only slow each other down.
[[nodiscard]] inline int worker_count(int wanted) {
  const int cores = std::max(tbb::info::default_concurrency(), 1);
  return wanted > 0 ? std::min(wanted, cores) : cores;
}

/// The thread that draws a frame, and threads of TBB that help it. After a loop, a helper waits for
/// the next one for a moment: a frame has many short loops, and to wake a thread takes longer than
/// most of them. Serves one thread at a time.
class Workers {
 public:
  /// For `count` threads, at least one, among them the one that draws.
  explicit Workers(int count);
  /// Stops the helper threads and joins them.
  ~Workers() noexcept;
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  [[nodiscard]] int count() const { return count_; }
  /// For loops of TBB, on the same threads.
  [[nodiscard]] tbb::task_arena& arena() { return arena_; }

  /// Calls work(i, worker) for each i below `count`, in any order; `worker` says which of the
  /// workers calls it, counted from 0, the thread that draws. A worker begins with its own part of
  /// the range, which is about the same in each loop over the same picture and so in its cache.
  /// Returns once all calls have; if any has thrown, one of the exceptions is thrown here. `work`
  /// must not begin another loop.
  template <class Work>
  void for_each(std::size_t count, const Work& work) {
    if (count_ == 1 || count <= 1) {
      for (std::size_t i = 0; i < count; ++i) work(i, 0);
      return;
    }
    run(count, {&work, [](const void* of, std::size_t i, int worker) {
                  (*static_cast<const Work*>(of))(i, worker);
                }});
  }

 private:
  /// What a loop does, without its type.
  struct LoopWork {
    const void* object = nullptr;
    void (*call)(const void* object, std::size_t i, int worker) = nullptr;
  };
  class Team;

  void run(std::size_t count, const LoopWork& work);

  int count_;
  tbb::task_arena arena_;
  std::unique_ptr<Team> team_;
  tbb::task_group helpers_;
};

}  // namespace overlace
