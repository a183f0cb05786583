// SPDX-License-Identifier: Apache-2.0
// When a warp's registers can be read.
#pragma once

#include <algorithm>
#include <array>

#include "tools/gpu_model/gpu_machine.h"

namespace overlace::gpu_model {

class Scoreboard {
 public:
  /// The earliest cycle at which an instruction can be issued.
  [[nodiscard]] Cycles ready(const Instruction& in) const {
    const Dependences& d = in.dependences;
    Cycles at = 0;
    const auto latency = static_cast<Cycles>(in.operation->latency);
    each(d.read, [&](std::size_t r) { at = std::max(at, registers_[r]); });
    // A result must not be written before an earlier one.
    each(d.written, [&](std::size_t r) {
      at = std::max(at, registers_[r] > latency ? registers_[r] - latency : 0);
    });
    each(d.uniforms_read, [&](std::size_t r) { at = std::max(at, uniforms_[r]); });
    for (std::size_t i = 0; i < no_predicate; ++i) {
      if ((d.predicates_read >> i & 1U) != 0) at = std::max(at, predicates_[i]);
      if ((d.uniform_predicates_read >> i & 1U) != 0) at = std::max(at, uniform_predicates_[i]);
    }
    return at;
  }

  /// Records an instruction whose result is available after `latency`.
  void issue(const Instruction& in, Cycles now, Cycles latency, const Machine& machine) {
    const Dependences& d = in.dependences;
    each(d.written, [&](std::size_t r) { registers_[r] = now + latency; });
    each(d.uniforms_written, [&](std::size_t r) { uniforms_[r] = now + latency; });
    for (std::size_t i = 0; i < no_predicate; ++i) {
      if ((d.predicates_written >> i & 1U) != 0)
        predicates_[i] = now + std::max(latency, machine.predicate_latency);
      if ((d.uniform_predicates_written >> i & 1U) != 0)
        uniform_predicates_[i] = now + machine.uniform_predicate_latency;
    }
  }

 private:
  template <class F>
  static void each(const std::vector<RegisterRange>& ranges, const F& f) {
    for (const RegisterRange& range : ranges)
      for (int i = 0; i < range.count; ++i) f(static_cast<std::size_t>(range.first) + i);
  }

  std::array<Cycles, no_register + 1> registers_{};
  std::array<Cycles, no_uniform + 1> uniforms_{};
  std::array<Cycles, no_predicate + 1> predicates_{}, uniform_predicates_{};
};

}  // namespace overlace::gpu_model
