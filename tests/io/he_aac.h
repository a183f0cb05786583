// SPDX-License-Identifier: Apache-2.0
// HE-AAC, for which there is no free encoder.
#pragma once

#include <string>

namespace overlace::testing {

/// Frames of AAC-LC with ADTS headers, as HE-AAC: each frame gets data of spectral band replication
/// (ISO/IEC 14496-3, 4.4.2.8), a header and one envelope of the least level. So a decoder plays
/// what the core holds at twice its rate, and 481 samples of the core later, which the
/// replication's filters take. A mono stream is taken for one of parametric stereo, version 2.
std::string he_aac_of(const std::string& adts);

}  // namespace overlace::testing
