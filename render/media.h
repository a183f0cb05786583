// SPDX-License-Identifier: Apache-2.0
// What a session is fed with where clip and tracks are files.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "graph/analysis/analyse.h"
#include "graph/core/log.h"
#include "render/graph_settings.h"

namespace overlace {

using Media = ClipSources;

/// Track files as the settings want them read, colour look-up tables, and no pixels. `log` hears
/// assumptions; may be empty.
[[nodiscard]] Media media_of_tracks(const GraphSettings& settings, const ClipInfo& clip,
                                    LogSink log);

/// Hears how many packets of a file's sound were damaged, when there are any.
using OnDamagedSound = std::function<void(std::int64_t packets)>;

/// The same with the pixels and the sound of the file `video`. Where that is empty, nothing can be
/// played, and the clip is silent. A clip without sound is said to `log`, or refused with
/// Error(input) where the settings require sound.
[[nodiscard]] Media media_of_files(const GraphSettings& settings, const ClipInfo& clip,
                                   const std::string& video, LogSink log,
                                   OnDamagedSound on_damaged_sound = {});

/// The same with a table that is there already in place of every track file.
[[nodiscard]] Media with_tracks(Media media, std::shared_ptr<const TrackTable> table);

/// The same with a clip that plays without a single frame where there is none, and transparent
/// pictures where none can be read: a plan can be looked at without a video.
[[nodiscard]] Media with_stand_in(Media media);

}  // namespace overlace
