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

#include "graph/data/layer_grid.h"
#include "graph/data/lut.h"
#include "graph/data/stage.h"
#include "graph/plan/effect_ops.h"
#include "graph/plan/ops.h"

namespace overlace {

inline constexpr std::size_t no_slot = static_cast<std::size_t>(-1);
inline constexpr std::size_t no_tracks = static_cast<std::size_t>(-1);

/// A buffer of one stage's records. Capacities are upper bounds from the track table; a replay that
/// needs more enlarges it between frames and reports it.
struct Slot {
  std::string name;                           ///< of the node that fills it
  Stage stage = Stage::links;                 ///< links or curves
  std::size_t tracks = 0;                     ///< index of the track table that rows refer to
  std::size_t capacity = 0;                   ///< records
  std::size_t first_step = 0, last_step = 0;  ///< lifetime, inclusive; may share with disjoint ones
  std::size_t buffer = 0;                     ///< buffer that holds it after `share_buffers`
};

/// An FP16 layer of the frame, as large as the picture. Layers of one kind with disjoint lifetimes
/// share memory.
struct LayerSlot {
  std::string name;                           ///< of the node that it holds
  std::size_t first_step = 0, last_step = 0;  ///< lifetime, inclusive
  LayerKind kind = LayerKind::colors;         ///< `share_buffers` finds the alpha-only ones
  std::size_t buffer = 0;                     ///< layer buffer that holds it after `share_buffers`
};

/// What one wire brings to a step that host code runs.
struct StepInput {
  std::size_t port = 0;            ///< of the node type
  std::size_t tracks = no_tracks;  ///< the table that it brings, or that its records refer to
  std::size_t slot = no_slot;      ///< the links or curves that it brings, if any
};

struct LinkStep {
  std::size_t tracks;
  std::size_t output;
  Lower<LinkOp> lower;
  std::vector<StepInput> inputs{};  ///< all wires, in port order
};
struct CurveStep {
  std::size_t tracks;
  std::size_t input;
  std::size_t output;
  Lower<CurveOp> lower;
  std::vector<StepInput> inputs{};
};
/// Appends primitives to the display list. `tracks` and `input` are the first table and the first
/// slot that a wire brings, or no_tracks and no_slot.
struct DrawStep {
  std::size_t tracks;
  std::size_t input;
  Lower<DrawOp> lower;
  std::vector<StepInput> inputs{};
};
struct GroupBeginStep {
  BlendMode blend;
  Number opacity;
  int times = 1;  ///< how often the opacity applies
};
struct GroupEndStep {};
/// Paints a layer made by an earlier step: appends it to the display list.
struct LayerStep {
  std::size_t layer;  ///< index into Plan::layers
};
/// Makes a layer from others.
struct EffectStep {
  std::vector<std::size_t> inputs;  ///< for each layer port, an index into Plan::layers, or no_slot
  std::size_t output;               ///< index into Plan::layers
  Lower<EffectOp> lower;
};
/// Changes the frame's own samples under a region.
struct PictureStep {
  Lower<PictureOp> lower;
  std::size_t region;  ///< index into Plan::layers; its alpha is used
};
/// Rasterises the display list so far into a layer or onto the frame, and empties the list.
struct RasterStep {
  std::optional<std::size_t> layer;  ///< index into Plan::layers
};

/// One step of the plan.
struct Step {
  std::string name;   ///< the node's, or what the compiler made it for
  std::string stage;  ///< a stage name, "tiles" or "frame"
  std::variant<LinkStep, CurveStep, DrawStep, GroupBeginStep, GroupEndStep, LayerStep, EffectStep,
               PictureStep, RasterStep>
      work;
  std::size_t capacity = 0;     ///< draw steps: primitives at most
  std::int32_t frames_ago = 0;  ///< for an echo: it makes what the frame so long ago had
};

/// What one compiler pass did.
struct PassReport {
  std::string name;
  std::size_t edits = 0;
};

class LiveLinks;  // gpu/live_links.h

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
  std::size_t primitive_capacity = 0;  ///< for one display list
  std::vector<LayerSlot> layers;       ///< in order of birth
  std::size_t layer_buffers = 0;       ///< distinct layers in memory after sharing
  Textures textures;                   ///< used by its nodes
  Luts luts;                           ///< used by its nodes
  std::vector<PassReport> passes;
  /// What the links of a live clip went through before its window, which the clip's only replay
  /// continues; null for any other clip.
  std::shared_ptr<LiveLinks> live_links{};
};

/// The time of a step in a frame being drawn; for an echo, some frames earlier.
[[nodiscard]] inline FrameTime time_of(const Plan& plan, const Step& step, const FrameTime& drawn) {
  if (step.frames_ago == 0) return drawn;
  const std::int32_t frame = drawn.frame - step.frames_ago;
  return {.frame = frame,
          .shown_s = drawn.shown_s - seconds_between(plan.clip, frame, drawn.frame)};
}

}  // namespace overlace
