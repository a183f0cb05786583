// SPDX-License-Identifier: Apache-2.0
// Recently used values, within a capacity.
#pragma once

#include <cstddef>
#include <iterator>
#include <list>
#include <map>
#include <utility>

#include "graph/core/digest.h"

namespace overlace {

/// Values under the digest of everything that went into them. When their total weight exceeds the
/// capacity, the least recently used are dropped, but never the newest, whatever it weighs. For one
/// thread at a time.
template <class T>
class LruCache {
 public:
  /// `capacity` is in the unit of the weights: values, or bytes.
  explicit LruCache(std::size_t capacity) : capacity_(capacity) {}

  /// Null when there is none. The value keeps its address until it is dropped.
  [[nodiscard]] T* find(const Digest::Value& key) {
    const auto known = by_key_.find(key);
    if (known == by_key_.end()) return nullptr;
    entries_.splice(entries_.begin(), entries_, known->second);
    return &known->second->value;
  }

  /// Keeps a value, replacing any under this key.
  T& keep(const Digest::Value& key, T value, std::size_t weight = 1) {
    erase(key);
    entries_.push_front({key, std::move(value), weight});
    by_key_[key] = entries_.begin();
    weight_ += weight;
    while (weight_ > capacity_ && entries_.size() > 1) drop(std::prev(entries_.end()));
    return entries_.front().value;
  }

  /// Drops the value of a key, if there is one.
  void erase(const Digest::Value& key) {
    if (const auto known = by_key_.find(key); known != by_key_.end()) drop(known->second);
  }

 private:
  struct Entry {
    Digest::Value key;
    T value;
    std::size_t weight;
  };
  using Entries = std::list<Entry>;

  void drop(typename Entries::iterator entry) {
    weight_ -= entry->weight;
    by_key_.erase(entry->key);
    entries_.erase(entry);
  }

  std::size_t capacity_, weight_ = 0;
  Entries entries_;  ///< most recently used first
  std::map<Digest::Value, typename Entries::iterator> by_key_;
};

}  // namespace overlace
