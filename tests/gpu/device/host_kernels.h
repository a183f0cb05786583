// SPDX-License-Identifier: Apache-2.0
// Device kernels on the host, compiled once for all who run them.
#pragma once

#include <cstdint>

namespace overlace {

/// Runs kernels at once, as run_on_host (host_device.h) does. Those of the lists in
/// CMakeLists.txt are compiled in the library host_kernels, as they take minutes.
class HostKernels {
 public:
  /// Groups run in an order that is shuffled by `seed`; 0 keeps them in order.
  explicit HostKernels(std::uint32_t seed = 0) : seed_(seed) {}
  template <class Kernel>
  void launch(const Kernel& kernel, std::uint32_t groups);

 private:
  std::uint32_t seed_;
};

}  // namespace overlace
