// SPDX-License-Identifier: Apache-2.0
// CVAT's labels and shapes, as described by format-xml.md of its documentation.
#include "io/tracks/formats/cvat/cvat_writing.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <set>

#include "io/tracks/coco_rle.h"
#include "io/tracks/rows/row_shapes.h"
#include "io/tracks/writing.h"

namespace overlace {
namespace {

enum class Kind : std::uint8_t { box, points, skeleton, polygon, mask };

Kind kind_of(const TrackTable& table, std::uint32_t row) {
  if (mask_area(table.mask_runs.of(row)) > 0) return Kind::mask;
  if (!table.outlines.of(row).empty()) return Kind::polygon;
  if (!box_around(table.key_points.of(row))) return Kind::box;
  return table.skeleton.empty() || table.skeleton[row] < 0 ? Kind::points : Kind::skeleton;
}

std::string_view name_of(Kind kind) {
  switch (kind) {
    case Kind::points:
      return "points";
    case Kind::skeleton:
      return "skeleton";
    case Kind::polygon:
      return "polygon";
    case Kind::mask:
      return "mask";
    default:
      return "box";
  }
}

std::span<const OutlinePoint> first_ring(std::span<const OutlinePoint> outline) {
  const auto other =
      std::ranges::find_if(outline, [](const auto& corner) { return corner.ring != 0; });
  return outline.first(static_cast<std::size_t>(other - outline.begin()));
}

/// The box that a reader puts around a shape; nothing for a shape that is a box.
std::optional<Box> box_of(Kind kind, const TrackTable& table, std::uint32_t row) {
  if (kind == Kind::mask) return box_around_mask(table, row);
  if (kind == Kind::polygon) return box_around(first_ring(table.outlines.of(row)));
  if (kind == Kind::box) return std::nullopt;
  return box_around(table.key_points.of(row));
}

std::string place_text(Vec2 at) {
  return fmt::format("{},{}", at.x, at.y);
}

/// "x,y;x,y;…" for a polygon, or for points that are not absent.
std::string places_text(std::span<const OutlinePoint> outline) {
  std::string text;
  for (const OutlinePoint& corner : outline)
    text += (text.empty() ? "" : ";") + place_text(corner.at);
  return text;
}
std::string places_text(std::span<const KeyPoint> points) {
  std::string text;
  for (const KeyPoint& point : points)
    if (point.state != PointState::absent) text += (text.empty() ? "" : ";") + place_text(point.at);
  return text;
}

/// Runs along the rows of the part of a mask inside `crop`; the first run is outside the mask.
std::string rows_text(std::span<const std::uint32_t> runs, Size size, const Box& crop) {
  const auto left = static_cast<std::size_t>(crop.x), top = static_cast<std::size_t>(crop.y);
  const auto width = static_cast<std::size_t>(crop.width);
  const auto height = static_cast<std::size_t>(size.height);
  std::vector<char> inside(width * static_cast<std::size_t>(crop.height));
  std::size_t at = 0;
  for (std::size_t i = 0; i < runs.size(); at += runs[i++])
    for (std::size_t pixel = at; i % 2 == 1 && pixel < at + runs[i]; ++pixel)
      inside[(pixel % height - top) * width + pixel / height - left] = 1;
  std::string text;
  char value = 0;
  for (auto from = inside.begin(); from != inside.end(); value = value == 0 ? 1 : 0) {
    const auto to = std::find(from, inside.end(), value == 0 ? 1 : 0);
    text += fmt::format("{}{}", text.empty() ? "" : ", ", to - from);
    from = to;
  }
  return text;
}

/// The rest of a shape's tag.
std::string tag_of(Kind kind, const TrackTable& table, std::uint32_t row) {
  const Box& b = table.box[row];
  switch (kind) {
    case Kind::box: {
      const bool turned = !table.rotation.empty() && table.rotation[row] != 0;
      return fmt::format(" xtl=\"{}\" ytl=\"{}\" xbr=\"{}\" ybr=\"{}\"{}", b.x, b.y,
                         decimal(b.x) + decimal(b.width), decimal(b.y) + decimal(b.height),
                         turned ? fmt::format(" rotation=\"{}\"", table.rotation[row]) : "");
    }
    case Kind::points:
      return fmt::format(" points=\"{}\"", places_text(table.key_points.of(row)));
    case Kind::polygon:
      return fmt::format(" points=\"{}\"", places_text(first_ring(table.outlines.of(row))));
    case Kind::mask: {
      const Box crop = *box_around_mask(table, row);
      return fmt::format(" rle=\"{}\" left=\"{}\" top=\"{}\" width=\"{}\" height=\"{}\"",
                         rows_text(table.mask_runs.of(row), table.mask_size[row], crop), crop.x,
                         crop.y, crop.width, crop.height);
    }
    default:
      return {};
  }
}

/// Attributes that CVAT writes as part of the tag. For a skeleton, its points say whether they are
/// occluded.
bool is_flag(const AttributeColumn& column, std::uint32_t row, Kind kind) {
  if (!column.texts.empty()) return false;
  const float value = column.values[row];
  return (column.name == "occluded" && value == 1 && kind != Kind::skeleton) ||
         (column.name == "z_order" && value != 0 && value == std::trunc(value));
}

std::string flag_text(std::string_view name, const TrackTable& table, std::uint32_t row,
                      Kind kind) {
  int value = 0;
  for (const AttributeColumn& column : table.attributes)
    if (column.name == name && is_flag(column, row, kind))
      value = static_cast<int>(column.values[row]);
  return fmt::format(" {}=\"{}\"", name, value);
}

/// Points on a circle, as a template to edit, and lines between them.
std::string drawing_text(std::span<const std::string> points,
                         std::span<const Skeleton::Bone> bones) {
  const auto at = [&](std::size_t i) {
    const double angle =
        2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(points.size());
    return std::array{50 + 40 * std::sin(angle), 50 - 40 * std::cos(angle)};
  };
  std::string svg;
  for (const Skeleton::Bone& bone : bones) {
    if (std::max(bone.from, bone.to) >= points.size()) continue;
    const auto from = at(bone.from), to = at(bone.to);
    svg += fmt::format(
        "<line x1=\"{:.2f}\" y1=\"{:.2f}\" x2=\"{:.2f}\" y2=\"{:.2f}\" stroke=\"black\" "
        "data-type=\"edge\" data-node-from=\"{}\" stroke-width=\"0.5\" data-node-to=\"{}\"></line>",
        from[0], from[1], to[0], to[1], bone.from + 1, bone.to + 1);
  }
  for (std::size_t i = 0; i < points.size(); ++i)
    svg += fmt::format(
        "<circle r=\"1.5\" stroke=\"black\" fill=\"#b3b3b3\" cx=\"{:.2f}\" cy=\"{:.2f}\" "
        "stroke-width=\"0.1\" data-type=\"element node\" data-element-id=\"{}\" "
        "data-node-id=\"{}\" data-label-name=\"{}\"></circle>",
        at(i)[0], at(i)[1], i + 1, i + 1, xml_text(points[i]));
  return svg;
}

std::string label_text(std::string_view name, std::string_view rest) {
  return fmt::format("      <label><name>{}</name>{}</label>\n", xml_text(name), rest);
}

/// Labels must be unique: points without their own name are numbered.
void number_points(std::vector<std::string>& names) {
  std::set<std::string> taken(names.begin(), names.end());
  const bool differ = taken.size() == names.size() && !taken.contains("");
  for (std::size_t i = 0; i < names.size() && !differ; ++i) names[i] = std::to_string(i + 1);
}

}  // namespace

CvatWriter::CvatWriter(const TrackTable& table, const ClipInfo& clip)
    : table_(table), picture_(picture_of_masks(table, clip)) {
  for (std::uint32_t row = 0; row < table.row_count(); ++row) {
    if (kind_of(table, row) != Kind::skeleton) continue;
    const auto [known, fresh] = drawings_.try_emplace(class_text(table, row));
    Drawing& drawing = known->second;
    if (fresh) {
      const Skeleton& skeleton = table.skeletons[static_cast<std::size_t>(table.skeleton[row])];
      drawing = {skeleton.points, skeleton.bones};
    }
    drawing.points.resize(std::max(drawing.points.size(), table.key_points.of(row).size()));
  }
  for (auto& [label, drawing] : drawings_) number_points(drawing.points);
}

void CvatWriter::write_head(bool video, int frame_count, std::ostream& out) const {
  out << "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<annotations>\n  <version>1.1</version>\n"
         "  <meta><task>"
      << fmt::format("<mode>{}</mode>", video ? "interpolation" : "annotation");
  if (frame_count > 0) out << fmt::format("<size>{}</size>", frame_count);
  write_labels(out);
  if (video && picture_.width > 0 && picture_.height > 0)
    out << fmt::format("<original_size><width>{}</width><height>{}</height></original_size>",
                       picture_.width, picture_.height);
  out << "</task></meta>\n";
}

void CvatWriter::write_labels(std::ostream& out) const {
  std::string attributes;
  for (const AttributeColumn& column : table_.attributes)
    attributes += fmt::format(
        "<attribute><name>{}</name><mutable>True</mutable><input_type>text</input_type>"
        "<default_value></default_value><values></values></attribute>",
        xml_text(column.name));
  attributes = "<attributes>" + attributes + "</attributes>";
  out << "<labels>\n";
  for (const std::string& name : class_texts(table_)) {
    const auto known = drawings_.find(name);
    if (known == drawings_.end()) {
      out << label_text(name, attributes);
      continue;
    }
    const Drawing& drawing = known->second;
    out << label_text(name, "<type>skeleton</type>" + attributes + "<svg>" +
                                xml_text(drawing_text(drawing.points, drawing.bones)) + "</svg>");
    for (const std::string& point : drawing.points)
      out << label_text(point,
                        fmt::format("<type>points</type><parent>{}</parent>", xml_text(name)));
  }
  out << "    </labels>";
}

void CvatWriter::write_shape(std::uint32_t row, const std::string& head, CvatView view,
                             std::ostream& out) const {
  const Kind kind = kind_of(table_, row);
  out << fmt::format("    <{}{}", name_of(kind), head);
  if (view != CvatView::picture && kind != Kind::skeleton)
    out << fmt::format(" outside=\"{}\"", view == CvatView::outside ? 1 : 0);
  if (kind != Kind::skeleton) out << flag_text("occluded", table_, row, kind);
  out << tag_of(kind, table_, row) << flag_text("z_order", table_, row, kind) << ">";
  if (kind == Kind::skeleton) write_points(row, view, out);
  if (view != CvatView::outside) write_attributes(row, out);
  out << fmt::format("</{}>\n", name_of(kind));
}

/// Points by their names in the label's drawing; absent ones are outside.
void CvatWriter::write_points(std::uint32_t row, CvatView view, std::ostream& out) const {
  const auto points = table_.key_points.of(row);
  const Drawing& drawing = drawings_.at(class_text(table_, row));
  for (std::size_t i = 0; i < drawing.points.size(); ++i) {
    const KeyPoint point = i < points.size() ? points[i] : KeyPoint{};
    const bool absent = view == CvatView::outside || point.state == PointState::absent;
    out << fmt::format(
        "\n      <points label=\"{}\" outside=\"{}\" occluded=\"{}\"{} points=\"{}\"></points>",
        xml_text(drawing.points[i]), absent ? 1 : 0, point.state == PointState::hidden ? 1 : 0,
        view == CvatView::picture ? "" : " keyframe=\"1\"", place_text(point.at));
  }
  out << "\n    ";
}

void CvatWriter::write_attributes(std::uint32_t row, std::ostream& out) const {
  const Kind kind = kind_of(table_, row);
  for (const AttributeColumn& column : table_.attributes) {
    const Json value = attribute_json(column, row);
    if (value.is_null() || is_flag(column, row, kind)) continue;
    out << fmt::format("<attribute name=\"{}\">{}</attribute>", xml_text(column.name),
                       xml_text(value.is_string() ? value.as_string() : value.dump()));
  }
}

std::vector<std::string> cvat_losses(const TrackTable& table, bool video) {
  std::vector<std::string> lost = losses_of(table, {.ids = video,
                                                    .missing_ids = false,
                                                    .changing_classes = !video,
                                                    .scores = false,
                                                    .rotation = true,
                                                    .key_points = true,
                                                    .skeletons = true,
                                                    .outlines = true,
                                                    .masks = true});
  lose_outlines_beside_masks(table, lost);
  lose_skeletons_beside_classes(table, lost);
  const auto reject = [&](std::string what, auto test) {
    if (any_row(table, [&](std::uint32_t row) { return test(kind_of(table, row), row); }))
      lost.push_back(std::move(what));
  };
  reject("key points of objects that have an outline or a mask as well", [&](Kind kind,
                                                                             std::uint32_t row) {
    return (kind == Kind::polygon || kind == Kind::mask) && !table.key_points.of(row).empty();
  });
  reject("rings of outlines past the first", [&](Kind kind, std::uint32_t row) {
    return kind == Kind::polygon && table.outlines.of(row).back().ring > 0;
  });
  reject("that key points without a skeleton are not visible", [&](Kind kind, std::uint32_t row) {
    const auto visible = [](const KeyPoint& point) { return point.state == PointState::visible; };
    return kind == Kind::points && !std::ranges::all_of(table.key_points.of(row), visible);
  });
  reject("boxes that are not those around the shapes in them", [&](Kind kind, std::uint32_t row) {
    const auto around = box_of(kind, table, row);
    return around && !has_box(table, row, *around);
  });
  return lost;
}

}  // namespace overlace
