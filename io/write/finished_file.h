// SPDX-License-Identifier: Apache-2.0
// What a reader finds in a file that was just written.
#pragma once

#include <string>

#include "io/av/av.h"

namespace overlace {

/// Throws Error(output) unless the file at `path` has an index of every stream of `written` that
/// got packets. libav leaves out of an MP4 file's index what it had no memory for, and reports
/// success.
void check_index(const AVFormatContext& written, const std::string& path);

/// A sentence that names the tags of `written` that a reader does not find in the finished file;
/// "" if it finds all.
[[nodiscard]] std::string lost_tags(const AVFormatContext& written, const std::string& path);

}  // namespace overlace
