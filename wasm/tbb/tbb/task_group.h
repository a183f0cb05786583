// SPDX-License-Identifier: Apache-2.0
// Tasks where there is one thread: they run when they are given.
#pragma once

#include <utility>

namespace tbb {

class task_group {
 public:
  template <class Task>
  [[nodiscard]] Task defer(Task&& task) {
    return std::forward<Task>(task);
  }
  template <class Task>
  void run(const Task& task) {
    task();
  }
  void wait() {}
};

}  // namespace tbb
