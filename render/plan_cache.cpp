// SPDX-License-Identifier: Apache-2.0
// Plans, keyed by what they are made of.
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

/// A file that a plan was made from, and its version then.
struct PlannedFile {
  std::string path, version;
};

/// A plan, and what it was made from.
struct MadePlan {
  std::shared_ptr<SharedPlan> plan;
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

Digest::Value plan_key(const SessionRequest& request) {
  Digest digest;
  add(digest, request.document);
  add(digest, request.settings);
  add(digest, request.sources.clip);
  digest.add(request.sources.name);
  return digest.value();
}

struct PlanCache::Entry {
  std::promise<MadePlan> promise;
  std::shared_future<MadePlan> made{promise.get_future()};
};

PlanCache::PlanCache(std::size_t plans, std::size_t idle_replays)
    : idle_replays_(idle_replays), plans_(plans) {}

std::shared_ptr<SharedPlan> PlanCache::find(const SessionRequest& request) {
  const Digest::Value key = plan_key(request);
  for (;;) {
    bool is_new = false;
    const std::shared_ptr<Entry> entry = entry_of(key, is_new);
    if (is_new) {
      try {
        make(request, *entry);
      } catch (...) {
        entry->promise.set_exception(std::current_exception());
        forget(key, entry);
      }
    }
    const MadePlan& made = entry->made.get();
    if (is_new || made.is_current(request.sources)) return made.plan;
    forget(key, entry);
  }
}

/// Versions are taken before anything is read, so that a file that changes meanwhile is read again.
void PlanCache::make(const SessionRequest& request, Entry& entry) {
  const ClipSources& sources = request.sources;
  const std::vector<Setting>& values = request.settings.values;
  const Session session(request.document, sources, sources.name.empty() ? nullptr : tables_);
  std::vector<PlannedFile> files = files_of(session.graph(values), sources);
  auto plan = session.plan(session.analyse(values), request.settings);
  entry.promise.set_value(
      {std::make_shared<SharedPlan>(std::move(plan), idle_replays_), std::move(files)});
}

/// The entry of a key, or a new one, which the caller must then fill.
std::shared_ptr<PlanCache::Entry> PlanCache::entry_of(const Digest::Value& key, bool& is_new) {
  const std::lock_guard lock(mutex_);
  if (const auto* known = plans_.find(key)) return *known;
  is_new = true;
  return plans_.keep(key, std::make_shared<Entry>());
}

/// Keeps the entry if another thread has replaced it.
void PlanCache::forget(const Digest::Value& key, const std::shared_ptr<Entry>& entry) {
  const std::lock_guard lock(mutex_);
  if (const auto* known = plans_.find(key); known != nullptr && *known == entry) plans_.erase(key);
}

}  // namespace overlace
