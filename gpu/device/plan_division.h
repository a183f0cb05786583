// SPDX-License-Identifier: Apache-2.0
// How a plan is divided between a device and its host: which steps run where, and how much they can
// make.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "gpu/device/records.h"
#include "graph/plan/plan.h"

namespace overlace {

/// No step, in place of an index into Plan::steps.
inline constexpr std::size_t no_step = static_cast<std::size_t>(-1);

/// A link step whose links the device needs.
struct LinkWork {
  std::size_t step = no_step;
  std::size_t tracks = no_tracks;
  bool made_on_host = false;  ///< for what no kernel does: memory, degree caps, FAISS
  bool also_on_host = false;  ///< a host step reads them, too
  std::size_t points = 0;     ///< in one frame at most
  std::size_t k = 0;          ///< neighbours at most
  std::size_t capacity = 0;   ///< links at most; of host-made ones, initially
};

/// A draw step that the device runs.
struct DrawWork {
  std::size_t tracks = no_tracks;
  std::size_t curve_step = no_step;  ///< where its curves' parameters come from, if it draws curves
  std::size_t link = 0;              ///< … and their links: index into DeviceProgram::links
  std::size_t slots = 0;             ///< primitives at most
  std::uint32_t items_per_slot = 1;
};

/// A step as a pass meets it, in plan order.
struct PassEntry {
  std::size_t step = no_step;
  bool on_host = false;             ///< the host runs it and sends what it draws
  std::optional<std::size_t> draw;  ///< the device runs it: index into DeviceProgram::draws
};

/// An effect step, on layers or on the picture; layers are named by their buffers.
struct EffectWork {
  std::size_t step = no_step;
  std::vector<std::size_t> inputs;  ///< by port; no_slot if not connected
  std::size_t output = no_slot;     ///< no_slot: changes the picture under its only input
  std::size_t record = 0;           ///< place among the frame's records of its kind
};

/// Everything up to a raster step.
struct PassWork {
  std::size_t first_effect = 0, effect_count = 0;  ///< effects before it, in DeviceProgram::effects
  std::vector<PassEntry> entries;
  std::optional<std::size_t> layer;  ///< buffer of the layer that it paints; else the picture
  bool has_groups = false;
  bool blends_with_target = false;  ///< a group reads what is under it
  std::size_t device_items = 0;     ///< item slots of its device draws at most
  std::size_t device_segments = 0;  ///< of their strokes, typically
};

/// The division of labour for one plan.
struct DeviceProgram {
  std::vector<LinkWork> links;
  std::vector<DrawWork> draws;
  std::vector<EffectWork> effects;                     ///< in plan order
  std::size_t layer_effects = 0, picture_effects = 0;  ///< among them
  std::vector<PassWork> passes;
  std::size_t device_items = 0, device_segments = 0;  ///< most of any pass
  std::uint32_t group_depth = 0;                      ///< groups open at once, at most
};

/// Whether kernels can make an operation's links. The host makes and sends the others.
[[nodiscard]] bool links_run_on_device(const LinkKnnOp& op);

/// Divides a plan. A device runs links, curves and the draw operations whose descriptors name it;
/// host functions, layers and group marks stay on the host, and so does every step that one of them
/// reads.
[[nodiscard]] DeviceProgram make_device_program(const Plan& plan);

}  // namespace overlace
