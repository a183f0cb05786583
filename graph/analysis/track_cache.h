// SPDX-License-Identifier: Apache-2.0
// Tables of track nodes, kept from one analysis to the next.
#pragma once

#include <cstddef>
#include <list>
#include <map>
#include <memory>
#include <mutex>

#include "graph/core/digest.h"
#include "graph/data/tracks.h"

namespace overlace {

/// Memory that a table takes, in bytes: its columns, without names and texts.
[[nodiscard]] std::size_t table_bytes(const TrackTable& table);

/// Tables under the digest of all that made them: node types, parameters, inputs, the clip. When
/// they take more than the capacity, those that were asked for least recently are let go. Serves
/// several threads.
class TrackCache {
 public:
  /// `capacity` in bytes. The latest table is kept even when it takes more.
  explicit TrackCache(std::size_t capacity = std::size_t{512} << 20U) : capacity_(capacity) {}

  /// Null when there is none.
  [[nodiscard]] std::shared_ptr<const TrackTable> find(const Digest::Value& key);
  /// Keeps a table, in the place of an earlier one under this key.
  void keep(const Digest::Value& key, std::shared_ptr<const TrackTable> table);

 private:
  struct Entry {
    Digest::Value key;
    std::shared_ptr<const TrackTable> table;
    std::size_t bytes;
  };
  using Entries = std::list<Entry>;

  void drop(Entries::iterator entry);

  std::mutex mutex_;
  std::size_t capacity_, bytes_ = 0;
  Entries entries_;  ///< the most recently asked for first
  std::map<Digest::Value, Entries::iterator> by_key_;
};

}  // namespace overlace
