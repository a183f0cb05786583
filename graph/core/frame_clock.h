// SPDX-License-Identifier: Apache-2.0
// The times of a clip's frames, where its rate varies.
#pragma once

#include <functional>
#include <mutex>
#include <utility>
#include <vector>

namespace overlace {

/// The times of a clip's frames. To learn them may take a pass over its file, so they are read when
/// they are first asked for.
class FrameClock {
 public:
  struct Reading {
    std::vector<double> times{};  ///< seconds from the first frame, ascending; may end early
    bool varies = false;          ///< they are not the nominal rate's, to within their precision
  };
  using Read = std::function<Reading()>;  ///< may throw

  explicit FrameClock(Read read) : read_(std::move(read)) {}

  /// Throws what `read` throws. Thread-safe.
  [[nodiscard]] const Reading& reading() const;

 private:
  Read read_;
  mutable std::once_flag once_;
  mutable Reading reading_;
};

}  // namespace overlace
