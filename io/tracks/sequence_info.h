// SPDX-License-Identifier: Apache-2.0
// The small files beside a MOTChallenge ground truth: seqinfo.ini and labels.txt.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "graph/core/time.h"

namespace overlace {

/// The contents of seqinfo.ini; anything may be missing or nonsense.
struct SequenceInfo {
  std::filesystem::path path;
  std::optional<Rational> frame_rate;
  Size size;  ///< 0 x 0 if not stated
};

/// Looks for seqinfo.ini in the folder of `track_file` and in its parent, where MOTChallenge puts
/// it.
[[nodiscard]] std::optional<SequenceInfo> find_sequence_info(
    const std::filesystem::path& track_file);

/// The class names of labels.txt in the folder of `track_file`, one per line; empty if it does not
/// exist. CVAT writes it; the rows' class numbers count its lines from 1.
[[nodiscard]] std::vector<std::string> find_labels(const std::filesystem::path& track_file);

}  // namespace overlace
