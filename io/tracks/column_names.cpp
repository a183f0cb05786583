// SPDX-License-Identifier: Apache-2.0
// The customary names of columns.
#include "io/tracks/column_names.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>

namespace overlace {
namespace {

struct Name {
  std::string_view text;
  NamedColumn column;
};

using enum NamedColumn;

constexpr Name coordinates[] = {
    {"x", left},
    {"left", left},
    {"l", left},
    {"x1", left},
    {"xmin", left},
    {"minx", left},
    {"xtl", left},
    {"tlx", left},
    {"xleft", left},
    {"leftx", left},
    {"topleftx", left},
    {"x0", left},
    {"y", top},
    {"top", top},
    {"t", top},
    {"y1", top},
    {"ymin", top},
    {"miny", top},
    {"ytl", top},
    {"tly", top},
    {"ytop", top},
    {"topy", top},
    {"toplefty", top},
    {"y0", top},
    {"x2", right},
    {"right", right},
    {"r", right},
    {"xmax", right},
    {"maxx", right},
    {"xbr", right},
    {"brx", right},
    {"xright", right},
    {"rightx", right},
    {"bottomrightx", right},
    {"y2", bottom},
    {"bottom", bottom},
    {"b", bottom},
    {"ymax", bottom},
    {"maxy", bottom},
    {"ybr", bottom},
    {"bry", bottom},
    {"ybottom", bottom},
    {"bottomy", bottom},
    {"bottomrighty", bottom},
    {"cx", center_x},
    {"xc", center_x},
    {"xcenter", center_x},
    {"centerx", center_x},
    {"xcentre", center_x},
    {"centrex", center_x},
    {"centroidx", center_x},
    {"xcentroid", center_x},
    {"cy", center_y},
    {"yc", center_y},
    {"ycenter", center_y},
    {"centery", center_y},
    {"ycentre", center_y},
    {"centrey", center_y},
    {"centroidy", center_y},
    {"ycentroid", center_y},
    {"w", width},
    {"width", width},
    {"h", height},
    {"height", height},
    {"rotation", rotation},
    {"angle", rotation},
    {"rotationdeg", rotation},
    {"angledeg", rotation},
};

constexpr Name others[] = {
    {"frame", frame},
    {"frameindex", frame},
    {"frameidx", frame},
    {"frameid", frame},
    {"frameno", frame},
    {"framenr", frame},
    {"framenum", frame},
    {"framenumber", frame},
    {"id", id},
    {"trackid", id},
    {"trackerid", id},
    {"track", id},
    {"trackno", id},
    {"tracknumber", id},
    {"objectid", id},
    {"objid", id},
    {"targetid", id},
    {"tid", id},
    {"personid", id},
    {"identity", id},
    {"score", score},
    {"conf", score},
    {"confidence", score},
    {"prob", score},
    {"probability", score},
    {"detectionscore", score},
    {"classid", class_number},
    {"classindex", class_number},
    {"classidx", class_number},
    {"clsid", class_number},
    {"categoryid", class_number},
    {"labelid", class_number},
    {"class", class_name},
    {"classname", class_name},
    {"cls", class_name},
    {"label", class_name},
    {"labelname", class_name},
    {"category", class_name},
    {"categoryname", class_name},
    {"objectclass", class_name},
    {"objecttype", class_name},
    {"type", class_name},
};

std::optional<NamedColumn> find(std::span<const Name> names, std::string_view text) {
  const auto found = std::ranges::find(names, text, &Name::text);
  if (found == names.end()) return std::nullopt;
  return found->column;
}

/// Letters in lower case, and digits.
std::string bare(std::string_view name) {
  std::string text;
  for (const char c : name) {
    if (c >= 'A' && c <= 'Z') text += static_cast<char>(c - 'A' + 'a');
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) text += c;
  }
  return text;
}

}  // namespace

NamedColumn column_named(std::string_view name) {
  const std::string text = bare(name);
  std::string_view coordinate = text;
  for (const std::string_view prefix : {"boundingbox", "bbox", "box", "bb"}) {
    if (!coordinate.starts_with(prefix) || coordinate.size() == prefix.size()) continue;
    coordinate.remove_prefix(prefix.size());
    break;
  }
  if (coordinate.size() > 2 && coordinate.ends_with("px")) coordinate.remove_suffix(2);
  if (const auto found = find(coordinates, coordinate)) return *found;
  return find(others, text).value_or(attribute);
}

}  // namespace overlace
