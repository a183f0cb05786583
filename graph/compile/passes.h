// SPDX-License-Identifier: Apache-2.0
// The compiler's passes, in the order in which they run.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "graph/compile/compile.h"

namespace overlace {

/// A graph on its way to a plan. Vectors "per node" have one entry per node of the graph.
struct Compilation {
  const Graph& graph;
  const ClipTables& tables;
  const CompileOptions& options;
  Plan plan;

  std::vector<bool> live;           ///< per node: reaches the composite
  std::vector<std::size_t> tracks;  ///< per node: its track table (own or upstream), else no_tracks
  std::vector<std::shared_ptr<const void>> params;  ///< per frame node: bound parameters
  std::vector<Layer> layers;                        ///< the composite with bound opacities

  Compilation(const Graph& g, const ClipTables& t, const CompileOptions& o);
  void say(const std::string& text) const;
  /// The table that a node makes or reads; null where there are no tracks upstream.
  [[nodiscard]] const TrackTable* table_of(std::size_t node) const;
};

/// One pass: changes the compilation, returns how many things it changed.
using Pass = std::size_t (*)(Compilation&);

/// Reports the nodes that do not reach the composite; they are not prepared at all.
std::size_t prune(Compilation& c);
/// Takes the tables of the track nodes into the plan, and gives every later node its own.
std::size_t bind_tracks(Compilation& c);
/// Copies parameters and binds them to the clip: percentages, keyframe times, attribute names.
std::size_t bind_params(Compilation& c);
/// Prepares frame nodes and writes one step for each: links, then curves, then drawings in paint
/// order.
std::size_t lower_nodes(Compilation& c);
/// Removes groups that change nothing (normal blend, constant opacity 1).
std::size_t flatten_groups(Compilation& c);
/// Joins the whole display list into one tile pass onto the frame; with `layered`, gives every
/// drawing an FP16 layer of its own first.
std::size_t fuse_rasters(Compilation& c);
/// Sets lifetimes and capacities of slots and of the display list.
std::size_t size_slots(Compilation& c);
/// Lets slots whose lifetimes do not meet share one buffer.
std::size_t share_buffers(Compilation& c);

}  // namespace overlace
