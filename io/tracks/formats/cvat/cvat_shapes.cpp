// SPDX-License-Identifier: Apache-2.0
// Reads shapes of CVAT's XML.
#include "io/tracks/formats/cvat/cvat_shapes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <iterator>
#include <numbers>

namespace overlace {
namespace {

constexpr std::array<std::string_view, 7> shape_names = {
    "box", "polygon", "polyline", "points", "ellipse", "skeleton", "mask"};

constexpr std::size_t most_points = 65'535;  // the limit for bones' point numbers
constexpr float most_mask_pixels = 1 << 27;

/// "x,y;x,y;…"
std::vector<double> read_points(std::string_view text) {
  std::vector<double> numbers;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(",;"), text.size());
    numbers.push_back(number_of_text(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return numbers;
}

std::vector<FileKeyPoint> visible_points(const XmlElement& shape) {
  const std::vector<double> at = read_points(shape.get("points"));
  std::vector<FileKeyPoint> points;
  for (std::size_t i = 0; i + 1 < at.size(); i += 2)
    points.push_back({.at = {at[i], at[i + 1]}, .state = PointState::visible});
  return points;
}

/// A text with XML's character references resolved.
std::string unescaped(std::string_view text) {
  static constexpr std::pair<std::string_view, char> references[] = {
      {"&lt;", '<'},  {"&gt;", '>'},  {"&quot;", '"'}, {"&apos;", '\''},
      {"&amp;", '&'}, {"&#9;", '\t'}, {"&#10;", '\n'}, {"&#13;", '\r'}};
  std::string out;
  while (!text.empty()) {
    const auto known = std::ranges::find_if(
        references, [&](const auto& reference) { return text.starts_with(reference.first); });
    out += known == std::end(references) ? text.front() : known->second;
    text.remove_prefix(known == std::end(references) ? 1 : known->first.size());
  }
  return out;
}

/// The value of `key="…"` in the text of an element.
std::string_view quoted_value(std::string_view element, std::string_view key) {
  const std::size_t at = element.find(std::string(key) + "=\"");
  if (at == element.npos) return {};
  element.remove_prefix(at + key.size() + 2);
  return element.substr(0, element.find('"'));
}

/// Points and bones of a skeleton, from its drawing: circles with a number and a label, and lines
/// between these numbers.
Skeleton read_drawing(std::string_view name, std::string_view svg) {
  Skeleton skeleton;
  skeleton.name = name;
  std::vector<std::string_view> nodes;
  std::vector<std::pair<std::string_view, std::string_view>> edges;
  while (!svg.empty()) {
    const std::string_view element = svg.substr(0, svg.find('>'));
    if (const auto node = quoted_value(element, "data-node-id"); !node.empty()) {
      nodes.push_back(node);
      skeleton.points.push_back(unescaped(quoted_value(element, "data-label-name")));
    } else if (const auto from = quoted_value(element, "data-node-from"); !from.empty()) {
      edges.emplace_back(from, quoted_value(element, "data-node-to"));
    }
    svg.remove_prefix(std::min(element.size() + 1, svg.size()));
  }
  const auto index = [&](std::string_view node) {
    return static_cast<std::size_t>(std::ranges::find(nodes, node) - nodes.begin());
  };
  for (const auto& [from, to] : edges)
    if (std::max(index(from), index(to)) < std::min(nodes.size(), most_points))
      skeleton.bones.push_back(
          {static_cast<std::uint16_t>(index(from)), static_cast<std::uint16_t>(index(to))});
  return skeleton;
}

/// A mask in part of a picture. CVAT's runs go along the rows of a cropped part; a table's go down
/// the columns of the whole picture.
class RowRuns {
 public:
  RowRuns(const Box& crop, Size size)
      : left_(static_cast<int>(crop.x)),
        top_(static_cast<int>(crop.y)),
        width_(static_cast<int>(crop.width)),
        height_(static_cast<int>(crop.height)),
        size_(size),
        inside_(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_)) {}

  /// Reads "3, 5, 2 …"; false when the runs do not fill the part exactly.
  bool read(std::string_view text) {
    std::size_t at = 0;
    char value = 0;
    for (const double run : read_points(text)) {
      if (!(run >= 0) || run > static_cast<double>(inside_.size() - at)) return false;
      const auto count = static_cast<std::size_t>(run);
      std::fill_n(inside_.begin() + static_cast<std::ptrdiff_t>(at), count, value);
      at += count;
      value = value == 0 ? 1 : 0;
    }
    return at == inside_.size();
  }

  [[nodiscard]] std::vector<std::uint32_t> down_columns() const {
    std::vector<std::uint32_t> runs;
    bool value = false;
    std::uint32_t length = 0;
    const auto add = [&](bool inside, std::uint32_t count) {
      if (inside != value && count > 0) {
        runs.push_back(length);
        length = 0;
        value = inside;
      }
      length += count;
    };
    add(false, static_cast<std::uint32_t>(left_) * static_cast<std::uint32_t>(size_.height));
    for (int x = 0; x < width_; ++x) {
      add(false, static_cast<std::uint32_t>(top_));
      for (int y = 0; y < height_; ++y)
        add(inside_[static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) +
                    static_cast<std::size_t>(x)] != 0,
            1);
      add(false, static_cast<std::uint32_t>(size_.height - top_ - height_));
    }
    add(false, static_cast<std::uint32_t>(size_.width - left_ - width_) *
                   static_cast<std::uint32_t>(size_.height));
    runs.push_back(length);
    return runs;
  }

 private:
  int left_, top_, width_, height_;
  Size size_;
  std::vector<char> inside_;
};

void read_ellipse(const XmlElement& shape, Detection& detection) {
  const double rx = shape.number("rx"), ry = shape.number("ry");
  detection.set_centered(shape.number("cx"), shape.number("cy"), 2 * rx, 2 * ry);
}

void read_attributes(const XmlElement& shape, Detection& detection) {
  for (const XmlElement& child : shape.children) {
    if (child.name != "attribute" || child.get("name").empty()) continue;
    const std::string name(child.get("name"));
    if (const auto number = plain_number(child.text); number && !std::isnan(number->value))
      detection.attributes.emplace_back(name, number->value);
    else
      detection.attributes.emplace_back(name, child.text);
  }
}

}  // namespace

bool CvatShapes::is_shape(const XmlElement& element) {
  return std::ranges::find(shape_names, element.name) != shape_names.end();
}

bool CvatShapes::is_outside(const XmlElement& shape) {
  const auto& points = shape.children;
  return shape.get("outside") == "1" ||
         (shape.name == "skeleton" && !points.empty() &&
          std::ranges::all_of(points, [](const auto& p) { return p.get("outside") == "1"; }));
}

void CvatShapes::reject(const XmlElement& element) {
  builder_.reject(fmt::format("a shape of the kind '{}' is not read", element.name), element.line);
}

void CvatShapes::declare(const XmlElement& label) {
  const std::string_view name = label.child_text("name");
  const std::string_view drawing = label.child_text("svg");
  if (drawing.empty() || name.empty()) return;
  Skeleton skeleton = read_drawing(name, drawing);
  std::vector<std::string> points = skeleton.points;
  skeletons_.insert_or_assign(std::string(name),
                              Known{builder_.add_skeleton(std::move(skeleton)), std::move(points)});
}

/// The skeleton of a label; an undeclared one is made of the shape's points.
CvatShapes::Known& CvatShapes::skeleton_of(std::string_view label, const XmlElement& shape) {
  if (const auto known = skeletons_.find(label); known != skeletons_.end()) return known->second;
  Skeleton skeleton;
  skeleton.name = label;
  for (const XmlElement& point : shape.children)
    if (point.name == "points") skeleton.points.emplace_back(point.get("label"));
  std::vector<std::string> points = skeleton.points;
  return skeletons_
      .emplace(std::string(label),
               Known{builder_.add_skeleton(std::move(skeleton)), std::move(points)})
      .first->second;
}

void CvatShapes::read_line(const XmlElement& shape, Detection& detection) {
  Skeleton line;
  detection.add_line(read_points(shape.get("points")), line);
  detection.skeleton = builder_.skeleton_like(line);
}

void CvatShapes::read_skeleton(const XmlElement& shape, std::string_view label,
                               Detection& detection) {
  const Known& known = skeleton_of(label, shape);
  detection.skeleton = known.number;
  detection.key_points.resize(known.points.size());
  for (const XmlElement& element : shape.children) {
    if (element.name != "points") continue;
    const auto place = std::ranges::find(known.points, element.get("label"));
    const std::vector<double> at = read_points(element.get("points"));
    if (place == known.points.end() || at.size() < 2 || element.get("outside") == "1") continue;
    FileKeyPoint& point =
        detection.key_points[static_cast<std::size_t>(place - known.points.begin())];
    point.at = {at[0], at[1]};
    point.state = element.get("occluded") == "1" ? PointState::hidden : PointState::visible;
  }
}

void CvatShapes::read_mask(const XmlElement& shape, Size size, Detection& detection) {
  const Box crop{static_cast<float>(shape.number("left")), static_cast<float>(shape.number("top")),
                 static_cast<float>(shape.number("width")),
                 static_cast<float>(shape.number("height"))};
  detection.set_corners(crop.x, crop.y, crop.x + crop.width, crop.y + crop.height);
  const bool fits =
      crop.x >= 0 && crop.y >= 0 && crop.width >= 1 && crop.height >= 1 &&
      crop.x + crop.width <= static_cast<float>(size.width) &&
      crop.y + crop.height <= static_cast<float>(size.height) &&
      static_cast<float>(size.width) * static_cast<float>(size.height) <= most_mask_pixels;
  if (!fits)
    return builder_.remark(size.width > 0 ? "the mask lies outside the picture and is left out"
                                          : "the mask's picture has no size, and it is left out",
                           shape.line);
  RowRuns runs(crop, size);
  if (!runs.read(shape.get("rle")))
    return builder_.remark("the mask's runs do not fill its box, and it is left out", shape.line);
  detection.mask_size = size;
  detection.mask = runs.down_columns();
  // A few runs along rows may become many runs down columns.
  const std::size_t spelled_out = shape.get("rle").size();
  builder_.reserve(detection.mask.size() - std::min(detection.mask.size(), spelled_out),
                   sizeof(std::uint32_t), shape.line);
}

Detection CvatShapes::read(const XmlElement& shape, std::string_view label, Size size) {
  Detection detection;
  if (const std::string_view own = shape.get("label"); !own.empty()) label = own;
  if (!label.empty()) detection.box.class_index = builder_.class_named(label);
  if (shape.name == "box") {
    detection.set_corners(shape.number("xtl"), shape.number("ytl"), shape.number("xbr"),
                          shape.number("ybr"));
  } else if (shape.name == "polygon") {
    detection.add_ring(read_points(shape.get("points")));
  } else if (shape.name == "polyline") {
    read_line(shape, detection);
  } else if (shape.name == "points") {
    detection.key_points = visible_points(shape);
  } else if (shape.name == "ellipse") {
    read_ellipse(shape, detection);
  } else if (shape.name == "skeleton") {
    read_skeleton(shape, label, detection);
  } else {
    read_mask(shape, size, detection);
  }
  if (const double turn = shape.number("rotation"); std::isfinite(turn))
    detection.box.rotation = turn;
  for (const char* flag : {"occluded", "z_order"})
    if (const double value = shape.number(flag); value > 0 || value < 0)
      detection.attributes.emplace_back(flag, value);
  read_attributes(shape, detection);
  return detection;
}

}  // namespace overlace
