// SPDX-License-Identifier: Apache-2.0
// bind_params: copies each frame node's parameters and binds them to the clip.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "graph/compile/compiler_passes.h"
#include "graph/document/property_reader.h"

namespace overlace {
namespace {

BindContext bind_context(const Compilation& c, std::size_t node) {
  return {.clip = c.plan.clip,
          .tracks = c.table_of(node),
          .series = &c.plan.series,
          .memo = c.memo_of(c.tracks[node])};
}

/// The percentages in a length's constant or keyframes.
std::vector<double> percentages_in(const Json& value) {
  std::vector<double> found;
  const auto add = [&](const Json& amount) {
    const auto percent =
        amount.is_string() ? detail::parse_percent(amount.as_string()) : std::nullopt;
    if (percent) found.push_back(*percent);
  };
  add(value);
  const Json* keyframes = value.is_object() ? value.find("keyframes") : nullptr;
  if (keyframes != nullptr)
    for (const Json& key : keyframes->as_array()) add(*key.find("value"));
  return found;
}

/// Reports percentages that exceed a parameter's range at this picture size and are clamped.
void report_held(const Compilation& c, const GraphNode& node, const ParamRow& row) {
  if (!c.options.log || row.kind != ParamKind::number || !is_length(row.range.unit)) return;
  const int height = at_full_size(c.plan.clip).size.height;
  for (const double percent : percentages_in(row.write(node.params.get()))) {
    const double px = percent * height / 100;
    if (px > row.range.max)
      c.log(fmt::format("{}: \"{}\" is held at {} {}: {}% of the height are {:.0f}", node.name,
                        row.name, row.range.max, unit_name(row.range.unit), percent, px));
  }
}

using Columns = std::vector<std::shared_ptr<const AttributeColumn>>;

/// Appends the columns computed by expressions to their tables. The tables are kept for a plan with
/// the same columns.
void append_columns(const std::vector<Columns>& computed, Compilation& c) {
  for (std::size_t i = 0; i < computed.size(); ++i) {
    if (computed[i].empty()) continue;
    Digest key;
    key.add("table with columns");
    for (const auto& column : computed[i]) {
      key.add(column->name);
      key.add(column->values.data(), column->values.size() * sizeof(float));
    }
    const auto make = [&] {
      TrackTable table = *c.plan.tracks[i];
      for (const auto& column : computed[i]) table.attributes.push_back(*column);
      return table;
    };
    c.plan.tracks[i] = c.memo_of(i).get<TrackTable>(std::move(key), make, table_bytes);
  }
}

}  // namespace

std::size_t bind_params(Compilation& c) {
  std::size_t bound = 0;
  std::vector<Columns> computed(c.plan.tracks.size());
  for (std::size_t i = 0; i < c.graph.nodes.size(); ++i) {
    const GraphNode& node = c.graph.nodes[i];
    if (!c.live[i] || is_of_clip(node.type->stage)) continue;
    const std::shared_ptr<void> params = node.type->clone_params(node.params.get());
    BindContext context = bind_context(c, i);
    if (c.tracks[i] != no_tracks) context.computed = &computed[c.tracks[i]];
    const auto bind_rows = [&](bool integers) {
      for (const ParamRow& row : node.type->params)
        if ((row.kind == ParamKind::integer) == integers)
          at_node(c.graph, node, row.name, [&] { row.bind(params.get(), context); });
    };
    // First: they determine presence, which expressions may read. A live clip's window may have one
    // frame, but is no still, in which nothing comes or goes.
    if (c.options.live == nullptr) bind_rows(true);
    if (node.type->presence) context.presence = node.type->presence(params.get());
    bind_rows(false);
    for (const ParamRow& row : node.type->params) report_held(c, node, row);
    c.params[i] = params;
    ++bound;
  }
  append_columns(computed, c);
  for (Layer& layer : c.layers) layer.group.opacity.bind(bind_context(c, layer.node));
  return bound;
}

}  // namespace overlace
