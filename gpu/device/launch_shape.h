// SPDX-License-Identifier: Apache-2.0
// How large a launch is: what a queue makes of the number of groups that it is asked for.
#pragma once

#include <algorithm>
#include <cstdint>

namespace overlace {

/// Threads of a block: whole groups, and enough of them to fill a multiprocessor.
template <int group_size>
inline constexpr int block_threads = group_size < 128 ? 128 : group_size;

/// Blocks for at least `groups` groups of this size.
template <int group_size>
constexpr std::uint32_t blocks_for(std::uint32_t groups) {
  constexpr std::uint32_t groups_per_block = block_threads<group_size> / group_size;
  return (groups + groups_per_block - 1) / groups_per_block;
}

/// The groups that run when `groups` are asked for: whole blocks. Determines the size of what a
/// kernel keeps for each group.
template <int group_size>
constexpr std::uint32_t launched_groups(std::uint32_t groups) {
  return blocks_for<group_size>(groups) * (block_threads<group_size> / group_size);
}

/// The most tiles that a pass's output may have: only the device may know which of several it is.
template <class Pass>
std::uint32_t most_tiles(const Pass& pass) {
  const auto tiles = [](const auto& output) {
    return static_cast<std::uint32_t>(output.columns()) * static_cast<std::uint32_t>(output.rows());
  };
  if constexpr (requires { pass.largest_output(); })
    return tiles(pass.largest_output());
  else
    return tiles(pass.output());
}

/// Groups among which to divide `pieces` pieces of work, some of which are empty or small: the
/// hardware starts one when another has ended. More groups would take longer to start, some 0.75 ns
/// per block on an H200, than they save; with fewer than keep the device busy, small numbers of
/// pieces were measured to take longer.
constexpr std::uint32_t sharing_groups(std::uint32_t pieces, std::uint32_t busy_warps) {
  return std::clamp(pieces, busy_warps, 8 * busy_warps);
}

/// Whether a kernel divides its work among its groups, however many there are: see
/// gpu/device/thread_group.h.
template <class Kernel>
inline constexpr bool is_persistent = requires {
  Kernel::is_persistent;
};

/// Warps that keep a GPU busy: kernels' registers allow half of the threads that its
/// multiprocessors could hold.
constexpr std::uint32_t busy_warps(std::uint32_t multiprocessors,
                                   std::uint32_t threads_per_multiprocessor) {
  return multiprocessors * (threads_per_multiprocessor / 2 / 32);
}

/// The same for a large GPU, where none is present: NVIDIA's B200, 148 multiprocessors of 2,048
/// threads.
inline constexpr std::uint32_t most_busy_warps = busy_warps(148, 2048);

}  // namespace overlace
