// SPDX-License-Identifier: Apache-2.0
// Plans and their replays, kept for hosts that make an instance for every frame.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>

#include "gpu/replay.h"
#include "graph/core/digest.h"
#include "graph/core/lru_cache.h"
#include "render/session.h"

namespace overlace {

/// What a session would be made of, and what would be planned with it. The name of the sources
/// tells clips apart that are alike in size, rate and length; those that have one share their
/// tables of tracks within a cache.
struct PlanRequest {
  const SessionDocument& document;
  const ClipSources& sources;
  PlanSettings settings{};
};

/// The name of a request: the same for equal ones, in any process. The content of the files that
/// are read is no part of it.
[[nodiscard]] Digest::Value plan_key(const PlanRequest& request);

/// Plans, each with the replays that nobody uses at the moment. Beyond the capacity, plans asked
/// for least recently are dropped; their replays live on while they are in use. Belongs to whoever
/// hosts the process's instances; serves several threads.
class PlanCache {
  struct Entry;

 public:
  /// A replay for the caller alone, which goes back to its plan's pool at the end.
  class Lease {
   public:
    Lease(Lease&&) noexcept = default;
    Lease& operator=(Lease&&) = delete;
    ~Lease();
    [[nodiscard]] Replay& replay() const { return *replay_; }
    [[nodiscard]] const Plan& plan() const { return *plan_; }

   private:
    friend class PlanCache;
    Lease(std::shared_ptr<Entry> entry, std::shared_ptr<const Plan> plan,
          std::unique_ptr<Replay> replay);
    std::shared_ptr<Entry> entry_;
    std::shared_ptr<const Plan> plan_;
    std::unique_ptr<Replay> replay_;
  };

  /// Keeps so many plans, and so many idle replays of each; at least one plan. All replays are made
  /// by `device`.
  explicit PlanCache(Device device, std::size_t plans = 16, std::size_t idle_replays = 4);

  /// The plan of a request with a replay. What is missing is made in this call, by a session that
  /// calls the request's sources; several threads that lack the same plan wait for one of them to
  /// make it. A plan is made again once a file that it names has another version. Throws what the
  /// session throws, and keeps nothing then.
  [[nodiscard]] Lease open(const PlanRequest& request);

 private:
  [[nodiscard]] std::shared_ptr<Entry> find(const Digest::Value& key, bool& is_new);
  void make(const PlanRequest& request, Entry& entry);
  void forget(const Digest::Value& key, const std::shared_ptr<Entry>& entry);

  Device device_;
  std::shared_ptr<TrackCache> tables_ = std::make_shared<TrackCache>();
  std::mutex mutex_;
  std::size_t idle_replays_;
  LruCache<std::shared_ptr<Entry>> plans_;
};

}  // namespace overlace
