// SPDX-License-Identifier: Apache-2.0
// Caches that track only which lines are present.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <unordered_map>

namespace overlace::gpu_model {

/// Evicts the least recently used line.
class LineCache {
 public:
  explicit LineCache(std::size_t lines) : lines_(lines) {}
  /// Whether a line is present; afterwards it is.
  bool touch(std::uint64_t line) {
    if (const auto found = places_.find(line); found != places_.end()) {
      order_.splice(order_.begin(), order_, found->second);
      return true;
    }
    order_.push_front(line);
    places_[line] = order_.begin();
    if (places_.size() > lines_) {
      places_.erase(order_.back());
      order_.pop_back();
    }
    return false;
  }

 private:
  std::size_t lines_;
  std::list<std::uint64_t> order_;
  std::unordered_map<std::uint64_t, std::list<std::uint64_t>::iterator> places_;
};

/// Keeps every sector of 32 bytes: a kernel's share of data fits a multiprocessor's cache.
class SectorCache {
 public:
  bool touch(std::uint64_t sector) {
    std::uint32_t& line = lines_[sector / 4];
    const std::uint32_t bit = 1U << sector % 4;
    const bool there = (line & bit) != 0;
    line |= bit;
    return there;
  }

 private:
  std::unordered_map<std::uint64_t, std::uint32_t> lines_;
};

}  // namespace overlace::gpu_model
