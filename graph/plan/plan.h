// SPDX-License-Identifier: Apache-2.0
// The plan: a flat list of steps over preallocated slots, compiled once and replayed for every
// frame.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "graph/data/stage.h"
#include "graph/plan/ops.h"

namespace overlace {

inline constexpr std::size_t no_slot = static_cast<std::size_t>(-1);

/// A buffer of one stage's records. Capacities are upper bounds taken from the track table; a
/// replay that meets more regrows between frames and says so.
struct Slot {
  std::string name;            ///< of the node that fills it
  Stage stage = Stage::links;  ///< links or curves
  std::size_t tracks = 0;      ///< index of the track table that rows refer to
  std::size_t capacity = 0;    ///< records
  std::size_t first_step = 0,
              last_step =
                  0;       ///< lifetime, inclusive; slots whose lives do not meet may share memory
  std::size_t buffer = 0;  ///< buffer that holds it after `share_buffers`
};

inline constexpr std::size_t no_tracks = static_cast<std::size_t>(-1);

struct LinkStep {
  std::size_t tracks;
  std::size_t output;
  Lower<LinkOp> lower;
};
struct CurveStep {
  std::size_t tracks;
  std::size_t input;
  std::size_t output;
  Lower<CurveOp> lower;
};
/// Appends primitives to the display list. `input` is a curve slot, or no_slot when drawn from
/// tracks.
struct DrawStep {
  std::size_t tracks;
  std::size_t input;
  Lower<DrawOp> lower;
};
struct GroupBeginStep {
  BlendMode blend;
  Number opacity;
};
struct GroupEndStep {};
/// Paints a layer made by an earlier raster step.
struct LayerStep {
  std::size_t layer;
};
/// Rasterises the display list so far into a layer, or onto the frame, and empties the list.
struct RasterStep {
  std::optional<std::size_t> layer;
};

/// One step of the plan.
struct Step {
  std::string name;   ///< node name, or what the compiler made it for
  std::string stage;  ///< one of the six stage names
  std::variant<LinkStep, CurveStep, DrawStep, GroupBeginStep, GroupEndStep, LayerStep, RasterStep>
      work;
  std::size_t capacity = 0;  ///< draw steps: primitives at most
};

/// One compiler pass as it ran.
struct PassReport {
  std::string name;
  std::size_t edits = 0;
};

/// Everything a replay needs; immutable once compiled, shared by replays on several threads.
struct Plan {
  std::string title;
  ClipInfo clip;
  std::vector<std::shared_ptr<const TrackTable>> tracks;  ///< shared with whoever made them
  std::vector<std::string> track_names;
  SeriesList series;  ///< of all tables
  std::vector<Slot> slots;
  std::size_t buffers = 0;  ///< distinct buffers after sharing
  std::vector<Step> steps;
  std::size_t primitive_capacity = 0;  ///< of one display list
  std::size_t layers = 0;
  std::vector<PassReport> passes;
};

}  // namespace overlace
