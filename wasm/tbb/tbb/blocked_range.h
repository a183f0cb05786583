// SPDX-License-Identifier: Apache-2.0
// A range of indices, and how small its parts may be.
#pragma once

#include <cstddef>

namespace tbb {

template <class Index>
class blocked_range {
 public:
  blocked_range(Index begin, Index end, std::size_t /*grain*/ = 1) : begin_(begin), end_(end) {}

  [[nodiscard]] Index begin() const { return begin_; }
  [[nodiscard]] Index end() const { return end_; }
  [[nodiscard]] bool empty() const { return !(begin_ < end_); }

 private:
  Index begin_, end_;
};

}  // namespace tbb
