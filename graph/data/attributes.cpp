// SPDX-License-Identifier: Apache-2.0
// The documented names of attributes.
#include "graph/data/attributes.h"

#include <algorithm>

namespace overlace {
namespace {

using enum AttributeSource;

constexpr AttributeInfo builtins[] = {
    {"id", id, "", "Identity of the track; none for a detection that nothing has tracked."},
    {"class", class_index, "", "Number of the class; none when the file gives no class."},
    {"score", score, "", "Confidence as the file gave it; none when it gave none."},
    {"x", x, "px", "Horizontal position of the centre."},
    {"y", y, "px", "Vertical position of the centre, downwards."},
    {"width", width, "px", "Width of the box."},
    {"height", height, "px", "Height of the box."},
    {"area", area, "px2", "Width times height."},
    {"aspect", aspect, "", "Width divided by height."},
    {"age", age, "frames", "Frames since the track began."},
    {"remaining", remaining, "frames", "Frames until the track ends."},
    {"speed", speed, "px/s", "Length of the velocity."},
    {"heading", heading, "degrees",
     "Direction of the velocity, 0 to 360: 0 to the right, 90 downwards; none at rest."},
    {"index", index, "",
     "Place among the objects of the frame, from 0; none for one that has left."},
    {"random", random, "", "0 to 1: a number that an id has in every frame and every clip."},
    {"presence", presence, "",
     "0 to 1: how far a new or leaving object is shown, by the node's enter and leave."},
    {"length", link_length, "px", "Distance between the two ends of the link."},
    {"link_age", link_age, "frames", "Frames since the link was born."},
    {"strength", link_strength, "", "0 to 1: how far the link has faded in or out."},
};

}  // namespace

std::span<const AttributeInfo> builtin_attributes() {
  return builtins;
}

float unit_of(AttributeRef attribute, float scale) {
  const auto* const builtin = std::ranges::find(builtins, attribute.source, &AttributeInfo::source);
  if (builtin == std::end(builtins) || !builtin->unit.starts_with("px")) return 1;
  return builtin->unit == "px2" ? scale * scale : scale;
}

std::optional<AttributeRef> find_attribute(std::string_view name, const TrackTable* table) {
  const auto* const builtin = std::ranges::find(builtins, name, &AttributeInfo::name);
  if (builtin != std::end(builtins)) return AttributeRef{builtin->source, 0};
  if (table == nullptr) return std::nullopt;
  const auto column = std::ranges::find(table->attributes, name, &AttributeColumn::name);
  if (column == table->attributes.end()) return std::nullopt;
  return AttributeRef{AttributeSource::column,
                      static_cast<std::uint32_t>(column - table->attributes.begin())};
}

}  // namespace overlace
