// SPDX-License-Identifier: Apache-2.0
// A list in order of use, and an index into it.
#include "graph/core/memo.h"

namespace overlace {

std::shared_ptr<const void> Memo::find(const Digest::Value& key) {
  const std::lock_guard lock(mutex_);
  const auto known = by_key_.find(key);
  if (known == by_key_.end()) return nullptr;
  entries_.splice(entries_.begin(), entries_, known->second);
  return known->second->second;
}

void Memo::keep(const Digest::Value& key, std::shared_ptr<const void> value) {
  const std::lock_guard lock(mutex_);
  if (const auto known = by_key_.find(key); known != by_key_.end()) {
    known->second->second = std::move(value);
    return;
  }
  entries_.emplace_front(key, std::move(value));
  by_key_[key] = entries_.begin();
  if (entries_.size() > capacity_) {
    by_key_.erase(entries_.back().first);
    entries_.pop_back();
  }
}

}  // namespace overlace
