// SPDX-License-Identifier: Apache-2.0
// The cache and its mutex.
#include "graph/core/memo.h"

namespace overlace {

std::shared_ptr<const void> Memo::find(Values& values, const Digest::Value& key) {
  const std::lock_guard lock(mutex_);
  const auto* value = values.find(key);
  return value == nullptr ? nullptr : *value;
}

void Memo::keep(Values& values, const Digest::Value& key, std::shared_ptr<const void> value,
                std::size_t weight) {
  const std::lock_guard lock(mutex_);
  values.keep(key, std::move(value), weight);
}

}  // namespace overlace
