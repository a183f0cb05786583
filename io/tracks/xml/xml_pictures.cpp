// SPDX-License-Identifier: Apache-2.0
// Reads the XML files of a folder.
#include "io/tracks/xml/xml_pictures.h"

#include <cmath>

#include "io/tracks/rows/numbers.h"

namespace overlace {

TrackTable read_xml_pictures(TrackInput& input, const TrackReadOptions& options,
                             TrackReport& report, const XmlPictures& format) {
  TrackConventions conventions;
  conventions.frame_reason = "by the names of the files";
  conventions.pixel_reason = format.tool;
  TrackBuilder builder(conventions, options, report);
  std::optional<Size> first;
  for_each_frame(*input.files, builder, [&](const FrameFile& file, std::istream& text) {
    TrackInput one{text, file.path};
    visit_xml(one, {"annotation"}, [&](const XmlPart& part) {
      const Size size = format.size_of(part.element);
      if (!first && size != Size{}) builder.refer_to(size, "as the annotations say");
      if (!first) first = size;
      if (size != *first)
        builder.remark("the picture has another size than the first one", part.element.line);
      for (const XmlElement& child : part.element.children)
        if (child.name == format.object) format.add(child, file.frame, builder);
    });
  });
  return builder.finish();
}

Size picture_size(std::string_view width, std::string_view height) {
  constexpr double largest = 1 << 16;
  const double w = number_of_text(width), h = number_of_text(height);
  if (!(w >= 1 && h >= 1 && w <= largest && h <= largest)) return {};
  return {static_cast<int>(w), static_cast<int>(h)};
}

std::optional<std::int64_t> whole_number_of_text(std::string_view text) {
  const auto number = parse_field(text);
  return number && number->is_whole ? std::optional(number->whole) : std::nullopt;
}

}  // namespace overlace
