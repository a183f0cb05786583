// SPDX-License-Identifier: Apache-2.0
// A list in order of use, and an index into it.
#include "graph/analysis/track_cache.h"

#include <utility>

namespace overlace {

std::size_t table_bytes(const TrackTable& t) {
  const auto sum = [](const auto&... columns) {
    return ((columns.size() * sizeof columns[0]) + ... + std::size_t{0});
  };
  const auto of_lists = [&](const auto&... lists) {
    return (sum(lists.end, lists.items) + ... + std::size_t{0});
  };
  std::size_t bytes =
      sum(t.box, t.id, t.class_index, t.score, t.rotation, t.skeleton, t.mask_size, t.embedding,
          t.frame_begin, t.previous, t.next, t.age, t.remaining, t.velocity) +
      of_lists(t.key_points, t.outlines, t.mask_runs);
  for (const AttributeColumn& column : t.attributes) bytes += sum(column.values);
  return bytes;
}

std::shared_ptr<const TrackTable> TrackCache::find(const Digest::Value& key) {
  const std::lock_guard lock(mutex_);
  const auto found = by_key_.find(key);
  if (found == by_key_.end()) return nullptr;
  entries_.splice(entries_.begin(), entries_, found->second);
  return found->second->table;
}

void TrackCache::keep(const Digest::Value& key, std::shared_ptr<const TrackTable> table) {
  const std::lock_guard lock(mutex_);
  if (const auto known = by_key_.find(key); known != by_key_.end()) drop(known->second);
  const std::size_t bytes = table_bytes(*table);
  entries_.push_front({key, std::move(table), bytes});
  by_key_[key] = entries_.begin();
  bytes_ += bytes;
  while (bytes_ > capacity_ && entries_.size() > 1) drop(std::prev(entries_.end()));
}

void TrackCache::drop(Entries::iterator entry) {
  bytes_ -= entry->bytes;
  by_key_.erase(entry->key);
  entries_.erase(entry);
}

}  // namespace overlace
