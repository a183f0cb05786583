// SPDX-License-Identifier: Apache-2.0
// H.264 as stored in MP4 and Matroska (ISO/IEC 14496-15): enough to join the pictures of two
// encoders in one stream.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "io/av/nal_units.h"

namespace overlace {

/// Types of NAL units (ITU-R H.264, table 7-1).
enum class AvcNal : std::uint8_t { slice = 1, idr = 5, sequence_set = 7, picture_set = 8 };

/// An avcC record: parameter sets, and how the units of a packet are separated.
struct AvcConfig {
  Bytes head;  ///< profile, compatibility and level
  int length_bytes = 4;
  std::vector<Bytes> sequence_sets, picture_sets;  ///< NAL units
  Bytes tail;                                      ///< what follows them in high profiles
};

/// Parses an avcC record; false where `data` is not one.
[[nodiscard]] bool parse_avc_config(ByteSpan data, AvcConfig& config);
[[nodiscard]] Bytes write_avc_config(const AvcConfig& config);

/// Adds parameter sets that are separated by start codes.
void add_parameter_sets(AvcConfig& config, ByteSpan with_start_codes);

/// Ids of the sequence and picture parameter sets.
[[nodiscard]] std::set<unsigned> parameter_set_ids(const AvcConfig& config);

/// Types of the units in a packet whose units are preceded by lengths; empty where it is malformed.
[[nodiscard]] std::vector<AvcNal> units_of(ByteSpan packet, int length_bytes);

/// Converts a packet from start codes to four-byte lengths.
[[nodiscard]] Bytes with_lengths(ByteSpan with_start_codes);

}  // namespace overlace
