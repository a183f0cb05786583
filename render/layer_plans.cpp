// SPDX-License-Identifier: Apache-2.0
// Plans of the same graph and tables, restricted to one entry of the composite or one class.
#include "render/layer_plans.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>
#include <variant>

#include "graph/compile/compile.h"
#include "graph/core/error.h"
#include "render/drawn_object.h"

namespace overlace {
namespace {

/// A step that blends onto the frame with anything but "over"; null if all steps use "over". A
/// group that is nested, or on a layer of its own, does not blend with the frame.
const Step* blending_step(const Plan& plan) {
  const Step* blending = nullptr;  // in what the next raster step paints
  int depth = 0;
  for (const Step& step : plan.steps) {
    if (const auto* group = std::get_if<GroupBeginStep>(&step.work)) {
      if (depth++ == 0 && group->blend != BlendMode::normal) blending = &step;
    } else if (std::holds_alternative<GroupEndStep>(step.work)) {
      --depth;
    } else if (const auto* raster = std::get_if<RasterStep>(&step.work)) {
      if (blending != nullptr && !raster->layer) return blending;
      blending = nullptr;
    }
  }
  return blending;
}

void refuse_blends(const Graph& graph, std::size_t entry, const Plan& plan) {
  const Step* step = blending_step(plan);
  if (step == nullptr) return;
  throw Error(
      ErrorCode::usage,
      fmt::format("'{}' blends with what is below it, and a layer is by itself", step->name),
      "give it the blend mode 'normal', or leave out --layers",
      SourceLocation{graph.source, fmt::format("/composite/{}", entry)});
}

bool reads_tracks(const Plan& plan) {
  return std::ranges::any_of(plan.steps, [](const Step& step) {
    const auto* draw = std::get_if<DrawStep>(&step.work);
    return draw != nullptr && draw->tracks != no_tracks;
  });
}

/// The first frame with the most objects.
FrameTime busiest_time(const Plan& plan) {
  std::int32_t busiest = plan.clip.first_frame;
  std::size_t most = 0;
  for (const auto& table : plan.tracks) {
    for (std::int32_t i = 0; i < table->frame_count(); ++i) {
      const RowRange rows = table->rows(table->first_frame + i);
      if (rows.end - rows.begin <= most) continue;
      most = rows.end - rows.begin;
      busiest = table->first_frame + i;
    }
  }
  return time_of(plan.clip, busiest);
}

/// Whether a plan draws for single objects. Panels (a legend, a table, a heat map) read tracks,
/// too, but draw nothing for a single object, so the busiest frame decides. If nothing is drawn in
/// it, a plan that reads tracks counts as drawing for objects.
bool draws_objects(const std::shared_ptr<const Plan>& plan) {
  if (!reads_tracks(*plan)) return false;
  bool any = false, of_objects = false;
  const auto look = [&](const PrimitiveOwner& owner) {
    any = true;
    of_objects = of_objects || object_of(*plan, owner).table != nullptr;
    return false;  // so that nothing is painted and no picture is needed
  };
  const std::unique_ptr<Replay> replay = make_owner_replay(plan, {.threads = 1}, look);
  replay->submit_lazily(0, busiest_time(*plan), [] { return ImageView{}; });
  replay->finish(0);
  return of_objects || !any;
}

/// The classes used by rows of the plan's tables, in the order of the tables' lists, each once.
std::vector<std::string> classes_of(const Plan& plan) {
  std::vector<std::string> classes;
  for (const auto& table : plan.tracks) {
    for (std::size_t i = 0; i < table->class_names.size(); ++i) {
      const bool is_used = std::ranges::find(table->class_index, static_cast<std::int32_t>(i)) !=
                           table->class_index.end();
      const std::string& name = table->class_names[i];
      if (is_used && !name.empty() && std::ranges::find(classes, name) == classes.end())
        classes.push_back(name);
    }
  }
  return classes;
}

/// A class name as part of a channel name, in which a dot is a separator: "traffic light" becomes
/// "traffic_light". Non-ASCII bytes are kept.
std::string channel_word(std::string word) {
  for (char& c : word) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80 && std::isalnum(byte) == 0 && c != '-') c = '_';
  }
  return word;
}

/// One layer for the objects of each class, and one for the rest.
std::vector<LayerPlan> divided_by_class(const std::shared_ptr<const Plan>& plan) {
  const auto of_class = [&plan](const std::string& name) -> OwnerFilter {
    return [plan, name](const PrimitiveOwner& owner) {
      return class_of(object_of(*plan, owner)) == name;
    };
  };
  std::vector<LayerPlan> layers{{"other", plan, of_class("")}};
  for (const std::string& name : classes_of(*plan))
    layers.push_back({channel_word(name), plan, of_class(name)});
  return layers;
}

std::shared_ptr<const Plan> plan_of(Graph graph, std::vector<Layer> composite,
                                    const ClipTables& tables, bool layered) {
  graph.composite = std::move(composite);
  return compile(graph, tables, {.layered = layered});
}

/// Whether an entry paints something instead of changing the picture itself.
bool is_drawn(const Graph& graph, const Layer& entry) {
  return graph.nodes[entry.node].type->stage != Stage::picture;
}

/// An entry of the composite as a layer.
struct DrawnEntry {
  Layer entry;
  LayerPlan layer;
};

std::vector<DrawnEntry> entry_plans(const Graph& graph, const ClipTables& tables, bool layered) {
  std::vector<DrawnEntry> entries;
  for (std::size_t i = 0; i < graph.composite.size(); ++i) {
    const Layer& entry = graph.composite[i];
    if (!is_drawn(graph, entry)) continue;
    LayerPlan layer{graph.nodes[entry.node].name, plan_of(graph, {entry}, tables, layered)};
    refuse_blends(graph, i, *layer.plan);
    entries.push_back({entry, std::move(layer)});
  }
  return entries;
}

std::vector<LayerPlan> node_plans(const Graph& graph, const ClipTables& tables, bool layered) {
  std::vector<LayerPlan> layers;
  for (DrawnEntry& drawn : entry_plans(graph, tables, layered))
    layers.push_back(std::move(drawn.layer));
  return layers;
}

/// Puts the classes in place of the entries that draw for objects.
std::vector<LayerPlan> class_plans(const Graph& graph, const ClipTables& tables, bool layered) {
  std::vector<LayerPlan> layers;
  std::vector<Layer> of_objects;
  std::size_t place = 0;  // of the classes, among the other layers
  for (DrawnEntry& drawn : entry_plans(graph, tables, layered)) {
    if (!draws_objects(drawn.layer.plan)) {
      layers.push_back(std::move(drawn.layer));
      continue;
    }
    if (of_objects.empty()) place = layers.size();
    of_objects.push_back(std::move(drawn.entry));
  }
  if (of_objects.empty()) return layers;
  std::vector<LayerPlan> classes =
      divided_by_class(plan_of(graph, std::move(of_objects), tables, layered));
  layers.insert(layers.begin() + static_cast<std::ptrdiff_t>(place),
                std::make_move_iterator(classes.begin()), std::make_move_iterator(classes.end()));
  return layers;
}

/// Numbers repeated names.
void make_names_differ(std::vector<LayerPlan>& layers) {
  for (auto layer = layers.begin(); layer != layers.end(); ++layer) {
    const std::string name = layer->name;
    for (int again = 2;
         std::ranges::any_of(layers.begin(), layer,
                             [&](const LayerPlan& below) { return below.name == layer->name; });
         ++again)
      layer->name = fmt::format("{}_{}", name, again);
  }
}

}  // namespace

void check_has_layers(const Graph& graph) {
  const auto draws = [&graph](const Layer& entry) { return is_drawn(graph, entry); };
  if (std::ranges::none_of(graph.composite, draws))
    throw Error(ErrorCode::usage, "paints nothing, so there are no layers", "leave out --layers",
                SourceLocation{graph.source, "/composite"});
}

std::vector<LayerPlan> layer_plans(const Graph& graph, const ClipTables& tables, LayerSplit split,
                                   bool layered) {
  check_has_layers(graph);
  std::vector<LayerPlan> layers = split == LayerSplit::type ? class_plans(graph, tables, layered)
                                                            : node_plans(graph, tables, layered);
  make_names_differ(layers);
  return layers;
}

std::shared_ptr<const Plan> cover_plan(const Graph& graph, const ClipTables& tables) {
  std::vector<Layer> covers;
  for (const std::size_t node : graph.redact) covers.push_back({.node = node, .group = {}});
  return plan_of(graph, std::move(covers), tables, false);
}

std::shared_ptr<const Plan> blank_plan(Graph graph, const ClipTables& tables) {
  return plan_of(std::move(graph), {}, tables, false);
}

}  // namespace overlace
