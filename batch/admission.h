// SPDX-License-Identifier: Apache-2.0
// Who may draw now: memory of the machine, and of each GPU by itself.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "batch/memory_budget.h"

namespace overlace {

/// Bytes that a render takes.
struct MemoryNeed {
  std::int64_t host = 0;
  std::int64_t gpu = 0;  ///< of the GPU that draws; 0 where none does
};

/// Renders of a class (see MemoryBudget) draw on a GPU, named as in a lane, or on none, "". What a
/// GPU has is told by the renders that have opened it, since the batch itself touches none.
class Admission {
 public:
  explicit Admission(std::int64_t host_bytes) : host_(host_bytes) {}

  /// What a render needs; nothing where it has not been estimated yet.
  [[nodiscard]] std::optional<MemoryNeed> need_of(const std::string& kind,
                                                  const std::string& gpu) const;
  void estimated(const std::string& kind, const std::string& gpu, const MemoryNeed& need);
  /// A render of the class had so many bytes of the machine's memory at its most.
  void seen(const std::string& kind, std::int64_t host_bytes) { host_.seen(kind, host_bytes); }
  /// Memory was not enough. Whose is known where the kernel ended the render: it is the machine's.
  void was_short(const std::string& kind, const std::string& gpu, bool by_the_kernel);
  /// The GPU has so many bytes free. Four fifths of them are for clips. What is told while clips
  /// draw there has less than they were given, and is not heard.
  void gpu_has_free(const std::string& gpu, std::int64_t bytes);

  enum class Answer : std::uint8_t { granted, host_is_full, gpu_is_full };
  /// Takes both memories, or none.
  [[nodiscard]] Answer take(const std::string& gpu, const MemoryNeed& need);
  void give_back(const std::string& gpu, const MemoryNeed& need);

 private:
  [[nodiscard]] MemoryBudget& budget_of(const std::string& gpu);

  MemoryBudget host_;
  std::map<std::string, MemoryBudget> gpus_;
};

}  // namespace overlace
