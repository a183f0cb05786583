// SPDX-License-Identifier: Apache-2.0
// Which devices draw: each GPU is a lane for several clips at once, and so is the CPU.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace overlace {

struct Lane {
  std::string device{};  ///< "cuda:0", "cpu", as for --device; "" = each clip's own choice
  int jobs = 1;          ///< clips at once
  friend bool operator==(const Lane&, const Lane&) = default;
};

/// Reads "cuda:0=2,cuda:1=2,cpu=1"; without a number, one clip. Throws Error(usage).
[[nodiscard]] std::vector<Lane> parse_lanes(const std::string& text);

/// Lanes for `jobs` clips at once if none are named: the GPUs share all places but one, which is
/// the CPU's. Without a GPU, or with only one clip at once, clips choose their own devices.
[[nodiscard]] std::vector<Lane> default_lanes(const std::vector<int>& gpus, int jobs);

/// Which lanes have free places. The number of sessions that a GPU's encoder allows is unknown
/// until one is refused; its lane then keeps no more places than are taken at that moment.
class Lanes {
 public:
  explicit Lanes(std::vector<Lane> lanes);

  /// Takes a place in the first lane with a free one, skipping GPUs if `off_gpu`.
  [[nodiscard]] std::optional<std::size_t> take(bool off_gpu);
  void give_back(std::size_t lane);
  /// The device refused a clip, whose place has already been given back.
  void refused(std::size_t lane);
  /// Gives every lane at least one place again, as after waiting a while.
  void reopen();

  [[nodiscard]] bool is_open(std::size_t lane) const { return places_[lane] > 0; }
  /// True if some lane could draw a clip, now or later.
  [[nodiscard]] bool any_open(bool off_gpu) const;
  [[nodiscard]] bool is_gpu(std::size_t lane) const;
  [[nodiscard]] const std::string& device(std::size_t lane) const { return lanes_[lane].device; }
  /// The places of all lanes, as requested.
  [[nodiscard]] int jobs() const;

 private:
  std::vector<Lane> lanes_;
  std::vector<int> places_, taken_;
};

}  // namespace overlace
