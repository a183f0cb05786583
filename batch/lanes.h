// SPDX-License-Identifier: Apache-2.0
// Who draws: each GPU is a lane for some clips at once, and so is the CPU.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace overlace {

struct Lane {
  std::string device{};  ///< "cuda:0", "cpu", as --device has it; "" = as each clip wants
  int jobs = 1;          ///< clips at once
  friend bool operator==(const Lane&, const Lane&) = default;
};

/// Reads "cuda:0=2,cuda:1=2,cpu=1"; without a number, 1. Throws Error(usage).
[[nodiscard]] std::vector<Lane> parse_lanes(const std::string& text);

/// Lanes for `jobs` clips at once where nobody names any: the GPUs, by their numbers, share all
/// places but one, which is the CPU's. Where there is no GPU, or but one clip at once, clips choose
/// their devices themselves.
[[nodiscard]] std::vector<Lane> default_lanes(const std::vector<int>& gpus, int jobs);

/// Which lanes have a place. How many sessions a GPU's encoder has is not known before one is
/// refused: then its lane has no more places than are taken at that moment.
class Lanes {
 public:
  explicit Lanes(std::vector<Lane> lanes);

  /// The first lane with a place, of those that are no GPU's where `off_gpu`; takes it.
  [[nodiscard]] std::optional<std::size_t> take(bool off_gpu);
  void give_back(std::size_t lane);
  /// A clip's device was refused; its place has been given back.
  void refused(std::size_t lane);
  /// Every lane has a place at least, as after a while of waiting.
  void reopen();

  [[nodiscard]] bool is_open(std::size_t lane) const { return places_[lane] > 0; }
  /// A clip could be drawn in a lane, now or later.
  [[nodiscard]] bool any_open(bool off_gpu) const;
  [[nodiscard]] bool is_gpu(std::size_t lane) const;
  [[nodiscard]] const std::string& device(std::size_t lane) const { return lanes_[lane].device; }
  /// Places of all lanes, as they were asked for.
  [[nodiscard]] int jobs() const;

 private:
  std::vector<Lane> lanes_;
  std::vector<int> places_, taken_;
};

}  // namespace overlace
