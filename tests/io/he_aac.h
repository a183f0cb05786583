// SPDX-License-Identifier: Apache-2.0
// Makes HE-AAC, for which there is no free encoder.
#pragma once

#include <string>

namespace overlace::testing {

/// Turns frames of AAC-LC with ADTS headers into HE-AAC: each frame gets spectral band replication
/// data (ISO/IEC 14496-3, 4.4.2.8), a header and one envelope of the lowest level. A decoder then
/// plays the core signal at twice its rate, delayed by 481 core samples by the replication's
/// filters. A mono stream is treated as parametric stereo, version 2.
std::string he_aac_of(const std::string& adts);

}  // namespace overlace::testing
