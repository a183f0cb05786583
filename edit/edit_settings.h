// SPDX-License-Identifier: Apache-2.0
// What `overlace edit` edits.
#pragma once

#include "render/still_session.h"

namespace overlace {

/// A clip, its tracks, and the file of a graph.
struct EditSettings {
  StillSettings still;      ///< `graph.document` is the graph's file
  bool is_example = false;  ///< the clip is a test card
};

}  // namespace overlace
