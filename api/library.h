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

/// Thread-safe.
class Library {
 public:
  Library();

  /// The program of these options: an existing one whose files have not changed, or a new one.
  /// Throws what make_program throws.
  [[nodiscard]] std::shared_ptr<const Program> program(const ProgramOptions& options);
  /// The device of these options, looked for once; null = the best one. Throws Error(usage),
  /// Error(unavailable).
  [[nodiscard]] NamedDevice device(const ovl_device_options* options);
  /// Drops everything that is not in use.
  void purge();

 private:
  std::mutex mutex_;
  std::shared_ptr<PlanCache> plans_;
  LruCache<std::shared_ptr<const Program>> programs_;
  LruCache<NamedDevice> devices_;
};

/// The library of this process. C handles have no other owner for it.
[[nodiscard]] Library& library();

}  // namespace overlace::api
