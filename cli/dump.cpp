// SPDX-License-Identifier: Apache-2.0
// Collects the records of each stage of one frame.
#include "cli/dump.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <utility>

#include "gpu/raster.h"
#include "graph/core/log.h"
#include "graph/types/values.h"
#include "io/read/grab.h"
#include "io/tracks/writing.h"
#include "render/graph_source.h"
#include "render/media.h"

namespace overlace {
namespace {

/// Written with as few digits as distinguish the float from its neighbours.
Json number(float value) {
  return std::strtod(fmt::to_string(value).c_str(), nullptr);
}
Json point(Vec2 p) {
  return Json::Array{number(p.x), number(p.y)};
}

std::string hex(const Color& c) {
  const auto byte = [](float v) { return std::lround(clamp(v, 0, 1) * 255); };
  return fmt::format("#{:02x}{:02x}{:02x}{:02x}", byte(c.r), byte(c.g), byte(c.b), byte(c.a));
}

/// The records in every slot of a stage, each with the name of its node.
template <class Records, class Fill>
Json per_slot(const Plan& plan, Stage stage, Records records, Fill fill) {
  Json list{Json::Array{}};
  for (std::size_t i = 0; i < plan.slots.size(); ++i) {
    if (plan.slots[i].stage != stage) continue;
    const TrackTable& table = *plan.tracks[plan.slots[i].tracks];
    for (const auto& record : records(i)) {
      Json row;
      row.set("node", plan.slots[i].name);
      row.set("id_a", table.id[record.row_a]);
      row.set("id_b", table.id[record.row_b]);
      fill(row, record);
      row.set("strength", number(record.strength));
      list.push_back(std::move(row));
    }
  }
  return list;
}

const char* kind_name(const Primitive& p) {
  switch (p.kind) {
    case PrimitiveKind::curve:
      return "curve";
    case PrimitiveKind::bolt:
      return "bolt";
    case PrimitiveKind::shape:
      return "shape";
    case PrimitiveKind::glyph:
      return "glyph";
    case PrimitiveKind::area:
      return "area";
    case PrimitiveKind::image:
      return "image";
    case PrimitiveKind::projected_image:
      return "projected_image";
    case PrimitiveKind::pattern:
      return "pattern";
    case PrimitiveKind::fill:
      return "fill";
    case PrimitiveKind::group_begin:
      return "group_begin";
    case PrimitiveKind::group_end:
      return "group_end";
    case PrimitiveKind::layer:
      return "layer";
  }
  return "";
}

void add_geometry(Json& row, const Primitive& p) {
  if (p.kind == PrimitiveKind::curve) {
    row.set("from", point(p.curve.p0));
    row.set("to", point(p.curve.p1));
  } else if (p.kind == PrimitiveKind::bolt) {
    row.set("from", point(p.bolt.p0));
    row.set("to", point(p.bolt.p1));
  } else if (p.kind == PrimitiveKind::shape) {
    row.set("center", point(p.shape.center));
    row.set("half_size", point(p.shape.half_size));
  } else if (p.kind == PrimitiveKind::glyph) {
    row.set("at", Json::Array{p.glyph.x, p.glyph.y});
    row.set("size", Json::Array{p.glyph.width, p.glyph.height});
  } else if (p.kind == PrimitiveKind::area) {
    row.set("corners", static_cast<std::int64_t>(p.area.count));
  } else if (p.kind == PrimitiveKind::image) {
    Json matrix{Json::Array{}};
    for (const float factor : p.image.to_texture) matrix.push_back(number(factor));
    row.set("to_texture", std::move(matrix));
  } else if (p.kind == PrimitiveKind::projected_image) {
    Json corners{Json::Array{}};
    for (const Vec2 corner : p.projected_image.corners) corners.push_back(point(corner));
    row.set("corners", std::move(corners));
  } else if (p.kind == PrimitiveKind::group_begin) {
    row.set("opacity", number(p.group.opacity));
  }
}

/// Rows of every track table, and the values of all series.
Json dump_tracks(const Plan& plan, const FrameTime& time) {
  Json list{Json::Array{}};
  for (std::size_t t = 0; t < plan.tracks.size(); ++t) {
    const TrackTable& table = *plan.tracks[t];
    const RowRange rows = table.rows(time.frame);
    for (std::uint32_t r = rows.begin; r < rows.end; ++r) {
      Json row;
      row.set("node", plan.track_names[t]);
      row.set("id", table.id[r]);
      const Box& box = table.box[r];
      row.set("box",
              Json::Array{number(box.x), number(box.y), number(box.width), number(box.height)});
      if (table.class_index[r] >= 0) row.set("class", class_text(table, r));
      if (table.score[r] == table.score[r]) row.set("score", number(table.score[r]));
      list.push_back(std::move(row));
    }
  }
  for (const SharedSeries& series : plan.series) {
    Json row;
    row.set("series", series->name);
    const double value = series->at(time);
    row.set("value", std::isnan(value) ? Json() : number_json(value));
    list.push_back(std::move(row));
  }
  return list;
}

Json dump_links(const Plan& plan, const InspectableReplay& replay) {
  return per_slot(
      plan, Stage::links, [&](std::size_t slot) { return replay.links(slot); },
      [](Json& row, const Link& link) {
        row.set("a", point(link.a));
        row.set("b", point(link.b));
      });
}

Json dump_curves(const Plan& plan, const InspectableReplay& replay) {
  return per_slot(
      plan, Stage::curves, [&](std::size_t slot) { return replay.curves(slot); },
      [](Json& row, const Curve& curve) {
        row.set("p0", point(curve.p0));
        row.set("hc", point(curve.hc));
        row.set("p1", point(curve.p1));
        row.set("w", number(curve.w));
        row.set("segments", static_cast<std::int64_t>(curve.segments));
      });
}

/// The node that drew a primitive, and the object that it was drawn for, if any.
void add_owner(Json& row, const Plan& plan, const PrimitiveOwner& owner) {
  const Step& step = plan.steps[owner.step];
  row.set("node", step.name);
  const auto* draw = std::get_if<DrawStep>(&step.work);
  if (draw != nullptr && draw->tracks != no_tracks && owner.row != no_row)
    row.set("id", plan.tracks[draw->tracks]->id[owner.row]);
}

Json dump_display_list(const Plan& plan, const InspectableReplay& replay) {
  Json list{Json::Array{}};
  const DisplayList& drawn = replay.display_list();
  for (std::size_t i = 0; i < drawn.primitives.size(); ++i) {
    const Primitive& p = drawn.primitives[i];
    Json row;
    row.set("kind", kind_name(p));
    add_owner(row, plan, drawn.owners->of(i));
    add_geometry(row, p);
    if (p.width > 0) row.set("width", number(p.width));
    if (p.stroke.a > 0) row.set("stroke", hex(p.stroke));
    if (p.fill.a > 0) row.set("fill", hex(p.fill));
    list.push_back(std::move(row));
  }
  return list;
}

Json dump_tiles(const Plan& plan, const InspectableReplay& replay) {
  Layer16 layer(stored_size(plan.clip));
  Rasterizer(ReplayOptions{}).draw(replay.display_list(), {}, layer);
  Json list{Json::Array{}};
  for (int i = 0; i < layer.tiles_x * layer.tiles_y; ++i) {
    if (layer.occupied[static_cast<std::size_t>(i)] == 0) continue;
    const int x = i % layer.tiles_x, y = i / layer.tiles_x;
    Json row;
    row.set("tile", Json::Array{x, y});
    row.set("at", Json::Array{x * layer_tile, y * layer_tile});
    list.push_back(std::move(row));
  }
  return list;
}

/// FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/
std::uint64_t hash(std::span<const std::uint8_t> bytes) {
  std::uint64_t h = 14695981039346656037U;
  for (const std::uint8_t b : bytes) h = (h ^ b) * 1099511628211U;
  return h;
}

Json dump_frame(const ReplayStats& stats, Size size, std::span<const std::uint8_t> pixels) {
  Json row;
  row.set("size", Json::Array{size.width, size.height});
  row.set("over", "black");
  row.set("bytes_written", static_cast<std::int64_t>(stats.bytes_written));
  row.set("fnv1a", fmt::format("{:016x}", hash(pixels)));
  return Json::Array{row};
}

Json dump_records(DumpStage stage, const Plan& plan, const InspectableReplay& replay) {
  if (stage == DumpStage::links) return dump_links(plan, replay);
  if (stage == DumpStage::curves) return dump_curves(plan, replay);
  if (stage == DumpStage::tiles) return dump_tiles(plan, replay);
  return dump_display_list(plan, replay);
}

/// When a frame is shown: by its timestamp, or at the nominal rate without a video.
FrameTime time_in(const std::string& video, const ClipInfo& clip, const FrameChoice& frame) {
  if (video.empty()) return time_of(clip, clip.first_frame + existing_frame(frame, {.clip = clip}));
  VideoReader reader(video, {.first_frame = clip.first_frame});
  return time_of_frame(reader, existing_frame(frame, reader.info()));
}

}  // namespace

Json dump_stage(const DumpSettings& settings, ClipInfo clip, const std::string& video,
                const LogSink& log) {
  const ChosenDevice device = choose_device(settings.device, log);
  const GraphSource source = load_graph(settings.graph);
  GraphSettings graph = settings_for(source.graph, settings.graph);
  graph.coded = std::exchange(clip.stored, {});  // everything refers to the picture as shown
  const FrameTime time = time_in(video, clip, settings.frame);
  const Session session(source.document, media_of_files(graph, clip, video, log));
  PlanSettings wanted = plan_settings(settings.graph);
  wanted.keep_slots = true;
  const auto plan = session.plan(session.analyse(wanted.values), wanted);
  if (settings.stage == DumpStage::tracks) return dump_tracks(*plan, time);
  std::vector<std::uint8_t> pixels(static_cast<std::size_t>(clip.size.width) *
                                   static_cast<std::size_t>(clip.size.height) * 3);
  const ImageView picture = rgb_view(clip.size, pixels);
  if (settings.stage == DumpStage::frame)
    return dump_frame(session.replay(plan, device.device())->draw(time, picture), clip.size,
                      pixels);
  // Every device makes the same records; the CPU keeps them.
  const std::unique_ptr<InspectableReplay> replay = make_cpu_replay(plan, {.keep_owners = true});
  replay->draw(time, picture);
  return dump_records(settings.stage, *plan, *replay);
}

std::string records_as_text(const Json& records) {
  std::string text;
  for (const Json& record : records.as_array()) {
    for (const auto& [key, value] : record.as_object())
      text += fmt::format("{}={} ", key, value.is_string() ? value.as_string() : value.dump());
    if (!text.empty()) text.back() = '\n';
  }
  return text;
}

}  // namespace overlace
