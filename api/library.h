// SPDX-License-Identifier: Apache-2.0
// What all handles of a process share: programs, plans with their replays, and devices.
#pragma once

#include <memory>
#include <mutex>

#include "api/program.h"
#include "graph/core/lru_cache.h"
#include "render/device_choice.h"
#include "render/plan_cache.h"

namespace overlace::api {

/// Serves several threads.
class Library {
 public:
  Library();

  /// A program of these options: one that is there and whose files have not changed, or a new one.
  /// Throws what make_program throws.
  [[nodiscard]] std::shared_ptr<const Program> program(const ProgramOptions& options);
  /// The device of these options, looked for once; null = the best one. Throws Error(usage),
  /// Error(unavailable).
  [[nodiscard]] NamedDevice device(const ovl_device_options* options);
  /// Forgets all that nobody uses.
  void purge();

 private:
  std::mutex mutex_;
  std::shared_ptr<PlanCache> plans_;
  LruCache<std::shared_ptr<const Program>> programs_;
  LruCache<NamedDevice> devices_;
};

/// The one of this process. C handles have nobody else to own it.
[[nodiscard]] Library& library();

}  // namespace overlace::api
