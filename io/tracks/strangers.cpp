// SPDX-License-Identifier: Apache-2.0
// Strangers by their signs.
#include "io/tracks/strangers.h"

#include <algorithm>
#include <array>

#include "io/tracks/json_parts.h"
#include "io/tracks/xml_parts.h"

namespace overlace {
namespace {

constexpr std::string_view on_the_ground =
    "project the positions into the picture with the camera's calibration (a homography), and "
    "write pixels";

/// A document with all these keys whose positions are none of a picture.
struct Measured {
  std::array<std::string_view, 3> keys;
  std::string_view reason;
};

constexpr Measured measured[] = {
    {{"possession", "frame", "track_id"},
     "the file has positions on the pitch in metres, as SkillCorner tracks players"},
    {{"possession", "frame", "player_data"},
     "the file has positions on the pitch in metres, as SkillCorner tracks players"},
};

bool is_kitti_raw(std::string_view sample) {
  return looks_like_xml(sample, "boost_serialization") &&
         sample.find("<tracklets") != std::string_view::npos;
}

/// Of bytes that are no lines of text.
std::string_view damage(std::string_view sample) {
  if (sample.empty()) return "the file is empty";
  if (sample.starts_with("PK\x03\x04")) return "the file is a zip archive: unpack it first";
  if (sample.starts_with("\x1F\x8B")) return "the file is compressed (gzip): unpack it first";
  if (sample.starts_with("\xFF\xFE") || sample.starts_with("\xFE\xFF"))
    return "the file is UTF-16 text: save it as UTF-8";
  if (sample.find('\r') != std::string_view::npos && sample.find('\n') == std::string_view::npos)
    return "the file's lines end in CR alone: save it with LF";
  if (sample.find('\0') != std::string_view::npos) return "the file is not text";
  return {};
}

}  // namespace

Stranger describe_stranger(std::string_view sample) {
  if (const std::string_view reason = damage(sample); !reason.empty()) return {std::string(reason)};
  if (is_kitti_raw(sample))
    return {"the file has boxes in the laser's metres, as KITTI's raw data does, not in pixels",
            std::string(on_the_ground)};
  for (const Measured& file : measured)
    if (std::ranges::all_of(file.keys, [&](std::string_view key) { return has_key(sample, key); }))
      return {std::string(file.reason), std::string(on_the_ground)};
  if (has_key(sample, "source-ref") || has_key(sample, "tracking-annotations"))
    return {"the file is a manifest of SageMaker Ground Truth, which is not read",
            "convert it to COCO first"};
  return {"the file is of no known track format"};
}

}  // namespace overlace
