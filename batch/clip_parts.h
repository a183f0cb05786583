// SPDX-License-Identifier: Apache-2.0
// Long clips in parts: each part is a task of its own, and so is joining them.
//
//     out/clip.mp4                                joined
//     out/.overlace/clip.mp4.parts/0-499.mp4      a part, with a receipt; removed once joined
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "batch/batch_plan.h"

namespace overlace {

/// The frames of the parts of a clip with `frames` frames from number `first` on, as for --frames:
/// "0-499", "500-999". Each part has `each` frames, except the last one, which has between half and
/// one and a half times as many. Empty if that is one part. Precondition: each >= 1.
[[nodiscard]] std::vector<std::string> cut_into_parts(std::int64_t first, std::int64_t frames,
                                                      std::int64_t each);

/// Where the parts of an output are kept until they are joined.
[[nodiscard]] std::string parts_folder(const std::string& output);

/// Removes that folder with its content, if it exists.
void remove_parts(const BatchClip& clip);

/// One part of a joined clip, as a clip.
[[nodiscard]] BatchClip part_of(const BatchClip& clip, const std::string& frames);
/// All parts, in order.
[[nodiscard]] std::vector<BatchClip> parts_of(const BatchClip& clip);

}  // namespace overlace
