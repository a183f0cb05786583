// SPDX-License-Identifier: Apache-2.0
// The clip of a file, for the editor's engine.
#pragma once

#include <memory>

#include "edit/answers/edited_clip.h"
#include "edit/edit_settings.h"

namespace overlace {

/// Decodes and draws with a StillSession. Its drafts are JPEG, exact pictures PNG. Throws Error
/// (input, unavailable …).
[[nodiscard]] std::unique_ptr<EditedClip> open_still_clip(const EditSettings& settings,
                                                          LogSink log);

}  // namespace overlace
