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
  /// Both capacities are at least 1: of small values, and of the bytes of large ones.
  explicit Memo(std::size_t values = 256, std::size_t bytes = std::size_t{512} << 20U)
      : small_(values), large_(bytes) {}

  /// The value of a key, or else `make()`. Keeps nothing if that throws.
  template <class T, class Make>
  [[nodiscard]] std::shared_ptr<const T> get(const Digest::Value& key, Make make) {
    return get<T>(small_, key, make, [](const T&) { return std::size_t{1}; });
  }
  /// The same for a value that takes `bytes(value)` of memory, such as a table.
  template <class T, class Make, class Bytes>
  [[nodiscard]] std::shared_ptr<const T> get_large(const Digest::Value& key, Make make,
                                                   Bytes bytes) {
    return get<T>(large_, key, make, bytes);
  }

 private:
  using Values = LruCache<std::shared_ptr<const void>>;

  template <class T, class Make, class Weight>
  std::shared_ptr<const T> get(Values& values, const Digest::Value& key, Make make, Weight weight) {
    if (auto known = find(values, key)) return std::static_pointer_cast<const T>(std::move(known));
    auto made = std::make_shared<const T>(make());
    keep(values, key, made, weight(*made));
    return made;
  }
  [[nodiscard]] std::shared_ptr<const void> find(Values& values, const Digest::Value& key);
  void keep(Values& values, const Digest::Value& key, std::shared_ptr<const void> value,
            std::size_t weight);

  std::mutex mutex_;
  Values small_, large_;
};

/// Keeps large values that are made from one source, such as a table, as long as that is the same.
class SourceMemo {
 public:
  /// Keeps nothing.
  SourceMemo() = default;
  /// `source` is the digest of all that the source depends on. `memo` is borrowed.
  SourceMemo(Memo* memo, const Digest::Value& source) : memo_(memo), source_(source) {}

  /// The value made with what has been added to `key`, which includes its type, or else `make()`.
  template <class T, class Make, class Bytes>
  [[nodiscard]] std::shared_ptr<const T> get(Digest key, Make make, Bytes bytes) const {
    if (memo_ == nullptr) return std::make_shared<const T>(make());
    key.add(source_.data(), sizeof source_);
    return memo_->get_large<T>(key.value(), make, bytes);
  }

 private:
  Memo* memo_ = nullptr;
  Digest::Value source_{};
};

}  // namespace overlace
