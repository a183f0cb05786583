// SPDX-License-Identifier: Apache-2.0
// ua_detrac: UA-DETRAC, XML with the targets of every frame.
#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "io/tracks/detection.h"
#include "io/tracks/writing.h"
#include "io/tracks/xml/xml_parts.h"
#include "track_format_list.h"

namespace overlace {
namespace {

TrackGuess sniff(const TrackSample& sample) {
  if (!looks_like_xml(sample.text, "sequence")) return {};
  if (sample.text.find("<target_list>") == std::string_view::npos &&
      sample.text.find("<ignored_region>") == std::string_view::npos)
    return {};
  return {95, "its sequence has lists of targets"};
}

void add_target(std::int64_t frame, const XmlElement& target, TrackBuilder& builder) {
  const XmlElement* const box = target.child("box");
  if (box == nullptr) return builder.reject("the target has no box", target.line);
  Detection detection;
  detection.box.frame = frame;
  constexpr TrackId unreadable = std::numeric_limits<TrackId>::min();
  detection.box.id = target.integer("id", target.get("id").empty() ? no_id : unreadable);
  if (detection.box.id == unreadable) {
    builder.remark("the id is not a 64-bit integer and taken as none", target.line);
    detection.box.id = no_id;
  }
  detection.box.x = box->number("left");
  detection.box.y = box->number("top");
  detection.box.width = box->number("width");
  detection.box.height = box->number("height");
  if (const XmlElement* facts = target.child("attribute"))
    for (const auto& [name, text] : facts->attributes) {
      if (name == "vehicle_type")
        detection.box.class_index = builder.class_named(text);
      else if (const double value = number_of_text(text); !std::isnan(value))
        detection.attributes.emplace_back(name, value);
      else
        detection.attributes.emplace_back(name, text);
    }
  add_detection(builder, std::move(detection), target.line);
}

void write_target(const TrackTable& table, std::uint32_t row, TrackId id, std::ostream& out) {
  const Box& b = table.box[row];
  out << fmt::format(
      "      <target id=\"{}\"><box left=\"{}\" top=\"{}\" width=\"{}\" height=\"{}\"/>", id,
      decimal(b.x) + 1, decimal(b.y) + 1, b.width, b.height);
  if (const std::string type = class_text(table, row); !type.empty())
    out << fmt::format("<attribute vehicle_type=\"{}\"/>", xml_text(type));
  out << "</target>\n";
}

void write(const TrackTable& table, const ClipInfo& /*clip*/, std::ostream& out) {
  const NumberedTracks tracks = number_tracks(table);
  out << "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<sequence name=\"clip\">\n";
  for_each_frame(table, [&](std::int32_t frame, RowRange rows) {
    out << fmt::format("  <frame density=\"{}\" num=\"{}\">\n    <target_list>\n", rows.size(),
                       frame + 1);
    for (std::uint32_t row = rows.begin; row < rows.end; ++row)
      write_target(table, row, tracks.id_of_row[row], out);
    out << "    </target_list>\n  </frame>\n";
  });
  out << "</sequence>\n";
}

std::vector<std::string> losses(const TrackTable& table) {
  return losses_of(table,
                   {.missing_ids = false, .scores = false, .numbers = false, .texts = false});
}

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  TrackConventions conventions;
  conventions.frame_base = 1;
  conventions.frame_reason = "as UA-DETRAC does";
  conventions.pixel_base = 1;
  conventions.pixel_reason = "as the readers of UA-DETRAC take it";
  TrackBuilder builder(conventions, options, report);
  visit_xml(input, {"sequence/frame", "sequence/ignored_region/box"}, [&](const XmlPart& part) {
    if (part.path == 1)
      return builder.remark("an ignored region is not an object and is left out",
                            part.element.line);
    builder.see_frame();
    const std::int64_t frame = part.element.integer("num", no_frame);
    if (const XmlElement* targets = part.element.child("target_list"))
      for (const XmlElement& target : targets->children)
        if (target.name == "target") add_target(frame, target, builder);
  });
  return builder.finish();
}

}  // namespace

TrackFormat ua_detrac() {
  return {.name = "ua_detrac",
          .title = "UA-DETRAC",
          .doc =
              "XML: frame num, targets with id and box left, top, width, height, vehicle_type and "
              "other properties as attributes. Frames and pixels count from 1; ignored regions are "
              "left out.",
          .extensions = {".xml"},
          .rules = {"from 1", "from 1", "left, top, width, height", "whole clip"},
          .sniff = sniff,
          .read = read,
          .write = write,
          .losses = losses};
}

}  // namespace overlace
