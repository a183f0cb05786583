// SPDX-License-Identifier: Apache-2.0
// Plans and their replays, kept for hosts that make an instance for every frame.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>

#include "graph/core/digest.h"
#include "graph/core/lru_cache.h"
#include "render/session.h"
#include "render/shared_plan.h"

namespace overlace {

/// What a session would be made of, and what would be planned with it. The name of the sources
/// tells clips apart that are alike in size, rate and length; those that have one share their
/// tables of tracks within a cache.
struct SessionRequest {
  const SessionDocument& document;
  const ClipSources& sources;
  PlanSettings settings{};
};

/// The name of a request: the same for equal ones, in any process. The content of the files that
/// are read is no part of it.
[[nodiscard]] Digest::Value plan_key(const SessionRequest& request);

/// Plans with their replays. Beyond the capacity, plans asked for least recently are dropped; they
/// live on while they are in use. Belongs to whoever hosts the process's instances; serves several
/// threads.
class PlanCache {
 public:
  /// Keeps so many plans, at least one, and so many idle replays of each.
  explicit PlanCache(std::size_t plans = 16, std::size_t idle_replays = 4);

  /// The plan of a request. One that is missing is made in this call, by a session that calls the
  /// request's sources; several threads that lack the same plan wait for one of them to make it. A
  /// plan is made again once a file that it names has another version. Throws what the session
  /// throws, and keeps nothing then.
  [[nodiscard]] std::shared_ptr<SharedPlan> find(const SessionRequest& request);
  /// A replay of the plan of a request. Throws what `find` and the device throw.
  [[nodiscard]] SharedPlan::Lease open(const SessionRequest& request, const NamedDevice& device) {
    return find(request)->lease(device);
  }

 private:
  struct Entry;
  [[nodiscard]] std::shared_ptr<Entry> entry_of(const Digest::Value& key, bool& is_new);
  void make(const SessionRequest& request, Entry& entry);
  void forget(const Digest::Value& key, const std::shared_ptr<Entry>& entry);

  std::shared_ptr<TrackCache> tables_ = std::make_shared<TrackCache>();
  std::mutex mutex_;
  std::size_t idle_replays_;
  LruCache<std::shared_ptr<Entry>> plans_;
};

}  // namespace overlace
