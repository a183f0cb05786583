// SPDX-License-Identifier: Apache-2.0
// How large a launch is: what a queue does with the teams that it is asked for.
#pragma once

#include <cstdint>

namespace overlace {

/// Threads of a block: whole teams, and enough of them to fill a multiprocessor.
template <int team_size>
inline constexpr int block_threads = team_size < 128 ? 128 : team_size;

/// Blocks for at least `teams` teams of a size.
template <int team_size>
constexpr std::uint32_t blocks_for(std::uint32_t teams) {
  constexpr std::uint32_t teams_per_block = block_threads<team_size> / team_size;
  return (teams + teams_per_block - 1) / teams_per_block;
}

/// The teams that run where `teams` are asked for: whole blocks of them. What a kernel keeps for
/// each team is sized by this.
template <int team_size>
constexpr std::uint32_t launched_teams(std::uint32_t teams) {
  return blocks_for<team_size>(teams) * (block_threads<team_size> / team_size);
}

/// Whether a kernel divides its work among its teams, however many there are: see
/// gpu/device/team.h.
template <class Kernel>
inline constexpr bool is_persistent = requires {
  Kernel::is_persistent;
};

/// Warps that keep a GPU busy: registers let half of the threads be there that its multiprocessors
/// could have.
constexpr std::uint32_t busy_warps(std::uint32_t multiprocessors,
                                   std::uint32_t threads_per_multiprocessor) {
  return multiprocessors * (threads_per_multiprocessor / 2 / 32);
}

/// Of a large GPU, for who has none at hand: NVIDIA's B200, 148 multiprocessors of 2,048 threads.
inline constexpr std::uint32_t most_busy_warps = busy_warps(148, 2048);

}  // namespace overlace
