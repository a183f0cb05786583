// SPDX-License-Identifier: Apache-2.0
// Lists of kernels, so that separate files can compile them, once for each kind of queue.
#pragma once

#include <cstdint>
#include <tuple>

namespace overlace {

/// Kernels that one file compiles. Each list stands beside the code that launches its kernels.
template <class... Kernels>
struct KernelList {};

/// The functions by which a Queue launches the kernels of a list. Defining an object of this type
/// where Queue::launch is defined instantiates them, because it takes their addresses.
template <class Queue, class List>
struct KernelLaunches;
template <class Queue, class... Kernels>
struct KernelLaunches<Queue, KernelList<Kernels...>> {
  std::tuple<void (Queue::*)(const Kernels&, std::uint32_t groups)...> launches{
      &Queue::template launch<Kernels>...};
};

}  // namespace overlace
