// SPDX-License-Identifier: Apache-2.0
// A cache of plans and their replays, for hosts that make an instance for every frame.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>

#include "graph/core/digest.h"
#include "graph/core/lru_cache.h"
#include "render/session.h"
#include "render/shared_plan.h"

namespace overlace {

/// A session to be made, and a plan to be made with it. The name of the sources distinguishes clips
/// of equal size, rate and length; named sources share their track tables within a cache.
struct SessionRequest {
  const SessionDocument& document;
  const ClipSources& sources;
  PlanSettings settings{};
};

/// The key of a request: the same for equal requests, in any process. It does not include the
/// content of files that are read.
[[nodiscard]] Digest::Value plan_key(const SessionRequest& request);

/// Plans with their replays. Beyond the capacity, the least recently requested plans are dropped;
/// they stay alive while in use. Owned by the host of the process's instances; thread-safe.
class PlanCache {
 public:
  /// Keeps at most `plans` plans, at least one, and at most `idle_replays` idle replays of each.
  explicit PlanCache(std::size_t plans = 16, std::size_t idle_replays = 4);

  /// The plan of a request. A missing plan is made within this call, by a session that calls the
  /// request's sources; threads that lack the same plan wait while one of them makes it. A plan is
  /// made again when a file that it names has another version. Throws what the session throws, and
  /// then keeps nothing.
  [[nodiscard]] std::shared_ptr<SharedPlan> find(const SessionRequest& request);
  /// A replay of a request's plan. Throws what `find` and the device throw.
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
