// SPDX-License-Identifier: Apache-2.0
// A cache of plans with a pool of replays in each entry.
#include "render/plan_cache.h"

#include <algorithm>
#include <future>
#include <string>
#include <utility>
#include <vector>

namespace overlace {
namespace {

template <class T>
void add_number(Digest& digest, T number) {
  const auto wide = static_cast<std::int64_t>(number);
  digest.add(&wide, sizeof wide);
}

void add(Digest& digest, const SessionDocument& document) {
  digest.add(document.json.dump());
  digest.add(document.name);
  add_number(digest, document.variables.size());
  for (const auto& [name, text] : document.variables) {
    digest.add(name);
    digest.add(text);
  }
}

void add(Digest& digest, const PlanSettings& settings) {
  add_number(digest, settings.values.size());
  for (const Setting& setting : settings.values) {
    digest.add(setting.target);
    digest.add(setting.value);
  }
  add_number(digest, settings.layered);
  add_number(digest, settings.keep_slots);
}

void add(Digest& digest, const ClipInfo& clip) {
  for (const std::int64_t number :
       {std::int64_t{clip.size.width}, std::int64_t{clip.size.height}, clip.frame_rate.num,
        clip.frame_rate.den, std::int64_t{clip.frame_count}, std::int64_t{clip.stored.transposed},
        std::int64_t{clip.stored.flip_x}, std::int64_t{clip.stored.flip_y},
        std::int64_t{clip.first_frame}})
    add_number(digest, number);
  digest.add(&clip.scale, sizeof clip.scale);
}

/// A file that a plan was made from, as it was then.
struct PlannedFile {
  std::string path, version;
};

/// A plan, and what it was made from.
struct MadePlan {
  std::shared_ptr<const Plan> plan;
  std::vector<PlannedFile> files;

  [[nodiscard]] bool is_current(const ClipSources& sources) const {
    return !sources.file_version || std::ranges::all_of(files, [&](const PlannedFile& file) {
      return sources.file_version(file.path) == file.version;
    });
  }
};

std::vector<PlannedFile> files_of(const Graph& graph, const ClipSources& sources) {
  std::vector<PlannedFile> files;
  if (!sources.file_version) return files;
  for (FileUse& use : files_read(graph)) {
    std::string version = sources.file_version(use.path);
    files.push_back({std::move(use.path), std::move(version)});
  }
  return files;
}

}  // namespace

Digest::Value plan_key(const PlanRequest& request) {
  Digest digest;
  add(digest, request.document);
  add(digest, request.settings);
  add(digest, request.sources.clip);
  digest.add(request.sources.name);
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

PlanCache::PlanCache(Device device, std::size_t plans, std::size_t idle_replays)
    : device_(std::move(device)), idle_replays_(idle_replays), plans_(plans) {}

PlanCache::Lease PlanCache::open(const PlanRequest& request) {
  const Digest::Value key = plan_key(request);
  for (;;) {
    bool is_new = false;
    const std::shared_ptr<Entry> entry = find(key, is_new);
    if (is_new) {
      try {
        make(request, *entry);
      } catch (...) {
        entry->promise.set_exception(std::current_exception());
        forget(key, entry);
      }
    }
    const MadePlan& made = entry->made.get();
    if (!is_new && !made.is_current(request.sources)) {
      forget(key, entry);
      continue;
    }
    std::unique_ptr<Replay> replay = entry->take();
    if (replay == nullptr) replay = device_(made.plan);
    return {entry, made.plan, std::move(replay)};
  }
}

/// Versions are asked for before anything is read: what changes meanwhile is read again.
void PlanCache::make(const PlanRequest& request, Entry& entry) {
  const ClipSources& sources = request.sources;
  const std::vector<Setting>& values = request.settings.values;
  const Session session(request.document, sources, sources.name.empty() ? nullptr : tables_);
  std::vector<PlannedFile> files = files_of(session.graph(values), sources);
  entry.promise.set_value(
      {session.plan(session.analyse(values), request.settings), std::move(files)});
}

/// The entry of a key, a new one when there is none: whoever gets that must fill it.
std::shared_ptr<PlanCache::Entry> PlanCache::find(const Digest::Value& key, bool& is_new) {
  const std::lock_guard lock(mutex_);
  if (const auto* known = plans_.find(key)) return *known;
  is_new = true;
  return plans_.keep(key, std::make_shared<Entry>(idle_replays_));
}

/// Leaves alone what another thread has put in its place.
void PlanCache::forget(const Digest::Value& key, const std::shared_ptr<Entry>& entry) {
  const std::lock_guard lock(mutex_);
  if (const auto* known = plans_.find(key); known != nullptr && *known == entry) plans_.erase(key);
}

}  // namespace overlace
