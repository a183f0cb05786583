// SPDX-License-Identifier: Apache-2.0
// cvat_images: "CVAT for images 1.1", XML with shapes per image and no tracks.
#include <fmt/format.h>

#include "io/tracks/formats/cvat/cvat_shapes.h"
#include "io/tracks/formats/cvat/cvat_writing.h"
#include "io/tracks/writing.h"
#include "track_format_list.h"

namespace overlace {
namespace {

TrackGuess sniff(const TrackSample& sample) {
  if (!looks_like_xml(sample.text, "annotations")) return {};
  if (sample.text.find("<image ") != std::string_view::npos) return {95, "it has annotated images"};
  return {};
}

Size size_of(const XmlElement& image) {
  const double width = image.number("width"), height = image.number("height");
  const auto is_side = [](double side) { return side >= 1 && side <= 65536; };
  if (!is_side(width) || !is_side(height)) return {};
  return {static_cast<int>(width), static_cast<int>(height)};
}

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  TrackConventions conventions;
  conventions.frame_reason = "by the ids of the images";
  conventions.pixel_reason = "as CVAT does";
  conventions.by_track = true;  // images come in any order
  TrackBuilder builder(conventions, options, report);
  CvatShapes shapes(builder);
  Size all;
  std::int64_t images = 0;
  const auto add_image = [&](const XmlElement& image) {
    const Size size = size_of(image);
    if (images == 0 && size.width > 0) builder.refer_to(all = size, "as the images say");
    if (size != all) builder.remark("the image has another size than the first one", image.line);
    const std::int64_t frame = image.integer("id", image.get("id").empty() ? images : no_frame);
    ++images;
    builder.see_frame();
    for (const XmlElement& shape : image.children) {
      if (shape.name == "tag") continue;  // describes the whole picture
      if (!CvatShapes::is_shape(shape)) {
        shapes.reject(shape);
        continue;
      }
      Detection detection = shapes.read(shape, "", size);
      detection.box.frame = frame;
      add_detection(builder, std::move(detection), shape.line);
    }
  };
  visit_xml(input,
            {"annotations/image", "annotations/meta/task/labels/label",
             "annotations/meta/job/labels/label", "annotations/meta/project/labels/label"},
            [&](const XmlPart& part) {
              part.path == 0 ? add_image(part.element) : shapes.declare(part.element);
            });
  return builder.finish();
}

/// Frames are named as CVAT names those of a video.
void write(const TrackTable& table, const ClipInfo& clip, std::ostream& out) {
  const CvatWriter writer(table, clip);
  writer.write_head(false, clip.frame_count, out);
  const Size picture = writer.picture();
  for_each_frame(table, [&](std::int32_t frame, RowRange rows) {
    out << fmt::format("  <image id=\"{}\" name=\"frame_{:06}.png\"", frame, frame);
    if (picture.width > 0 && picture.height > 0)
      out << fmt::format(" width=\"{}\" height=\"{}\"", picture.width, picture.height);
    out << ">\n";
    for (std::uint32_t row = rows.begin; row < rows.end; ++row)
      writer.write_shape(
          row, fmt::format(" label=\"{}\" source=\"auto\"", xml_text(class_text(table, row))),
          CvatView::picture, out);
    out << "  </image>\n";
  });
  out << "</annotations>\n";
}

std::vector<std::string> losses(const TrackTable& table) {
  return cvat_losses(table, false);
}

}  // namespace

TrackFormat cvat_images() {
  return {
      .name = "cvat_images",
      .title = "CVAT for images 1.1",
      .doc =
          "XML images with box, polygon, polyline, points, ellipse, skeleton and mask. Frames are "
          "the ids of the images, from 0; there are no track ids. An object is written as one "
          "shape: "
          "its mask, else its outline, its key points, or its box.",
      .extensions = {".xml"},
      .rules = {"ids of the images from 0", "from 0", "corners", "none"},
      .sniff = sniff,
      .read = read,
      .write = write,
      .losses = losses};
}

}  // namespace overlace
