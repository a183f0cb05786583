// SPDX-License-Identifier: Apache-2.0
// The known peers, and which of them this build has.
#pragma once

#include <span>

#include "bench/peers/peer.h"

namespace overlace {

/// A library with all ways to use it, and how much faster than its best way we aim to be.
template <class Peers>
struct PeerFamily {
  const char* name;
  const char* package;              ///< the Debian package that has it
  Peers (*make)(const PeerSetup&);  ///< null: absent from this build
  double target;                    ///< times faster; 0: none
  bool boxes_only = false;          ///< draws boxes with square corners and nothing else
};

/// All known families, including absent ones.
[[nodiscard]] std::span<const PeerFamily<DrawPeers>> draw_families();
[[nodiscard]] std::span<const PeerFamily<LinkPeers>> link_families();
[[nodiscard]] std::span<const PeerFamily<EffectPeers>> layer_families();
[[nodiscard]] std::span<const PeerFamily<EffectPeers>> picture_families();

}  // namespace overlace
