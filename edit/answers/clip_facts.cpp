// SPDX-License-Identifier: Apache-2.0
// Sums over track tables, and the matte at a pixel.
#include "edit/answers/clip_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <ranges>
#include <utility>
#include <vector>

#include "graph/analysis/clip_numbers.h"
#include "graph/data/attributes.h"
#include "graph/data/frame_tracks.h"
#include "graph/types/node_builder.h"
#include "graph/types/values.h"
#include "graph/values/colors.h"
#include "render/drawn_object.h"

namespace overlace {
namespace {

constexpr std::size_t most_lanes = 200, most_parts = 1'000, bin_count = 32, most_frames = 10'000,
                      most_events = 2'000;

std::size_t index_of(const Graph& graph, const std::string& node) {
  const auto found = std::ranges::find(graph.nodes, node, &GraphNode::name);
  if (found != graph.nodes.end()) return static_cast<std::size_t>(found - graph.nodes.begin());
  std::vector<std::string> names;
  for (const GraphNode& known : graph.nodes) names.push_back(known.name);
  throw Error(ErrorCode::usage, fmt::format("there is no node '{}'", node), suggest(node, names));
}

/// The table that a node makes, or the first one that it reads.
const TrackTable& table_of(const Graph& graph, const ClipTables& tables, const std::string& node) {
  const std::size_t index = index_of(graph, node);
  if (tables.of_node[index]) return *tables.of_node[index];
  for (const std::size_t read : tracks_read(graph, index))
    if (tables.of_node[read]) return *tables.of_node[read];
  throw Error(ErrorCode::usage, fmt::format("'{}' has no tracks", node),
              "it may be neither painted nor read");
}

std::string class_name(const TrackTable& table, std::uint32_t row) {
  return std::string(class_of({&table, row}));
}

struct Lane {
  std::string class_name;
  std::int32_t first = 0, last = 0;
};

/// Objects in the frames of equal parts.
Json density(const TrackTable& table) {
  const auto frames = static_cast<std::size_t>(table.frame_count());
  const std::size_t parts = std::min(most_parts, frames);
  Json counts{Json::Array{}};
  for (std::size_t part = 0; part < parts; ++part) {
    const std::size_t begin = part * frames / parts, end = (part + 1) * frames / parts;
    counts.push_back(static_cast<double>(table.frame_begin[end] - table.frame_begin[begin]) /
                     static_cast<double>(end - begin));
  }
  return counts;
}

/// Counts of texts, in the order of `names`.
Json::Object named_bins(const std::vector<std::string>& names, const std::vector<float>& values) {
  std::vector<std::int64_t> counts(names.size());
  for (const float value : values)
    if (value >= 0 && value < static_cast<float>(names.size()))
      ++counts[static_cast<std::size_t>(value)];
  Json count_list{Json::Array{}};
  for (const std::int64_t count : counts) count_list.push_back(count);
  return {{"low", 0},
          {"high", static_cast<std::int64_t>(names.size())},
          {"counts", std::move(count_list)},
          {"names", string_list(names)}};
}

Json::Object number_bins(const std::vector<float>& values) {
  const auto [least, most] = std::ranges::minmax_element(values);
  const double low = values.empty() ? 0 : *least, high = values.empty() ? 1 : *most;
  std::vector<std::int64_t> counts(bin_count);
  for (const float value : values) {
    const double part = high > low ? (value - low) / (high - low) : 0;
    ++counts[std::min(bin_count - 1, static_cast<std::size_t>(part * bin_count))];
  }
  Json count_list{Json::Array{}};
  for (const std::int64_t count : counts) count_list.push_back(count);
  return {{"low", low}, {"high", high}, {"counts", std::move(count_list)}};
}

/// All finite values of an attribute.
std::vector<float> values_of(const TrackTable& table, AttributeRef attribute) {
  const FrameTracks frames(table);
  std::vector<float> values;
  for (std::int32_t frame = table.first_frame; frame < table.first_frame + table.frame_count();
       ++frame) {
    const TrackView view = frames.at(frame);
    for (std::uint32_t row = view.rows.begin; row < view.rows.end; ++row)
      if (const float value = attribute_value(view, attribute, {.row = row}); std::isfinite(value))
        values.push_back(value);
  }
  return values;
}

std::vector<std::string> attribute_names(const TrackTable& table) {
  std::vector<std::string> names;
  for (const AttributeInfo& known : builtin_attributes()) names.emplace_back(known.name);
  for (const AttributeColumn& column : table.attributes) names.push_back(column.name);
  return names;
}

/// The owner whose paint covers most of a pixel; nothing if none does.
std::optional<std::uint32_t> owner_at(const OwnerMatte& matte, int x, int y) {
  const auto tile = static_cast<std::size_t>(y / layer_tile) *
                        static_cast<std::size_t>(layer_tiles(matte.size().width)) +
                    static_cast<std::size_t>(x / layer_tile);
  const auto pixel = static_cast<std::size_t>((y % layer_tile) * layer_tile + x % layer_tile);
  std::optional<std::uint32_t> owner;
  float most = 0;
  for (const OwnerWeights& weights : matte.at(tile))
    if (weights.weight[pixel] > most) {
      most = weights.weight[pixel];
      owner = weights.owner;
    }
  return owner;
}

Json object_facts(const DrawnObject& object) {
  Json facts{Json::Object{}};
  const TrackTable& table = *object.table;
  if (table.id[object.row] != no_id) facts.set("id", table.id[object.row]);
  if (const std::string name(class_of(object)); !name.empty()) facts.set("class", name);
  if (const float score = table.score[object.row]; std::isfinite(score))
    facts.set("score", static_cast<double>(score));
  return facts;
}

/// What happened in the clip, the first ones.
Json events(const ClipTables& tables) {
  Json list{Json::Array{}};
  for (const TrackMark& mark : numbers_of(tables).events) {
    if (list.as_array().size() == most_events) break;
    list.push_back(Json::Object{{"frame", mark.frame},
                                {"id", mark.id},
                                {"class", mark.class_name},
                                {"event", mark.event},
                                {"name", mark.name}});
  }
  return list;
}

}  // namespace

Json row_counts(const Graph& graph, const ClipTables& tables) {
  Json counts{Json::Object{}};
  for (std::size_t i = 0; i < graph.nodes.size(); ++i)
    if (tables.of_node[i] && graph.nodes[i].type->stage == Stage::tracks)
      counts.set(graph.nodes[i].name, static_cast<std::int64_t>(tables.of_node[i]->row_count()));
  return counts;
}

Json::Object lanes(const Graph& graph, const ClipTables& tables, const std::string& node) {
  const TrackTable& table = table_of(graph, tables, node);
  std::map<TrackId, Lane> found;
  for (std::int32_t frame = table.first_frame; frame < table.first_frame + table.frame_count();
       ++frame) {
    const RowRange rows = table.rows(frame);
    for (std::uint32_t row = rows.begin; row < rows.end; ++row) {
      if (table.id[row] == no_id) continue;
      const auto [lane, is_new] =
          found.try_emplace(table.id[row], Lane{class_name(table, row), frame, frame});
      lane->second.last = frame;
    }
    if (found.size() > most_lanes) return {{"density", density(table)}, {"events", events(tables)}};
  }
  Json list{Json::Array{}};
  for (const auto& [id, lane] : found)
    list.push_back(Json::Object{
        {"id", id}, {"class", lane.class_name}, {"first", lane.first}, {"last", lane.last}});
  return {{"lanes", std::move(list)}, {"events", events(tables)}};
}

Json::Object attributes(const Graph& graph, const ClipTables& tables, const std::string& node) {
  return {{"names", string_list(attribute_names(table_of(graph, tables, node)))}};
}

Json::Object histogram(const Graph& graph, const ClipTables& tables, const std::string& node,
                       const std::string& attribute) {
  const TrackTable& table = table_of(graph, tables, node);
  if (attribute == "class")
    return {{"bins", named_bins(table.class_names,
                                values_of(table, {.source = AttributeSource::class_index}))}};
  const std::optional<AttributeRef> found = find_attribute(attribute, &table);
  if (!found)
    throw Error(ErrorCode::usage, fmt::format("objects have no '{}'", attribute),
                suggest(attribute, attribute_names(table)));
  if (found->source == AttributeSource::column)
    if (const AttributeColumn& column = table.attributes[found->column]; !column.texts.empty())
      return {{"bins", named_bins(column.texts, column.values)}};
  return {{"bins", number_bins(values_of(table, *found))}};
}

Json::Object values_over_time(const Graph& graph, const ClipTables& tables, const std::string& node,
                              const std::string& param, const Json& frames) {
  const GraphNode& of = graph.nodes[index_of(graph, node)];
  const ParamRow* const row = of.type->find_param(param);
  Json values{Json::Array{}};
  if (row == nullptr || row->kind != ParamKind::number || frames.as_array().size() > most_frames)
    return {{"values", std::move(values)}};
  Number number;
  detail::read_number(number, row->write(of.params.get()), *row);
  const BindContext context{.clip = tables.clip, .series = &tables.series};
  number.bind(row->range.bound_in(context), row->range.limits());
  for (const Json& frame : frames.as_array()) {
    if (!frame.is_integer()) continue;
    const FrameNumber value =
        number.at(time_of(tables.clip, static_cast<std::int32_t>(frame.as_integer())));
    if (value.mapped) return {{"values", Json::Array{}}};
    values.push_back(static_cast<double>(value.constant));
  }
  return {{"values", std::move(values)}};
}

Json::Object PixelOwners::at(const std::shared_ptr<const Plan>& plan, const FrameTime& time, int x,
                             int y) {
  if (plan_ != plan) {
    plan_ = plan;
    painter_ = make_matte_painter(plan_);
  }
  Json::Object facts;
  const std::optional<std::uint32_t> number = owner_at(painter_->paint(time), x, y);
  if (!number) return facts;
  const PrimitiveOwner& owner = painter_->owners()[*number];
  facts.emplace_back("node", plan_->steps[owner.step].name);
  if (const DrawnObject object = object_of(*plan_, owner); object.table != nullptr)
    facts.emplace_back("object", object_facts(object));
  return facts;
}

}  // namespace overlace
