// SPDX-License-Identifier: Apache-2.0
// Plans and their replays, kept for hosts that make an instance for every frame.
#pragma once

#include <cstddef>
#include <functional>
#include <future>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "gpu/replay.h"
#include "graph/core/digest.h"
#include "graph/document/document.h"

namespace overlace {

/// All that a plan depends on beside the content of the files that it reads.
struct PlanRequest {
  const Json& document;               ///< with all that it extends merged in
  std::span<const Setting> settings;  ///< that are applied to it
  const ClipInfo& clip;
  std::string_view media;   ///< names the clip's pixels and the way in which track files are read
  std::string_view tracks;  ///< what "$tracks" stands for
  bool layered = false;
};

/// The name of a request: the same for equal ones, in any process.
[[nodiscard]] Digest::Value plan_key(const PlanRequest& request);

/// A file that a plan was made from, as it was then.
struct PlannedFile {
  std::string path;
  std::string version;
};

/// A plan as whoever makes it hands it over.
struct MadePlan {
  std::shared_ptr<const Plan> plan;
  std::vector<PlannedFile>
      files;  ///< tracks and fonts; when one has changed, the plan is made again
};

/// How a cache makes what it lacks.
struct PlanMaker {
  std::function<MadePlan()> plan;
  std::function<std::unique_ptr<Replay>(std::shared_ptr<const Plan>)> replay;
  /// Tells one content of a file from another; empty: files do not change.
  std::function<std::string(const std::string& path)> file_version{};
};

/// Plans under their keys, each with the replays that nobody uses at the moment. Beyond the
/// capacity, plans asked for least recently are let go; their replays live on while they are in
/// use. Belongs to whoever hosts the process's instances; serves several threads.
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

  /// Keeps so many plans, and so many idle replays of each; at least one.
  explicit PlanCache(std::size_t plans = 16, std::size_t idle_replays = 4);

  /// The plan of that key with a replay. What is missing is made in this call; several threads that
  /// lack the same plan wait for one of them to make it. Throws what the maker throws, and keeps
  /// nothing then.
  [[nodiscard]] Lease open(const Digest::Value& key, const PlanMaker& maker);

 private:
  using Entries = std::list<std::pair<Digest::Value, std::shared_ptr<Entry>>>;

  [[nodiscard]] std::shared_ptr<Entry> find(const Digest::Value& key, bool& is_new);
  void forget(const Digest::Value& key, const std::shared_ptr<Entry>& entry);

  std::mutex mutex_;
  std::size_t plans_, idle_replays_;
  Entries entries_;  ///< the most recently asked for first
  std::map<Digest::Value, Entries::iterator> by_key_;
};

}  // namespace overlace
