// SPDX-License-Identifier: Apache-2.0
// The words come from trackers, detectors, drawing programs and CSS.
#include "graph/core/synonyms.h"

#include <algorithm>

namespace overlace {
namespace {

struct Synonym {
  std::string_view word, ours;
};

constexpr Synonym synonyms[] = {
    {"confidence", "score"},
    {"conf", "score"},
    {"probability", "score"},
    {"prob", "score"},
    {"velocity", "speed"},
    {"label", "class"},
    {"category", "class"},
    {"class_name", "class"},
    {"cls", "class"},
    {"track", "id"},
    {"track_id", "id"},
    {"tracker_id", "id"},
    {"identity", "id"},
    {"direction", "heading"},
    {"angle", "heading"},
    {"w", "width"},
    {"h", "height"},
    {"width", "stroke_width"},
    {"thickness", "width"},
    {"thickness", "stroke_width"},
    {"stroke", "width"},
    {"stroke_width", "width"},
    {"line_width", "width"},
    {"linewidth", "width"},
    {"radius", "size"},
    {"diameter", "size"},
    {"font_size", "size"},
    {"fontsize", "size"},
    {"alpha", "opacity"},
    {"transparency", "opacity"},
    {"dasharray", "dashes"},
    {"border_radius", "corner_radius"},
    {"rounding", "corner_radius"},
    {"format", "text"},
    {"template", "text"},
    {"distance", "length"},
    {"background", "fill"},
    {"frame_number", "frame"},
    {"frame_id", "frame"},
    {"seconds", "time"},
    {"fps", "rate"},
    {"motchallenge", "mot"},
    {"mot17", "mot"},
    {"mot20", "mot"},
    {"x264", "h264"},
    {"avc", "h264"},
    {"x265", "hevc"},
    {"h265", "hevc"},
};

}  // namespace

std::string same_meaning(std::string_view word, const std::vector<std::string>& candidates) {
  for (const auto& [theirs, ours] : synonyms)
    if (theirs == word && std::ranges::find(candidates, ours) != candidates.end())
      return std::string(ours);
  return {};
}

}  // namespace overlace
