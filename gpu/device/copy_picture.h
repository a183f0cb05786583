// SPDX-License-Identifier: Apache-2.0
// Copies a picture, sample by sample, so that blend modes can look at it while it is painted on.
#pragma once

#include "gpu/device/records.h"
#include "gpu/device/team.h"

namespace overlace {

/// Copies a pass's target to its backdrop. A warp takes a row of a component.
struct CopyPicture {
  static constexpr int team_size = warp_size;
  const PassRecord* pass = nullptr;

  template <class Team>
  OVL_FN void operator()(Team& team) const {
    const Target &from = pass->target, &to = pass->backdrop;
    for (int i = 0; i < 3; ++i) copy(team, from.component[i], to.component[i]);
    copy(team, from.alpha, to.alpha);
  }

 private:
  template <class Team>
  OVL_FN void copy(Team& team, const TargetPlane& from, const TargetPlane& to) const {
    if (from.data == nullptr) return;
    const SampleType sample = pass->target.sample;
    const int bytes = sample == SampleType::u8 ? 1 : sample == SampleType::f32 ? 4 : 2;
    for (auto y = static_cast<int>(team.index()); y < from.height;
         y += static_cast<int>(team.count())) {
      team.each([&](int lane) {
        for (int x = lane; x < from.width; x += warp_size) {
          const std::byte* source = from.data + y * from.stride + std::ptrdiff_t{x} * from.step;
          std::byte* copy = to.data + y * to.stride + std::ptrdiff_t{x} * to.step;
          for (int b = 0; b < bytes; ++b) copy[b] = source[b];
        }
      });
    }
  }
};

}  // namespace overlace
