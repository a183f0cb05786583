// SPDX-License-Identifier: Apache-2.0
// Whether a clip is one that was read before, without reading it whole.
#pragma once

#include <optional>
#include <string>

#include "graph/core/digest.h"

namespace overlace {

/// The digest of a video's size, time of writing, and samples of its content; of numbered pictures,
/// that of the numbers, sizes and times of all files. Independent of where the clip lies, and of
/// the version of libav that decodes it otherwise. Nothing for what is no file, such as a pipe.
[[nodiscard]] std::optional<Digest::Value> identity_of_clip(const std::string& path);

}  // namespace overlace
