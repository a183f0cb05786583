// SPDX-License-Identifier: Apache-2.0
// How long something takes.
#pragma once

#include <chrono>
#include <ctime>

namespace overlace {

/// Runs `work` and returns how long it took, ms.
template <class Work>
double milliseconds(const Work& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
      .count();
}

/// Runs `work` and returns by how much a processor clock advanced, ms.
template <class Work>
double milliseconds_of(clockid_t clock, const Work& work) {
  const auto now = [clock] {
    timespec time{};
    clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
  };
  const double start = now();
  work();
  return now() - start;
}
/// Runs `work` and returns the processor time of this thread, ms: load by other programs does not
/// count.
template <class Work>
double thread_milliseconds(const Work& work) {
  return milliseconds_of(CLOCK_THREAD_CPUTIME_ID, work);
}
/// The same for all threads of this program together.
template <class Work>
double processor_milliseconds(const Work& work) {
  return milliseconds_of(CLOCK_PROCESS_CPUTIME_ID, work);
}

}  // namespace overlace
