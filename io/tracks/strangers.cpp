// SPDX-License-Identifier: Apache-2.0
// Recognises files of other kinds.
#include "io/tracks/strangers.h"

#include <algorithm>
#include <vector>

#include "io/tracks/column_names.h"
#include "io/tracks/heading_rows.h"
#include "io/tracks/json_parts.h"
#include "io/tracks/number_rows.h"
#include "io/tracks/picture_names.h"
#include "io/tracks/point_columns.h"
#include "io/tracks/xml_parts.h"

namespace overlace {
namespace {

using Keys = std::vector<std::string_view>;

/// A document that has all keys of `has` and none of `lacks`.
struct Sign {
  Keys has, lacks;
  Stranger stranger;
};

constexpr const char* on_the_ground =
    "project the positions into the picture with the camera's calibration (a homography), and "
    "write pixels";

bool shows(const Sign& sign, std::string_view sample) {
  const auto known = [&](std::string_view key) { return has_key(sample, key); };
  return std::ranges::all_of(sign.has, known) && std::ranges::none_of(sign.lacks, known);
}

std::vector<Sign> signs() {
  const Keys places = {"bbox", "segmentation", "keypoints", "box2d"};
  const Stranger pitch = {
      "the file has positions on the pitch in metres, as SkillCorner tracks players",
      on_the_ground};
  return {
      {{"annotations", "caption"},
       places,
       {"the file has captions of pictures, without positions in them: there is nothing to draw"}},
      {{"annotations", "segments_info"},
       places,
       {"the file has panoptic segments whose masks are separate pictures: there is nothing to "
        "draw"}},
      {{"possession", "frame", "track_id"}, places, pitch},
      {{"possession", "frame", "player_data"}, places, pitch},
      {{"instances", "parameters", "timestamps"},
       {"annotations"},
       {"the file is a SuperAnnotate video export, which counts microseconds, not frames",
        "export it as COCO, or write the frame of each box"}},
      {{"source-ref"},
       {},
       {"the file is a manifest of SageMaker Ground Truth, which is not read",
        "convert it to COCO first"}},
  };
}

bool is_kitti_raw(std::string_view sample) {
  return looks_like_xml(sample, "boost_serialization") &&
         sample.find("<tracklets") != std::string_view::npos;
}

/// Rows of numbers that no reader supports.
std::optional<Stranger> find_number_stranger(std::string_view sample) {
  if (could_be_walkers(sample))
    return Stranger{
        "the rows look like frame, id and a position, as ETH, UCY and TrajNet write walkers in "
        "metres",
        "if they are pixels, put a line frame,id,x,y above them; else project them into the "
        "picture with the camera's homography"};
  return std::nullopt;
}

/// A table with pictures and their classes, but no position columns.
bool is_classification(std::string_view sample) {
  if (looks_like_json(sample, "[{", {}) || sample.starts_with('<')) return false;
  FieldSplitter splitter;
  const auto names = heading_of(sample, splitter);
  if (names.size() < 2 || !picture_column(names) || !find_point_columns(names).empty())
    return false;
  bool classes = false, places = false;
  for (const std::string_view name : names) {
    using enum NamedColumn;
    const NamedColumn meaning = column_named(name);
    classes = classes || meaning == class_name || meaning == class_number;
    places = places || meaning == left || meaning == right || meaning == center_x ||
             name.find("shape") != name.npos;
  }
  return classes && !places;
}

}  // namespace

std::optional<Stranger> find_stranger(std::string_view sample) {
  if (is_kitti_raw(sample))
    return Stranger{
        "the file has boxes in the laser's metres, as KITTI's raw data does, not in pixels",
        on_the_ground};
  if (is_classification(sample))
    return Stranger{
        "the file has classes of whole pictures, without positions in them: there is nothing to "
        "draw"};
  if (!looks_like_json(sample, "[{", {})) return find_number_stranger(sample);
  for (Sign& sign : signs())
    if (shows(sign, sample)) return std::move(sign.stranger);
  return std::nullopt;
}

std::string describe_unknown(std::string_view sample) {
  if (sample.empty()) return "the file is empty";
  if (sample.starts_with("PK\x03\x04")) return "the file is a zip archive: unpack it first";
  if (sample.starts_with("\x1F\x8B")) return "the file is compressed (gzip): unpack it first";
  if (sample.starts_with("\xFF\xFE") || sample.starts_with("\xFE\xFF"))
    return "the file is UTF-16 text: save it as UTF-8";
  if (sample.find('\r') != std::string_view::npos && sample.find('\n') == std::string_view::npos)
    return "the file's lines end in CR alone: save it with LF";
  if (sample.find('\0') != std::string_view::npos) return "the file is not text";
  return "the file is not in a known track format";
}

}  // namespace overlace
