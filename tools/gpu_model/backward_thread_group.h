// SPDX-License-Identifier: Apache-2.0
// A group that shows whether the order of lanes matters.
#pragma once

#include "gpu/device/thread_group.h"

namespace overlace::gpu_model {

/// Runs its threads from last to first.
template <int N>
class BackwardThreadGroup : public HostThreadGroup<N> {
 public:
  using HostThreadGroup<N>::HostThreadGroup;
  template <class F>
  void each(const F& f) const {
    for (int lane = N; lane-- > 0;) f(lane);
  }
};

}  // namespace overlace::gpu_model
