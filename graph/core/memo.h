// SPDX-License-Identifier: Apache-2.0
// Results that are expensive to compute, kept from one plan to the next.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>

#include "graph/core/digest.h"
#include "graph/core/lru_cache.h"

namespace overlace {

/// Values under the digest of everything that went into them, which must include their type. Beyond
/// the capacity, the least recently used are dropped. Thread-safe; threads that miss the same value
/// at the same time each make it.
class Memo {
 public:
  /// `capacity` is in values, at least 1.
  explicit Memo(std::size_t capacity = 256) : values_(capacity) {}

  /// The value of a key, or else `make()`. Keeps nothing if that throws.
  template <class T, class Make>
  [[nodiscard]] std::shared_ptr<const T> get(const Digest::Value& key, Make make) {
    if (auto known = find(key)) return std::static_pointer_cast<const T>(std::move(known));
    auto made = std::make_shared<const T>(make());
    keep(key, made);
    return made;
  }

 private:
  [[nodiscard]] std::shared_ptr<const void> find(const Digest::Value& key);
  void keep(const Digest::Value& key, std::shared_ptr<const void> value);

  std::mutex mutex_;
  LruCache<std::shared_ptr<const void>> values_;
};

}  // namespace overlace
