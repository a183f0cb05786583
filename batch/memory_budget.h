// SPDX-License-Identifier: Apache-2.0
// Who may begin to draw: renders ask for memory once their input is open, and get it while it
// lasts.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace overlace {

/// Renders of one class, which have the same codec, picture size and options, take about the same.
/// What one of them really took counts more than what it was thought to take.
class MemoryBudget {
 public:
  explicit MemoryBudget(std::int64_t bytes) : bytes_(bytes) {}

  /// What a render of the class needs; nothing where none has been estimated or seen.
  [[nodiscard]] std::optional<std::int64_t> need_of(const std::string& kind) const;
  void estimated(const std::string& kind, std::int64_t bytes);
  /// A render of the class had `bytes` resident at its most.
  void seen(const std::string& kind, std::int64_t bytes);
  /// It was not enough.
  void was_short(const std::string& kind);

  /// True where so much is left, or nobody has any: then it is taken.
  [[nodiscard]] bool take(std::int64_t bytes);
  void give_back(std::int64_t bytes);
  /// There are so many bytes; heard only while nobody has any.
  void resize(std::int64_t bytes);
  [[nodiscard]] std::int64_t taken() const { return taken_; }

 private:
  struct Kind {
    std::int64_t estimate = 0, seen = 0;
    double factor = 1;  ///< grows where it was not enough
  };
  std::int64_t bytes_, taken_ = 0;
  int holders_ = 0;
  std::map<std::string, Kind> kinds_;
};

}  // namespace overlace
