// SPDX-License-Identifier: Apache-2.0
// KITTI's object labels.
#include "io/tracks/kitti.h"

#include <algorithm>
#include <array>

#include "io/tracks/numbers.h"

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
  dimensions,
  location = 10,
  rotation_y = 13,
  score,
  count
};
using Numbers = std::array<double, count>;

/// False when a field is no number; a score that is not given is NaN.
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

void keep_attributes(const Numbers& n, TrackBuilder& builder) {
  if (n[truncated] != -1) builder.set("truncated", n[truncated]);
  if (n[occluded] != -1) builder.set("occluded", n[occluded]);
  const bool has_size = n[dimensions] > 0;
  if (n[alpha] != -10 && has_size) builder.set("alpha", n[alpha]);
  if (!has_size) return;
  constexpr std::string_view names[] = {"height_m", "width_m", "length_m",  "x_m",
                                        "y_m",      "z_m",     "rotation_y"};
  static_assert(std::size(names) == rotation_y - dimensions + 1);
  for (std::size_t i = 0; i < std::size(names); ++i) builder.set(names[i], n[dimensions + i]);
}

}  // namespace

bool is_kitti(std::span<const std::string_view> fields) {
  Numbers numbers;
  return parse(fields, numbers) && !parse_field(fields[0]);
}

void take_kitti(std::span<const std::string_view> fields, std::int64_t frame, TrackId id,
                std::uint64_t line, const TrackReadOptions& options, TrackBuilder& builder) {
  Numbers n;
  if (!parse(fields, n)) return builder.lose("the row is not a KITTI label", line);
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

}  // namespace overlace
