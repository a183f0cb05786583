// SPDX-License-Identifier: Apache-2.0
// What a render would do, in words.
#pragma once

#include <cstdint>
#include <string>

#include "cli/run_report.h"
#include "io/write/frame_sink.h"

namespace overlace {

/// Lines that say what would be read, written, kept, converted, guessed and lost. `sink` was made
/// for `reader` and may be destroyed afterwards; the report holds the notes made so far.
[[nodiscard]] std::string dry_run_text(const VideoReader& reader, const FrameSink& sink,
                                       std::int64_t frames, const RunReport& report);

}  // namespace overlace
