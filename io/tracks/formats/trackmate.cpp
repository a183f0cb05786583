// SPDX-License-Identifier: Apache-2.0
// trackmate: TrackMate's session files, spots joined into tracks by edges.
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <unordered_map>

#include "io/tracks/detection.h"
#include "io/tracks/rows/numbers.h"
#include "io/tracks/xml/xml_parts.h"
#include "io/tracks/xml/xml_pictures.h"
#include "track_format_list.h"

namespace overlace {
namespace {

TrackGuess sniff(const TrackSample& sample) {
  if (!looks_like_xml(sample.text, "TrackMate")) return {};
  return {100, "it names its format"};
}

/// Tracks of spots, and the picture. Spots precede tracks in the file, so this is read first.
struct Head {
  std::unordered_map<std::int64_t, std::int64_t> track_of_spot;
  std::unordered_map<std::int64_t, std::string> names;  ///< of tracks
  double pixel_width = 1, pixel_height = 1;             ///< in the units of positions
  Size size;
};

void read_track(const XmlElement& track, Head& head) {
  const std::int64_t id = track.integer("TRACK_ID", no_id);
  head.names.emplace(id, track.get("name"));
  for (const XmlElement& edge : track.children)
    for (const char* const end : {"SPOT_SOURCE_ID", "SPOT_TARGET_ID"})
      head.track_of_spot.emplace(edge.integer(end, no_id), id);
}

Head read_head(TrackInput& input) {
  Head head;
  visit_xml(input, {"TrackMate/Model/AllTracks/Track", "TrackMate/Settings/ImageData"},
            [&](const XmlPart& part) {
              if (part.path == 0) return read_track(part.element, head);
              const auto unit = [&](const char* name) {
                const double value = part.element.number(name);
                return value > 0 && std::isfinite(value) ? value : 1.0;
              };
              head.pixel_width = unit("pixelwidth");
              head.pixel_height = unit("pixelheight");
              head.size = picture_size(part.element.get("width"), part.element.get("height"));
            });
  return head;
}

/// The outline of a spot: x, y, x, y … relative to its position, in its units.
void read_outline(const XmlElement& spot, const Head& head, Detection& detection, double x,
                  double y) {
  const std::string_view count = spot.get("ROI_N_POINTS");
  if (count.empty()) return;
  std::vector<double> corners;
  for (std::string_view rest = spot.text; !rest.empty();) {
    const std::size_t begin = rest.find_first_not_of(" \t\r\n");
    if (begin == rest.npos) break;
    const std::size_t end = std::min(rest.find_first_of(" \t\r\n", begin), rest.size());
    const auto number = parse_field(rest.substr(begin, end - begin));
    if (!number) return;
    const bool across = corners.size() % 2 == 0;
    corners.push_back(across ? (x + number->value) / head.pixel_width
                             : (y + number->value) / head.pixel_height);
    rest.remove_prefix(end);
  }
  if (corners.size() >= 6) detection.add_ring(corners);
}

void add_spot(const XmlElement& spot, const Head& head, TrackBuilder& builder) {
  if (spot.get("VISIBILITY") == "0") return builder.pass_over();
  const double x = spot.number("POSITION_X"), y = spot.number("POSITION_Y");
  const double radius = spot.number("RADIUS");
  Detection detection;
  const auto frame = whole_number_of_text(spot.get("FRAME"));
  detection.box.frame = frame.value_or(no_frame);
  detection.set_centered(x / head.pixel_width, y / head.pixel_height, 2 * radius / head.pixel_width,
                         2 * radius / head.pixel_height);
  const auto track = head.track_of_spot.find(spot.integer("ID", no_id));
  if (track != head.track_of_spot.end()) {
    detection.box.id = track->second;
    if (const auto name = head.names.find(track->second); name != head.names.end())
      detection.attributes.emplace_back("track", name->second);
  }
  for (const char* const key : {"QUALITY", "MEAN_INTENSITY_CH1"})
    if (const double value = spot.number(key); !std::isnan(value))
      detection.attributes.emplace_back(key, value);
  read_outline(spot, head, detection, x, y);
  add_detection(builder, std::move(detection), spot.line);
}

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  const Head head = read_head(input);
  TrackConventions conventions;
  conventions.frame_reason = "as TrackMate does";
  conventions.pixel_reason = "from the middle of the first one, as TrackMate does";
  conventions.pixel_base = PixelBase(-0.5);
  conventions.size = head.size;
  conventions.size_reason = "as ImageData says";
  TrackBuilder builder(conventions, options, report);
  input.stream.clear();
  input.stream.seekg(0);
  visit_xml(input, {"TrackMate/Model/AllSpots/SpotsInFrame/Spot"},
            [&](const XmlPart& part) { add_spot(part.element, head, builder); });
  return builder.finish();
}

}  // namespace

TrackFormat trackmate() {
  return {.name = "trackmate",
          .title = "TrackMate XML",
          .doc =
              "AllSpots with spots by frame: POSITION_X, POSITION_Y and RADIUS in the units of "
              "ImageData, outlines of segmented cells, and AllTracks, whose edges join spots. A "
              "spot is the box around its circle; its id is that of the track. Positions are those "
              "of pixel centres. Spots that are not visible are left out.",
          .extensions = {".xml"},
          .rules = {"from 0", "centres from 0", "around the circle", "TRACK_ID, or none"},
          .sniff = sniff,
          .read = read};
}

}  // namespace overlace
