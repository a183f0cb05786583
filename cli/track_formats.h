// SPDX-License-Identifier: Apache-2.0
// The track formats, for people and for the documentation.
#pragma once

namespace overlace {

/// Lists them, or prints docs/track-formats.md. Returns the exit code.
int list_track_formats(bool markdown);

}  // namespace overlace
