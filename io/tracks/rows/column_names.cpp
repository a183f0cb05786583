// SPDX-License-Identifier: Apache-2.0
// Common column names.
#include "io/tracks/rows/column_names.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>

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
    {"xlt", left},
    {"ltx", left},
    {"upperleftx", left},
    {"ulx", left},
    {"lefttopx", left},
    {"xstart", left},
    {"startx", left},
    {"xcoordinate", left},
    {"xcoord", left},
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
    {"ylt", top},
    {"lty", top},
    {"upperlefty", top},
    {"uly", top},
    {"lefttopy", top},
    {"ystart", top},
    {"starty", top},
    {"ycoordinate", top},
    {"ycoord", top},
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
    {"xrb", right},
    {"rbx", right},
    {"lowerrightx", right},
    {"lrx", right},
    {"rightbottomx", right},
    {"xend", right},
    {"endx", right},
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
    {"yrb", bottom},
    {"rby", bottom},
    {"lowerrighty", bottom},
    {"lry", bottom},
    {"rightbottomy", bottom},
    {"yend", bottom},
    {"endy", bottom},
    {"cx", center_x},
    {"xc", center_x},
    {"xcenter", center_x},
    {"centerx", center_x},
    {"xcentre", center_x},
    {"centrex", center_x},
    {"centroidx", center_x},
    {"xcentroid", center_x},
    {"posx", center_x},
    {"xpos", center_x},
    {"positionx", center_x},
    {"xmid", center_x},
    {"midx", center_x},
    {"xctr", center_x},
    {"ctrx", center_x},
    {"xmean", center_x},
    {"meanx", center_x},
    {"cy", center_y},
    {"yc", center_y},
    {"ycenter", center_y},
    {"centery", center_y},
    {"ycentre", center_y},
    {"centrey", center_y},
    {"centroidy", center_y},
    {"ycentroid", center_y},
    {"posy", center_y},
    {"ypos", center_y},
    {"positiony", center_y},
    {"ymid", center_y},
    {"midy", center_y},
    {"yctr", center_y},
    {"ctry", center_y},
    {"ymean", center_y},
    {"meany", center_y},
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
    {"frames", frame},
    {"framenmr", frame},
    {"videoframe", frame},
    {"frameseq", frame},
    {"fno", frame},
    {"time", time},
    {"times", time},
    {"timesec", time},
    {"timeseconds", time},
    {"timeoffset", time},
    {"timestamp", time},
    {"timestamps", time},
    {"seconds", time},
    {"sec", time},
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
    {"trackingid", id},
    {"trackingnumber", id},
    {"trajectoryid", id},
    {"trajid", id},
    {"instanceid", id},
    {"personid", id},
    {"identity", id},
    {"individual", id},
    {"individualid", id},
    {"ind", id},
    {"score", score},
    {"conf", score},
    {"confidence", score},
    {"prob", score},
    {"probability", score},
    {"scores", score},
    {"certainty", score},
    {"detscore", score},
    {"detconf", score},
    {"detectionconfidence", score},
    {"confidencescore", score},
    {"confscore", score},
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
    {"species", class_name},
    {"objectname", class_name},
    {"objname", class_name},
    {"objclass", class_name},
    {"objtype", class_name},
    {"detectionclass", class_name},
};

/// Names are looked up for every member of every JSON object.
class NameTable {
 public:
  explicit NameTable(std::span<const Name> names) {
    for (const Name& name : names) columns_.emplace(name.text, name.column);
  }
  [[nodiscard]] std::optional<NamedColumn> find(std::string_view text) const {
    const auto found = columns_.find(text);
    return found == columns_.end() ? std::nullopt : std::optional(found->second);
  }

 private:
  std::unordered_map<std::string_view, NamedColumn> columns_;
};

std::optional<NamedColumn> coordinate_named(std::string_view text) {
  static const NameTable table(coordinates);
  return table.find(text);
}

std::optional<NamedColumn> other_named(std::string_view text) {
  static const NameTable table(others);
  return table.find(text);
}

/// The name of a time without the words for milliseconds.
std::string_view without_unit(std::string_view bare) {
  for (const std::string_view unit : {"milliseconds", "millis", "msec", "ms"})
    if (bare.ends_with(unit)) return bare.substr(0, bare.size() - unit.size());
  return bare;
}

/// Whether a name is a coordinate and a number, such as "x_17"; from the third point on such names
/// indicate landmarks, since a box has two corners.
bool is_later_point(std::string_view bare) {
  constexpr std::string_view digits = "0123456789";
  const std::string_view number = bare.substr(std::min<std::size_t>(1, bare.size()));
  return bare.size() > 1 && (bare[0] == 'x' || bare[0] == 'y') &&
         number.find_first_not_of(digits) == std::string_view::npos && number != "0" &&
         number != "1" && number != "2";
}

bool is_numbered_point(std::string_view bare) {
  return is_later_point(bare) || bare == "x0" || bare == "y0" || bare == "x1" || bare == "y1" ||
         bare == "x2" || bare == "y2";
}

}  // namespace

std::string bare_name(std::string_view name) {
  std::string text;
  for (const char c : name) {
    if (c >= 'A' && c <= 'Z') text += static_cast<char>(c - 'A' + 'a');
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) text += c;
  }
  return text;
}

NamedColumn column_named(std::string_view name) {
  const std::string text = bare_name(name);
  std::string_view coordinate = text;
  for (const std::string_view prefix :
       {"boundingbox", "facerect", "bndbox", "bbox", "rect", "roi", "box", "bb"}) {
    if (!coordinate.starts_with(prefix) || coordinate.size() == prefix.size()) continue;
    coordinate.remove_prefix(prefix.size());
    break;
  }
  for (const std::string_view suffix : {"pixels", "pixel", "px"}) {
    if (!coordinate.ends_with(suffix) || coordinate.size() == suffix.size()) continue;
    coordinate.remove_suffix(suffix.size());
    break;
  }
  if (const auto found = coordinate_named(coordinate)) return *found;
  if (const auto found = other_named(text)) return *found;
  const std::string_view counted = without_unit(text);
  const bool in_milliseconds = counted.size() < text.size();
  return in_milliseconds && (counted.empty() || other_named(counted) == time) ? time : attribute;
}

double seconds_per_unit(std::string_view time_name) {
  const std::string text = bare_name(time_name);
  return without_unit(text).size() < text.size() ? 1e-3 : 1;
}

bool names_object(std::string_view name) {
  return column_named(name) == id && bare_name(name) != "id";
}

std::vector<NamedColumn> columns_named(std::span<const std::string> names) {
  const auto any = [&](auto test) { return std::ranges::any_of(names, test); };
  const auto is_letter = [](std::string_view name, std::string_view letters) {
    return name.size() == 1 && letters.find(name[0]) != std::string_view::npos;
  };
  const bool from_0 = any([](const std::string& name) { return name.ends_with("x0"); });
  const bool has_l = any([&](const std::string& name) { return is_letter(name, "lL"); });
  const bool landmarks =
      any([](const std::string& name) { return is_later_point(bare_name(name)); });
  const bool objects = any(names_object);
  const bool framed = any([](const std::string& name) {
    const NamedColumn meaning = column_named(name);
    return meaning == frame || meaning == time;
  });
  std::vector<NamedColumn> columns;
  for (const std::string& name : names) {
    NamedColumn column = column_named(name);
    if (from_0 && name.ends_with("x1")) column = right;
    if (from_0 && name.ends_with("y1")) column = bottom;
    // Without an l, t is a time, and r, g, b are a colour.
    if (!has_l && is_letter(name, "trbTRB")) column = attribute;
    if (landmarks && is_numbered_point(bare_name(name))) column = attribute;
    if (column == id && objects && !names_object(name)) column = attribute;
    // napari's tracks are ID, T, Y, X.
    if (!framed && !has_l && bare_name(name) == "t") column = frame;
    columns.push_back(column);
  }
  return columns;
}

std::vector<std::size_t> object_numbers(std::span<const std::string> names) {
  constexpr std::array<std::string_view, 19> nouns = {
      "class", "cls",     "category",   "label",     "type", "image", "img",
      "frame", "video",   "clip",       "sequence",  "seq",  "file",  "camera",
      "cam",   "dataset", "annotation", "detection", "det"};
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string text = bare_name(names[i]);
    if (text.size() < 4 || !(names[i].ends_with("_id") || names[i].ends_with(" id") ||
                             names[i].ends_with("ID") || names[i].ends_with("Id")))
      continue;
    const std::string_view noun = std::string_view(text).substr(0, text.size() - 2);
    if (std::ranges::any_of(nouns, [&](std::string_view other) { return noun.ends_with(other); }))
      continue;
    found.push_back(i);
  }
  return found;
}

bool are_on_the_ground(std::span<const std::string> names) {
  const auto has = [&](std::string_view wanted) {
    return std::ranges::any_of(names,
                               [&](const std::string& name) { return bare_name(name) == wanted; });
  };
  return (has("length") && has("width") && !has("height")) ||
         (has("xvelocity") && has("xacceleration"));
}

}  // namespace overlace
