// SPDX-License-Identifier: Apache-2.0
// The lives of a live clip's links: what its replays continue from one plan to the next.
#pragma once

#include <memory>

namespace overlace {

/// The walks of all steps that make links with a memory, up to the last frame drawn. Defined by the
/// replays; for one of them at a time.
class LiveLinks;

/// Without any lives yet.
[[nodiscard]] std::shared_ptr<LiveLinks> make_live_links();

}  // namespace overlace
