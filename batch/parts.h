// SPDX-License-Identifier: Apache-2.0
// Long clips in parts: each part is a task of its own, and so is their join.
//
//     out/clip.mp4                                joined
//     out/.overlace/clip.mp4.parts/0-499.mp4      a part, with a receipt of its own; goes when
//     joined
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "batch/plan.h"

namespace overlace {

/// Frames of the parts of a clip with `frames` frames from number `first` on, as --frames takes
/// them: "0-499", "500-999". Each has `each` frames, but the last one, which has half to one and a
/// half times as many. Empty where that is one part. Precondition: each >= 1.
[[nodiscard]] std::vector<std::string> cut_into_parts(std::int64_t first, std::int64_t frames,
                                                      std::int64_t each);

/// Where the parts of an output are kept until they are joined.
[[nodiscard]] std::string parts_folder(const std::string& output);

/// Removes it with all that is in it, where it is there.
void remove_parts(const BatchClip& clip);

/// The clip that one of a joined clip's parts is.
[[nodiscard]] BatchClip part_of(const BatchClip& clip, const std::string& frames);
/// All of them, in order.
[[nodiscard]] std::vector<BatchClip> parts_of(const BatchClip& clip);

}  // namespace overlace
