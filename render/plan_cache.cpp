// SPDX-License-Identifier: Apache-2.0
// A list in order of use, an index into it, and a pool of replays in each entry.
#include "render/plan_cache.h"

#include <algorithm>
#include <utility>

namespace overlace {
namespace {

void add(Digest& digest, const Json& json) {
  digest.add(json.dump());
}

template <class T>
void add_number(Digest& digest, T number) {
  const auto wide = static_cast<std::int64_t>(number);
  digest.add(&wide, sizeof wide);
}

}  // namespace

Digest::Value plan_key(const PlanRequest& request) {
  Digest digest;
  add(digest, request.document);
  add_number(digest, request.settings.size());
  for (const Setting& setting : request.settings) {
    digest.add(setting.target);
    digest.add(setting.value);
  }
  const ClipInfo& clip = request.clip;
  for (const std::int64_t number :
       {std::int64_t{clip.size.width}, std::int64_t{clip.size.height}, clip.frame_rate.num,
        clip.frame_rate.den, std::int64_t{clip.frame_count}, std::int64_t{clip.stored.transposed},
        std::int64_t{clip.stored.flip_x}, std::int64_t{clip.stored.flip_y},
        std::int64_t{request.layered}})
    add_number(digest, number);
  digest.add(request.media);
  digest.add(request.tracks);
  return digest.value();
}

struct PlanCache::Entry {
  Entry(std::size_t most) : most_idle(most) {}

  std::promise<MadePlan> promise;
  std::shared_future<MadePlan> made{promise.get_future()};
  std::mutex mutex;
  std::size_t most_idle;
  std::vector<std::unique_ptr<Replay>> idle;

  std::unique_ptr<Replay> take() {
    const std::lock_guard lock(mutex);
    if (idle.empty()) return nullptr;
    std::unique_ptr<Replay> replay = std::move(idle.back());
    idle.pop_back();
    return replay;
  }
  /// Keeps a replay for the next caller. The one that is too much is freed without the mutex.
  void give_back(std::unique_ptr<Replay> replay) {
    const std::lock_guard lock(mutex);
    if (idle.size() < most_idle) idle.push_back(std::move(replay));
  }
};

PlanCache::Lease::Lease(std::shared_ptr<Entry> entry, std::shared_ptr<const Plan> plan,
                        std::unique_ptr<Replay> replay)
    : entry_(std::move(entry)), plan_(std::move(plan)), replay_(std::move(replay)) {}

PlanCache::Lease::~Lease() {
  if (replay_ != nullptr) entry_->give_back(std::move(replay_));
}

PlanCache::PlanCache(std::size_t plans, std::size_t idle_replays)
    : plans_(std::max<std::size_t>(plans, 1)), idle_replays_(idle_replays) {}

PlanCache::Lease PlanCache::open(const Digest::Value& key, const PlanMaker& maker) {
  const auto is_current = [&](const PlannedFile& file) {
    return !maker.file_version || maker.file_version(file.path) == file.version;
  };
  for (;;) {
    bool is_new = false;
    const std::shared_ptr<Entry> entry = find(key, is_new);
    if (is_new) {
      try {
        entry->promise.set_value(maker.plan());
      } catch (...) {
        entry->promise.set_exception(std::current_exception());
        forget(key, entry);
      }
    }
    const MadePlan& made = entry->made.get();
    if (!is_new && !std::ranges::all_of(made.files, is_current)) {
      forget(key, entry);
      continue;
    }
    std::unique_ptr<Replay> replay = entry->take();
    if (replay == nullptr) replay = maker.replay(made.plan);
    return {entry, made.plan, std::move(replay)};
  }
}

/// The entry of a key, a new one when there is none: whoever gets that must fill it.
std::shared_ptr<PlanCache::Entry> PlanCache::find(const Digest::Value& key, bool& is_new) {
  const std::lock_guard lock(mutex_);
  if (const auto known = by_key_.find(key); known != by_key_.end()) {
    entries_.splice(entries_.begin(), entries_, known->second);
    return known->second->second;
  }
  is_new = true;
  entries_.emplace_front(key, std::make_shared<Entry>(idle_replays_));
  by_key_[key] = entries_.begin();
  std::shared_ptr<Entry> entry = entries_.front().second;
  while (entries_.size() > plans_) {
    by_key_.erase(entries_.back().first);
    entries_.pop_back();
  }
  return entry;
}

/// Leaves alone what another thread has put in its place.
void PlanCache::forget(const Digest::Value& key, const std::shared_ptr<Entry>& entry) {
  const std::lock_guard lock(mutex_);
  const auto known = by_key_.find(key);
  if (known == by_key_.end() || known->second->second != entry) return;
  entries_.erase(known->second);
  by_key_.erase(known);
}

}  // namespace overlace
