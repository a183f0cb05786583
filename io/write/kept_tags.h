// SPDX-License-Identifier: Apache-2.0
// Which metadata a finished file holds.
#pragma once

#include <string>

#include "io/av/av.h"

namespace overlace {

/// A sentence that names the tags of `written` that a reader does not find in the finished file;
/// "" if it finds all.
[[nodiscard]] std::string lost_tags(const AVFormatContext& written, const std::string& path);

}  // namespace overlace
