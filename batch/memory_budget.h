// SPDX-License-Identifier: Apache-2.0
// Which renders may begin to draw: they ask for memory once their input is open, and get it while
// it lasts.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace overlace {

/// Renders of a class have the same codec, picture size and options, and take similar amounts of
/// memory. A measured amount outweighs an estimated one.
class MemoryBudget {
 public:
  explicit MemoryBudget(std::int64_t bytes) : bytes_(bytes) {}

  /// The memory that a render of the class needs; nothing if none has been estimated or seen.
  [[nodiscard]] std::optional<std::int64_t> need_of(const std::string& kind) const;
  void estimated(const std::string& kind, std::int64_t bytes);
  /// A render of the class had up to `bytes` resident.
  void seen(const std::string& kind, std::int64_t bytes);
  /// A render of the class ran out of memory.
  void was_short(const std::string& kind);

  /// Takes the memory and returns true if that much is left, or nobody holds any.
  [[nodiscard]] bool take(std::int64_t bytes);
  void give_back(std::int64_t bytes);
  /// Sets the total; ignored while anybody holds memory.
  void resize(std::int64_t bytes);
  [[nodiscard]] std::int64_t taken() const { return taken_; }

 private:
  struct Kind {
    std::int64_t estimate = 0, seen = 0;
    double factor = 1;  ///< grows when memory was not enough
  };
  std::int64_t bytes_, taken_ = 0;
  int holders_ = 0;
  std::map<std::string, Kind> kinds_;
};

}  // namespace overlace
