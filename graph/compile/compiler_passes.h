// SPDX-License-Identifier: Apache-2.0
// The compiler's passes, in the order in which they run.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "graph/compile/compile.h"
#include "graph/plan/sound_plan.h"

namespace overlace {

/// A graph on its way to a plan. Vectors "per node" have one entry per node of the graph.
struct Compilation {
  const Graph& graph;
  const ClipTables& tables;
  const CompileOptions& options;
  Plan plan;

  std::vector<bool> live;           ///< per node: painted, or played if sound is compiled
  std::vector<std::size_t> tracks;  ///< per node: its track table (own or upstream), else no_tracks
  std::vector<std::shared_ptr<const void>> params;  ///< per frame node: bound parameters
  std::vector<bool> on_layer;                       ///< per node: has a layer of its own
  std::vector<Layer> layers;                        ///< the composite with bound opacities

  /// `live_ones` are the nodes that this plan is for.
  Compilation(const Graph& g, const ClipTables& t, const CompileOptions& o,
              std::vector<bool> live_ones);
  void log(const std::string& text) const;
  /// The table that a node makes or reads; null if there are no tracks upstream.
  [[nodiscard]] const TrackTable* table_of(std::size_t node) const;
  /// Keeps what is made from one of the plan's tables, in picture pixels, for the next plan.
  [[nodiscard]] SourceMemo memo_of(std::size_t track_table) const;
};

/// One pass: changes the compilation, returns how many things it changed.
using Pass = std::size_t (*)(Compilation&);

/// Reports the nodes that are neither painted nor played; they are not prepared.
std::size_t prune(Compilation& c);
/// Takes the tables of the track nodes into the plan, and assigns one to every later node.
std::size_t bind_tracks(Compilation& c);
/// Copies parameters and binds them to the clip: percentages, keyframe times, attribute names.
std::size_t bind_params(Compilation& c);
/// Marks the nodes that become layers: drawings that are read twice or, with `layered`, all.
std::size_t place_layers(Compilation& c);
/// Prepares frame nodes and writes their steps: links, curves, layers, and then drawings in paint
/// order, fused into one tile pass onto the frame.
std::size_t lower_nodes(Compilation& c);
/// Prepares the nodes that are played, and the steps for the links that they read.
std::vector<SoundPart> lower_sounds(Compilation& c);
/// Removes groups that change nothing (normal blend, constant opacity 1).
std::size_t flatten_groups(Compilation& c);
/// Sets lifetimes and capacities of slots, layers and the display list.
std::size_t size_slots(Compilation& c);
/// Lets slots with disjoint lifetimes share one buffer, and layers likewise.
std::size_t share_buffers(Compilation& c);

}  // namespace overlace
