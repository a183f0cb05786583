// SPDX-License-Identifier: Apache-2.0
// KITTI's object labels.
#include "io/tracks/formats/kitti/kitti.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "io/tracks/rows/numbers.h"
#include "io/tracks/writing.h"

namespace overlace {
namespace {

/// The numbers after the type.
enum Field : std::size_t {
  truncated,
  occluded,
  alpha,
  left,
  top,
  right,
  bottom,
  height_m,
  width_m,
  length_m,
  x_m,
  y_m,
  z_m,
  rotation_y,
  score,
  count
};
using Numbers = std::array<double, count>;

/// False when a field is not a number; a missing score is NaN.
bool parse(std::span<const std::string_view> fields, Numbers& out) {
  out.fill(std::numeric_limits<double>::quiet_NaN());
  if (fields.size() < kitti_fields || fields.size() > kitti_fields + 1) return false;
  for (std::size_t i = 1; i < fields.size(); ++i) {
    const auto number = parse_field(fields[i]);
    if (!number) return false;
    out[i - 1] = number->value;
  }
  return true;
}

/// A number that becomes an attribute.
struct Attribute {
  Field field;
  std::string_view name;
  double unknown;  ///< the value that means "unknown"
  bool in_space;   ///< meaningful only if the object's size in metres is known
};
constexpr Attribute attributes[] = {
    {truncated, "truncated", -1, false}, {occluded, "occluded", -1, false},
    {alpha, "alpha", -10, true},         {height_m, "height_m", -1, true},
    {width_m, "width_m", -1, true},      {length_m, "length_m", -1, true},
    {x_m, "x_m", -1000, true},           {y_m, "y_m", -1000, true},
    {z_m, "z_m", -1000, true},           {rotation_y, "rotation_y", -10, true}};

/// The numbers for the object's position in space are valid only if its size is.
bool is_placed(const Numbers& n) {
  return n[height_m] > 0;
}

/// Whether the reader makes an attribute of a number.
bool is_known(const Attribute& attribute, const Numbers& n) {
  if (attribute.in_space && !is_placed(n)) return false;
  const bool optional = !attribute.in_space || attribute.field == alpha;
  return !optional || n[attribute.field] != attribute.unknown;
}

void keep_attributes(const Numbers& n, TrackBuilder& builder) {
  for (const Attribute& attribute : attributes)
    if (is_known(attribute, n)) builder.set(attribute.name, n[attribute.field]);
}

/// The value of a row's attribute, NaN when it has none.
float value_of(const TrackTable& table, std::string_view name, std::uint32_t row) {
  const AttributeColumn* const column = find_numbers(table, name);
  return column == nullptr ? std::numeric_limits<float>::quiet_NaN() : column->values[row];
}

/// The attributes of a row as a label stores them; the box and the score are not filled in.
Numbers numbers_of(const TrackTable& table, std::uint32_t row) {
  Numbers n{};
  bool whole = true;
  for (const Attribute& attribute : attributes) {
    const float value = value_of(table, attribute.name, row);
    const bool given = std::isfinite(value);
    n[attribute.field] = given ? decimal(value) : attribute.unknown;
    whole = whole && (given || !attribute.in_space || attribute.field == alpha);
  }
  if (whole && is_placed(n)) return n;
  for (const Attribute& attribute : attributes)
    if (attribute.in_space) n[attribute.field] = attribute.unknown;
  return n;
}

/// Whether a value that some row has does not survive a round trip.
bool loses_values(const TrackTable& table, const Attribute& attribute) {
  if (find_numbers(table, attribute.name) == nullptr) return false;
  for (std::uint32_t row = 0; row < table.row_count(); ++row)
    if (std::isfinite(value_of(table, attribute.name, row)) &&
        !is_known(attribute, numbers_of(table, row)))
      return true;
  return false;
}

}  // namespace

bool is_kitti(std::span<const std::string_view> fields) {
  Numbers numbers;
  return parse(fields, numbers) && !parse_field(fields[0]);
}

void take_kitti(std::span<const std::string_view> fields, std::int64_t frame, TrackId id,
                std::uint64_t line, const TrackReadOptions& options, TrackBuilder& builder) {
  Numbers n;
  if (!parse(fields, n)) return builder.reject("the row is not a KITTI label", line);
  if (options.drop_ignored && fields[0] == "DontCare") return builder.leave_out();
  const FileBox box{.frame = frame,
                    .id = id,
                    .x = n[left],
                    .y = n[top],
                    .width = n[right] - n[left],
                    .height = n[bottom] - n[top],
                    .class_index = builder.class_named(fields[0]),
                    .score = static_cast<float>(n[score])};
  if (builder.add(box, line)) keep_attributes(n, builder);
}

std::string kitti_type(std::string_view class_name) {
  if (class_name.empty()) return "Misc";
  std::string type(class_name);
  for (char& c : type)
    if (std::string_view(" \t\r\n\"#").find(c) != std::string_view::npos) c = '_';
  return parse_field(type) ? "class_" + type : type;
}

std::string kitti_label(const TrackTable& table, std::uint32_t row) {
  const Numbers n = numbers_of(table, row);
  std::string label =
      fmt::format("{} {} {} {} {}", kitti_type(class_text(table, row)), n[truncated], n[occluded],
                  n[alpha], corners_text(table.box[row]));
  for (std::size_t i = height_m; i <= rotation_y; ++i) label += fmt::format(" {}", n[i]);
  if (!std::isnan(table.score[row])) label += fmt::format(" {}", table.score[row]);
  return label;
}

std::vector<std::string> losses_of_kitti(const TrackTable& table, bool ids) {
  TrackAbilities can{.ids = ids, .missing_classes = false, .numbers = false, .texts = false};
  for (const Attribute& attribute : attributes) can.attributes.push_back(attribute.name);
  std::vector<std::string> lost = losses_of(table, can);
  for (const Attribute& attribute : attributes)
    if (loses_values(table, attribute))
      lost.push_back(fmt::format("attribute {} of some boxes", attribute.name));
  if (std::ranges::any_of(class_texts(table),
                          [](const std::string& name) { return kitti_type(name) != name; }))
    lost.emplace_back("names of classes that are not one word");
  return lost;
}

}  // namespace overlace
