// SPDX-License-Identifier: Apache-2.0
// Device kernels on the host, compiled once for all users.
#pragma once

#include <cstdint>

namespace overlace {

/// Runs kernels immediately, as run_on_host (host_device.h) does. The kernels listed in
/// CMakeLists.txt are compiled into the library host_kernels, because they take minutes to compile.
class HostKernels {
 public:
  /// `seed` shuffles the order of groups; 0 keeps them in order.
  explicit HostKernels(std::uint32_t seed = 0) : seed_(seed) {}
  template <class Kernel>
  void launch(const Kernel& kernel, std::uint32_t groups);

 private:
  std::uint32_t seed_;
};

}  // namespace overlace
