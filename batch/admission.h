// SPDX-License-Identifier: Apache-2.0
// Which renders may draw now, given the machine's memory and each GPU's.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "batch/memory_budget.h"

namespace overlace {

/// Bytes of memory that a render takes.
struct MemoryNeed {
  std::int64_t host = 0;
  std::int64_t gpu = 0;  ///< of the GPU that draws; 0 where none does
};

/// Renders of a class (see MemoryBudget) draw on a GPU, named as in a lane, or on none, "". A GPU's
/// memory is reported by the renders that have opened it, because the batch itself touches no GPU.
class Admission {
 public:
  explicit Admission(std::int64_t host_bytes) : host_(host_bytes) {}

  /// The memory that a render needs; nothing if it has not been estimated yet.
  [[nodiscard]] std::optional<MemoryNeed> need_of(const std::string& kind,
                                                  const std::string& gpu) const;
  void estimated(const std::string& kind, const std::string& gpu, const MemoryNeed& need);
  /// A render of the class used up to `host_bytes` of the machine's memory.
  void seen(const std::string& kind, std::int64_t host_bytes) { host_.seen(kind, host_bytes); }
  /// Memory ran out. If the kernel ended the render, it was the machine's; otherwise the GPU's, if
  /// it drew on one.
  void was_short(const std::string& kind, const std::string& gpu, bool by_the_kernel);
  /// The GPU has this many bytes free, of which clips get four fifths. Ignored while clips draw
  /// there, because their memory is then missing from the number.
  void gpu_has_free(const std::string& gpu, std::int64_t bytes);

  enum class Answer : std::uint8_t { granted, host_is_full, gpu_is_full };
  /// Takes memory from both budgets, or from neither.
  [[nodiscard]] Answer take(const std::string& gpu, const MemoryNeed& need);
  void give_back(const std::string& gpu, const MemoryNeed& need);

 private:
  [[nodiscard]] MemoryBudget& budget_of(const std::string& gpu);

  MemoryBudget host_;
  std::map<std::string, MemoryBudget> gpus_;
};

}  // namespace overlace
