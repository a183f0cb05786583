// SPDX-License-Identifier: Apache-2.0
// The sources of a session whose clip and tracks are files.
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

/// Reads track files as the settings say, and colour look-up tables; no pixels. `log` gets
/// assumptions; may be empty.
[[nodiscard]] Media media_of_tracks(const GraphSettings& settings, const ClipInfo& clip,
                                    LogSink log);

/// Gets the number of damaged packets in a file's sound, if there are any.
using OnDamagedSound = std::function<void(std::int64_t packets)>;

/// Also reads pixels and sound from the file `video`. If that is empty, nothing can be played and
/// the clip is silent. A clip without sound is reported to `log`, or refused with Error(input) if
/// the settings require sound.
[[nodiscard]] Media media_of_files(const GraphSettings& settings, const ClipInfo& clip,
                                   const std::string& video, LogSink log,
                                   OnDamagedSound on_damaged_sound = {});

/// The same, with an existing table in place of every track file.
[[nodiscard]] Media with_tracks(Media media, std::shared_ptr<const TrackTable> table);

/// The same, but a clip that cannot be played has no frames, and pictures that cannot be read are
/// transparent: a plan can be inspected without a video.
[[nodiscard]] Media with_stand_in(Media media);

}  // namespace overlace
