// SPDX-License-Identifier: Apache-2.0
// Kernels by name, so that files of their own compile them, once for each kind of queue.
#pragma once

#include <cstdint>
#include <tuple>

namespace overlace {

/// Kernels that one file compiles. Each list stands beside what launches its kernels.
template <class... Kernels>
struct KernelList {};

/// The functions by which a Queue launches the kernels of a list. Where Queue::launch is defined,
/// an object of this makes their code: naming a function does.
template <class Queue, class List>
struct KernelLaunches;
template <class Queue, class... Kernels>
struct KernelLaunches<Queue, KernelList<Kernels...>> {
  std::tuple<void (Queue::*)(const Kernels&, std::uint32_t groups)...> launches{
      &Queue::template launch<Kernels>...};
};

}  // namespace overlace
