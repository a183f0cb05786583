// SPDX-License-Identifier: Apache-2.0
// The cache and its mutex.
#include "graph/core/memo.h"

namespace overlace {

std::shared_ptr<const void> Memo::find(const Digest::Value& key) {
  const std::lock_guard lock(mutex_);
  const auto* value = values_.find(key);
  return value == nullptr ? nullptr : *value;
}

void Memo::keep(const Digest::Value& key, std::shared_ptr<const void> value) {
  const std::lock_guard lock(mutex_);
  values_.keep(key, std::move(value));
}

}  // namespace overlace
