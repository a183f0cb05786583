// SPDX-License-Identifier: Apache-2.0
// Chapters, from one container to another.
#pragma once

#include <cstdint>

#include "io/av/av.h"

namespace overlace {

/// Chapters that start at or after `shift_us`, moved by it. Throws Error(out_of_memory).
void copy_chapters(AVFormatContext& to, const AVFormatContext& from, std::int64_t shift_us);

}  // namespace overlace
