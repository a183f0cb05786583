// SPDX-License-Identifier: Apache-2.0
// Tables of track nodes, kept from one analysis to the next.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>

#include "graph/core/digest.h"
#include "graph/core/lru_cache.h"
#include "graph/data/tracks.h"

namespace overlace {

/// Bytes that a table's columns take, without names and texts.
[[nodiscard]] std::size_t table_bytes(const TrackTable& table);

/// Tables under the digest of everything that went into them: node types, parameters, inputs, the
/// clip. When they take more than the capacity, the least recently used are dropped. Thread-safe.
class TrackCache {
 public:
  /// `capacity` is in bytes. The newest table is kept even if it takes more.
  explicit TrackCache(std::size_t capacity = std::size_t{512} << 20U) : tables_(capacity) {}

  /// Null when there is none.
  [[nodiscard]] std::shared_ptr<const TrackTable> find(const Digest::Value& key);
  /// Keeps a table, replacing any under this key.
  void keep(const Digest::Value& key, std::shared_ptr<const TrackTable> table);

 private:
  std::mutex mutex_;
  LruCache<std::shared_ptr<const TrackTable>> tables_;
};

}  // namespace overlace
