// SPDX-License-Identifier: Apache-2.0
// scalabel: Scalabel's frames with labels, the format of BDD100K.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "io/tracks/frame_files.h"
#include "io/tracks/json/coco_annotations.h"
#include "io/tracks/rows/names.h"
#include "io/tracks/writing.h"
#include "track_format_list.h"

namespace overlace {
namespace {

constexpr std::size_t most_joints = 65'535;  // the limit for bones' point numbers

TrackGuess sniff(const TrackSample& sample) {
  if (!looks_like_json(sample.text, "[{", {"labels", "name"})) return {};
  if (has_key(sample.text, "box2d") || has_key(sample.text, "poly2d") ||
      has_key(sample.text, "videoName") || has_key(sample.text, "frameIndex"))
    return {90, "its frames have labels as Scalabel writes them"};
  return {};
}

std::string_view video_of(const Json& frame) {
  const std::string_view name = text_in(frame, "videoName");
  return name.empty() ? text_in(frame, "video_name") : name;
}

std::optional<std::int64_t> index_of(const Json& frame) {
  for (const char* key : {"frameIndex", "frame_index", "index"})
    if (const std::int64_t index = integer_in(frame, key, -1); index >= 0) return index;
  return frame_in_name(text_in(frame, "name"));
}

/// Adds the points of a cubic curve after its start, from its four control points.
void add_curve(const std::array<FilePoint, 4>& p, std::vector<double>& ring) {
  constexpr int pieces = 12;
  for (int i = 1; i <= pieces; ++i) {
    const double t = static_cast<double>(i) / pieces, s = 1 - t;
    const double b[] = {s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t};
    ring.push_back(b[0] * p[0].x + b[1] * p[1].x + b[2] * p[2].x + b[3] * p[3].x);
    ring.push_back(b[0] * p[0].y + b[1] * p[1].y + b[2] * p[2].y + b[3] * p[3].y);
  }
}

/// The corners of a polygon, with curves flattened. Type "L" is a corner; two "C" after a corner
/// are the control points of a cubic curve to the next corner; the last one is followed by the
/// first.
std::vector<double> flattened(std::span<const Json> vertices, std::string_view types) {
  std::vector<FilePoint> at;
  for (const Json& vertex : vertices)
    if (const std::vector<double> n = numbers_of(elements(vertex)); n.size() >= 2)
      at.push_back({n[0], n[1]});
    else
      at.push_back({Detection::not_given, Detection::not_given});
  const auto is_control = [&](std::size_t i) { return i < types.size() && types[i] == 'C'; };
  std::vector<double> ring;
  for (std::size_t i = 0; i < at.size(); ++i) {
    if (is_control(i)) continue;
    ring.insert(ring.end(), {at[i].x, at[i].y});
    if (!is_control(i + 1) || !is_control(i + 2) || i + 2 >= at.size()) continue;
    add_curve({at[i], at[i + 1], at[i + 2], at[(i + 3) % at.size()]}, ring);
    ring.resize(ring.size() - 2);  // the next corner adds itself
  }
  return ring;
}

/// Outlines of "poly2d". An open one is a line, such as a lane.
void read_polygons(const Json& polygons, Detection& detection, TrackBuilder& builder) {
  Skeleton lines;
  for (const Json& polygon : elements(polygons)) {
    const std::vector<double> ring =
        flattened(list_in(polygon, "vertices"), text_in(polygon, "types"));
    const Json* const closed = polygon.find("closed");
    if (closed != nullptr && *closed == Json(false))
      detection.add_line(ring, lines);
    else
      detection.add_ring(ring);
  }
  if (!lines.points.empty()) detection.skeleton = builder.skeleton_like(lines);
}

/// "V" is visible and "N" is not, as in bdd100k's own reader; without either, a score of 0 marks a
/// joint that was not found.
FileKeyPoint read_joint(const Json& node) {
  FileKeyPoint point{.score = static_cast<float>(number_in(node, "score"))};
  const std::vector<double> at = numbers_of(list_in(node, "location"));
  const std::string_view visibility = text_in(node, "visibility");
  if (at.size() < 2 || (visibility.empty() && point.score <= 0)) return point;
  point.at = {at[0], at[1]};
  point.state = visibility == "N" ? PointState::hidden : PointState::visible;
  return point;
}

/// Joints of a pose and the bones between them; other graphs are outlines in another notation.
void read_graph(const Json& graph, std::string_view category, Detection& detection,
                TrackBuilder& builder) {
  const std::string_view type = text_in(graph, "type");
  if (!type.empty() && !type.starts_with("Pose2D"))
    return builder.remark(fmt::format("a graph of the type '{}' is not read", type), graph.line);
  Skeleton skeleton;
  skeleton.name = category;
  std::map<std::string, std::size_t, std::less<>> places;  // of nodes, by id
  for (const Json& node : list_in(graph, "nodes")) {
    const Json* const id = node.find("id");
    if (id != nullptr)
      places.emplace(id->is_string() ? id->as_string() : id->dump(), places.size());
    skeleton.points.emplace_back(text_in(node, "category"));
    detection.key_points.push_back(read_joint(node));
  }
  const auto place_of = [&](const Json& edge, const char* end) {
    const auto place = places.find(text_in(edge, end));
    return place == places.end() ? most_joints : place->second;
  };
  for (const Json& edge : list_in(graph, "edges")) {
    const std::size_t from = place_of(edge, "source"), to = place_of(edge, "target");
    if (std::max(from, to) < most_joints)
      skeleton.bones.push_back({static_cast<std::uint16_t>(from), static_cast<std::uint16_t>(to)});
  }
  if (!detection.key_points.empty()) detection.skeleton = builder.skeleton_like(skeleton);
}

void read_shapes(const Json& label, Detection& detection, TrackBuilder& builder) {
  if (const Json* box = label.find("box2d"); box != nullptr && box->is_object())
    detection.set_corners(number_in(*box, "x1"), number_in(*box, "y1"), number_in(*box, "x2"),
                          number_in(*box, "y2"));
  if (const Json* polygons = label.find("poly2d")) read_polygons(*polygons, detection, builder);
  if (const Json* rle = label.find("rle"); rle != nullptr && rle->is_object())
    if (const std::string problem = read_coco_segmentation(*rle, detection); !problem.empty())
      builder.remark(problem + " and is left out", rle->line);
  if (const Json* graph = label.find("graph");
      graph != nullptr && graph->is_object() && detection.key_points.empty())
    read_graph(*graph, text_in(label, "category"), detection, builder);
}

class Reader {
 public:
  Reader(TrackInput& input, const TrackReadOptions& options, TrackReport& report)
      : input_(input), video_(choose_video(options, report)) {
    TrackConventions conventions;
    conventions.frame_reason = "by the frameIndex of the frames";
    conventions.pixel_reason = "as Scalabel does";
    conventions.size = size_;
    conventions.size_reason = "as the file says";
    builder_.emplace(conventions, options, report);
    rewind(input);
    visit_json(input, {"/#", "/frames/#"}, [&](const JsonPart& part) { add_frame(part.value); });
  }
  TrackTable finish() { return builder_->finish(); }

 private:
  /// Scans the file for its videos and the size of their pictures.
  std::string choose_video(const TrackReadOptions& options, TrackReport& report) {
    std::set<std::string> videos;
    visit_json(input_,
               {"/#/videoName", "/frames/#/videoName", "/#/video_name", "/frames/#/video_name",
                "/config/imageSize"},
               [&](const JsonPart& part) {
                 if (part.value.is_string()) videos.insert(part.value.as_string());
                 if (part.value.is_object()) size_ = size_in(part.value);
               });
    const std::vector<std::string> names(videos.begin(), videos.end());
    return names.empty() ? std::string() : names[choose_sequence(names, options, report)];
  }

  void add_frame(const Json& frame) {
    if (!frame.is_object() || video_of(frame) != video_) return;
    builder_->see_frame();
    const auto index = index_of(frame);
    for (const Json& label : list_in(frame, "labels")) {
      if (!index) {
        builder_->reject("the frame has no frameIndex and no number in its name", label.line);
        continue;
      }
      Detection detection;
      detection.box.frame = *index;
      ids_.identify(detection, label.find("id"), *builder_, label.line);
      if (const std::string_view category = text_in(label, "category"); !category.empty())
        detection.box.class_index = builder_->class_named(category);
      detection.box.score = static_cast<float>(number_in(label, "score"));
      read_shapes(label, detection, *builder_);
      detection.add_attributes(
          label, {"id", "category", "score", "box2d", "poly2d", "rle", "box3d", "graph",
                  "attributes", "manualShape", "manualAttributes", "index"});
      if (const Json* attributes = label.find("attributes"))
        detection.add_attributes(*attributes, {});
      add_detection(*builder_, std::move(detection), label.line);
    }
  }

  TrackInput& input_;
  Size size_;
  std::string video_;
  std::optional<TrackBuilder> builder_;
  TrackIds ids_;
};

Json polygons_json(std::span<const OutlinePoint> outline) {
  Json polygons{Json::Array{}};
  const Json rings = rings_json(outline);
  for (const Json& ring : rings.as_array()) {
    Json vertices{Json::Array{}};
    for (std::size_t i = 0; i + 1 < ring.as_array().size(); i += 2)
      vertices.push_back(Json::Array{ring.as_array()[i], ring.as_array()[i + 1]});
    const std::string types(vertices.as_array().size(), 'L');
    polygons.push_back(
        Json::Object{{"vertices", std::move(vertices)}, {"types", types}, {"closed", true}});
  }
  return polygons;
}

/// All joints, so that they are the same for every label; an absent one has a score of 0.
Json graph_json(const TrackTable& table, std::uint32_t row) {
  const auto points = table.key_points.of(row);
  const bool known = !table.skeleton.empty() && table.skeleton[row] >= 0;
  const Skeleton skeleton =
      known ? table.skeletons[static_cast<std::size_t>(table.skeleton[row])] : Skeleton{};
  Json nodes{Json::Array{}}, edges{Json::Array{}};
  for (std::size_t i = 0; i < points.size(); ++i) {
    const KeyPoint& point = points[i];
    const bool absent = point.state == PointState::absent;
    Json node = Json::Object{
        {"location", Json::Array{float_json(point.at.x), float_json(point.at.y)}},
        {"category", i < skeleton.points.size() ? skeleton.points[i] : std::to_string(i)},
        {"id", std::to_string(i)}};
    if (!absent) node.set("visibility", point.state == PointState::hidden ? "N" : "V");
    if (absent || !std::isnan(point.score)) node.set("score", absent ? 0 : decimal(point.score));
    nodes.push_back(std::move(node));
  }
  for (const Skeleton::Bone& bone : skeleton.bones)
    if (std::max(bone.from, bone.to) < points.size())
      edges.push_back(
          Json::Object{{"source", std::to_string(bone.from)}, {"target", std::to_string(bone.to)}});
  return Json::Object{{"nodes", std::move(nodes)},
                      {"edges", std::move(edges)},
                      {"type", fmt::format("Pose2D-{}Joints", points.size())}};
}

Json label_json(const TrackTable& table, std::uint32_t row) {
  const Box& b = table.box[row];
  Json json = Json::Object{{"box2d", Json::Object{{"x1", float_json(b.x)},
                                                  {"y1", float_json(b.y)},
                                                  {"x2", decimal(b.x) + decimal(b.width)},
                                                  {"y2", decimal(b.y) + decimal(b.height)}}}};
  if (table.id[row] != no_id) json.set("id", std::to_string(table.id[row]));
  if (std::string category = class_text(table, row); !category.empty())
    json.set("category", std::move(category));
  if (!std::isnan(table.score[row])) json.set("score", float_json(table.score[row]));
  if (const auto outline = table.outlines.of(row); !outline.empty())
    json.set("poly2d", polygons_json(outline));
  if (const auto runs = table.mask_runs.of(row); !runs.empty())
    json.set("rle", mask_json(table.mask_size[row], runs));
  if (!table.key_points.of(row).empty()) json.set("graph", graph_json(table, row));
  if (Json attributes = attributes_json(table, row); !attributes.as_object().empty())
    json.set("attributes", std::move(attributes));
  return json;
}

void write(const TrackTable& table, const ClipInfo& clip, std::ostream& out) {
  out << "{\n";
  if (clip.size.width > 0 && clip.size.height > 0)
    out << fmt::format("  \"config\": {{\"imageSize\": {{\"width\": {}, \"height\": {}}}}},\n",
                       clip.size.width, clip.size.height);
  out << "  \"frames\": ";
  JsonListWriter frames(out, "    ");
  for_each_frame(table, [&](std::int32_t frame, RowRange rows) {
    Json labels{Json::Array{}};
    for (std::uint32_t row = rows.begin; row < rows.end; ++row)
      labels.push_back(label_json(table, row));
    frames.add(Json::Object{{"name", fmt::format("{:06}.jpg", frame)},
                            {"videoName", "clip"},
                            {"frameIndex", frame},
                            {"labels", std::move(labels)}});
  });
  frames.close();
  out << "\n}\n";
}

std::vector<std::string> losses(const TrackTable& table) {
  return losses_of(table, {.key_points = true,
                           .key_point_scores = true,
                           .skeletons = true,
                           .outlines = true,
                           .masks = true});
}

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  return Reader(input, options, report).finish();
}

}  // namespace

TrackFormat scalabel() {
  return {.name = "scalabel",
          .title = "Scalabel, BDD100K",
          .doc =
              "A list of frames with name, videoName, frameIndex and labels: id, category, box2d "
              "with corners x1, y1, x2, y2, poly2d, rle, a pose as graph. Frames and pixels count "
              "from 0; frame numbers count labelled frames only (BDD100K: 5 per second, use "
              "--tracks-fps 5). --tracks-sequence chooses one of several videos.",
          .extensions = {".json"},
          .rules = {"frameIndex from 0", "from 0", "corners", "of the video, may be text"},
          .sniff = sniff,
          .read = read,
          .write = write,
          .losses = losses};
}

}  // namespace overlace
