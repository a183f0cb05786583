// SPDX-License-Identifier: Apache-2.0
// cvat_video: "CVAT for video 1.1", XML with one track per object.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "io/tracks/builder/key_frames.h"
#include "io/tracks/formats/cvat/cvat_shapes.h"
#include "io/tracks/formats/cvat/cvat_writing.h"
#include "io/tracks/writing.h"
#include "track_format_list.h"

namespace overlace {
namespace {

TrackGuess sniff(const TrackSample& sample) {
  if (!looks_like_xml(sample.text, "annotations")) return {};
  if (sample.text.find("<track ") != std::string_view::npos) return {95, "it has annotated tracks"};
  if (sample.text.find("<mode>interpolation") != std::string_view::npos)
    return {90, "its mode is interpolation"};
  return {};
}

class Reader {
 public:
  Reader(TrackInput& input, const TrackReadOptions& options, TrackReport& report)
      : builder_(conventions(), options, report), report_(report), shapes_(builder_) {
    visit_xml(input,
              {"annotations/track", "annotations/meta/task", "annotations/meta/job",
               "annotations/meta/project", "annotations/meta/original_size"},
              [&](const XmlPart& part) {
                part.path == 0 ? add_track(part.element) : read_meta(part.element);
              });
  }

  TrackTable finish() {
    if (filled_ > 0)
      report_.assumptions.push_back(fmt::format(
          "{} shapes between key frames are interpolated linearly, as CVAT does", filled_));
    return builder_.finish();
  }

 private:
  static TrackConventions conventions() {
    TrackConventions out;
    out.frame_reason = "as CVAT does";
    out.pixel_reason = "as CVAT does";
    out.by_track = true;
    return out;
  }

  void read_meta(const XmlElement& meta) {
    const XmlElement* const size =
        meta.name == "original_size" ? &meta : meta.child("original_size");
    if (size != nullptr) {
      const double width = number_of_text(size->child_text("width"));
      const double height = number_of_text(size->child_text("height"));
      if (width >= 1 && width <= 65536 && height >= 1 && height <= 65536 && tracks_ == 0) {
        size_ = {static_cast<int>(width), static_cast<int>(height)};
        builder_.refer_to(size_, "as the task says");
      }
    }
    read_frame_filter(meta);
    if (const XmlElement* labels = meta.child("labels"))
      for (const XmlElement& label : labels->children) shapes_.declare(label);
  }

  /// "step=3": every third frame from start_frame on.
  void read_frame_filter(const XmlElement& meta) {
    builder_.see_frame();
    constexpr std::string_view key = "step=";
    const std::string_view filter = meta.child_text("frame_filter");
    const auto step =
        filter.starts_with(key) ? parse_field(filter.substr(key.size())) : std::nullopt;
    const auto first = parse_field(meta.child_text("start_frame"));
    if (!step || !step->is_whole || step->whole < 1 || step->whole > max_track_frames) return;
    annotated_ = {first && first->is_whole ? first->whole % step->whole : 0, step->whole};
    if (annotated_.step > 1)
      report_.assumptions.push_back(fmt::format(
          "the task has every frame number {} apart only, and nothing is between them ({})",
          annotated_.step, filter));
  }

  /// A point of a skeleton, stored as a track of its own beside the skeleton's shapes.
  struct PointTrack {
    std::string_view label;
    std::vector<std::pair<std::int64_t, const XmlElement*>> shapes{};  ///< ordered by frame
  };
  static std::vector<PointTrack> points_of(const XmlElement& track) {
    std::vector<PointTrack> points;
    for (const XmlElement& element : track.children) {
      if (element.name != "track") continue;
      PointTrack& point = points.emplace_back(PointTrack{element.get("label")});
      for (const XmlElement& shape : element.children)
        point.shapes.emplace_back(shape.integer("frame", no_frame), &shape);
      std::ranges::stable_sort(point.shapes, {}, frame_of_shape);
    }
    return points;
  }
  static std::int64_t frame_of_shape(const std::pair<std::int64_t, const XmlElement*>& shape) {
    return shape.first;
  }

  /// A skeleton's shape with the states of its points at that time.
  static XmlElement with_points(XmlElement shape, std::span<const PointTrack> points) {
    const std::int64_t frame = shape.integer("frame", no_frame);
    for (const PointTrack& point : points) {
      const auto next = std::ranges::upper_bound(point.shapes, frame, {}, frame_of_shape);
      if (next == point.shapes.begin()) continue;
      shape.children.push_back(*std::prev(next)->second);
      shape.children.back().attributes.emplace_back("label", point.label);
    }
    return shape;
  }

  /// A track's id has no meaning and may occur twice: then another is assigned.
  TrackId id_of(const XmlElement& track) {
    const TrackId id = track.integer("id", no_id);
    if (id >= 0 && ids_.insert(id).second) return id;
    builder_.remark(id >= 0 ? "the track's id occurs twice, and it gets another"
                            : "the track's id is not a 64-bit number, and it gets another",
                    track.line);
    while (!ids_.insert(free_id_).second) ++free_id_;
    return free_id_;
  }

  void add_track(const XmlElement& element) {
    ++tracks_;
    const TrackId id = id_of(element);
    const std::vector<PointTrack> points = points_of(element);
    std::vector<KeyFrame> track;
    XmlElement skeleton;
    for (const XmlElement& child : element.children) {
      if (child.name == "track") continue;  // a skeleton's point
      if (!CvatShapes::is_shape(child)) {
        shapes_.reject(child);
        continue;
      }
      const XmlElement& shape =
          child.name == "skeleton" ? (skeleton = with_points(child, points)) : child;
      KeyFrame frame{.detection = shapes_.read(shape, element.get("label"), size_),
                     .line = shape.line};
      frame.detection.box.frame = shape.integer("frame", no_frame);
      frame.detection.box.id = id;
      frame.shown = frame.goes_on = !CvatShapes::is_outside(shape);
      track.push_back(std::move(frame));
    }
    const auto frame_of = [](const KeyFrame& key) { return key.detection.box.frame; };
    std::ranges::stable_sort(track, {}, frame_of);
    filled_ += add_key_frames(std::move(track), -1, straight_between, builder_, annotated_);
  }

  TrackBuilder builder_;
  TrackReport& report_;
  CvatShapes shapes_;
  Size size_;
  AnnotatedFrames annotated_;
  std::set<TrackId> ids_;
  TrackId free_id_ = 0;  ///< the next free id is this or a later one
  std::uint64_t tracks_ = 0, filled_ = 0;
};

/// A shape outside the picture ends a track at a gap: otherwise the gap would be filled in, and the
/// last shape would continue to the end of the clip. CVAT accepts none past that end.
void write(const TrackTable& table, const ClipInfo& clip, std::ostream& out) {
  const CvatWriter writer(table, clip);
  writer.write_head(true, clip.frame_count, out);
  const auto key_frame = [](std::int32_t frame) {
    return fmt::format(" frame=\"{}\" keyframe=\"1\"", frame);
  };
  const NumberedTracks tracks = number_tracks(table);
  for (std::size_t i = 0; i < tracks.rows.size(); ++i) {
    out << fmt::format("  <track id=\"{}\" label=\"{}\" source=\"auto\">\n", tracks.id[i],
                       xml_text(class_text(table, tracks.rows[i].front().row)));
    for (const RowInFrame& at : tracks.rows[i]) {
      writer.write_shape(at.row, key_frame(at.frame), CvatView::inside, out);
      const bool at_end = at.frame + 1 == clip.frame_count;
      if (!at.goes_on && !at_end)
        writer.write_shape(at.row, key_frame(at.frame + 1), CvatView::outside, out);
    }
    out << "  </track>\n";
  }
  out << "</annotations>\n";
}

std::vector<std::string> losses(const TrackTable& table) {
  return cvat_losses(table, true);
}

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  return Reader(input, options, report).finish();
}

}  // namespace

TrackFormat cvat_video() {
  return {
      .name = "cvat_video",
      .title = "CVAT for video 1.1",
      .doc =
          "XML tracks of box, polygon, polyline, points, ellipse, skeleton and mask. Frames and "
          "pixels count from 0; outside=\"1\" hides the object from that frame on. Between key "
          "frames shapes are interpolated linearly, as in CVAT; an ellipse is kept as its box. An "
          "object is written as one shape: its mask, else its outline, its key points, or its box.",
      .extensions = {".xml"},
      .rules = {"from 0", "from 0", "corners", "of the tracks; unique here"},
      .sniff = sniff,
      .read = read,
      .write = write,
      .losses = losses};
}

}  // namespace overlace
