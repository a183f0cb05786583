// SPDX-License-Identifier: Apache-2.0
// Which peers there are, and which of them this build has.
#pragma once

#include <span>

#include "tools/peers/peer.h"

namespace overlace {

/// A library with all ways to use it, and how much faster than the best of them we want to be.
template <class Peers>
struct PeerFamily {
  const char* name;
  const char* package;              ///< of Debian that has it
  Peers (*make)(const PeerSetup&);  ///< null: absent from this build
  double target;                    ///< times faster; 0: none
  bool boxes_only = false;          ///< draws boxes with square corners and nothing else
};

/// All that are known, absent ones included.
[[nodiscard]] std::span<const PeerFamily<DrawPeers>> draw_families();
[[nodiscard]] std::span<const PeerFamily<LinkPeers>> link_families();
[[nodiscard]] std::span<const PeerFamily<EffectPeers>> layer_families();
[[nodiscard]] std::span<const PeerFamily<EffectPeers>> picture_families();

}  // namespace overlace
