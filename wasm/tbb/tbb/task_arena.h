// SPDX-License-Identifier: Apache-2.0
// An arena of one thread, the caller's.
#pragma once

namespace tbb {

class task_arena {
 public:
  explicit task_arena(int /*threads*/ = 1) {}

  template <class Work>
  auto execute(const Work& work) {
    return work();
  }
  template <class Task>
  void enqueue(const Task& task) {
    task();
  }
  [[nodiscard]] int max_concurrency() const { return 1; }
};

}  // namespace tbb
