// SPDX-License-Identifier: Apache-2.0
// Writes what a device needs for one frame: parameters, and what the host draws.
#pragma once

#include <tbb/task_arena.h>

#include <memory>
#include <vector>

#include "gpu/device/frame_memory.h"
#include "gpu/host/overlay_bounds.h"
#include "gpu/host/scene_builder.h"
#include "gpu/host/stages.h"
#include "gpu/kernels/lut.h"
#include "graph/data/image.h"

namespace overlace {

/// What the device holds for the whole clip; pointers are device pointers.
struct DeviceTables {
  /// A track table: its columns without rows, its ranks (see LinkRecord), and where frames begin.
  struct Tracks {
    TrackView columns;
    const std::uint32_t* row_of_rank = nullptr;
    const std::uint32_t* frame_begin = nullptr;
  };
  /// Where a link step's kernels write.
  struct Links {
    const Link* links = nullptr;
    const std::uint32_t* count = nullptr;
  };
  std::vector<Tracks> tracks;  ///< by the plan's track table
  std::vector<Links> links;    ///< by DeviceProgram::links
  std::vector<LayerMemory> layers;
  std::vector<LayerView> layer_views;
  std::vector<LutView> luts;  ///< of the plan
  std::byte* effect_scratch = nullptr;
  const LayerView* layers_on_device = nullptr;
  std::vector<TextureView> texture_views;  ///< in the colours of the current pictures
  const TextureView* textures_on_device = nullptr;
  const std::uint8_t* atlas = nullptr;
};

/// Where a frame is to be drawn; planes are device pointers.
struct DevicePictures {
  ImageView target;
  ImageView backdrop;  ///< a copy of the target for blend modes; unset planes where none is needed
};

/// Runs a plan's host steps frame by frame and packs the results. For one thread at a time; keeps
/// its buffers.
class FramePacker {
 public:
  /// `program` (borrowed) is the plan's own; `threads` as in ReplayOptions. Throws what HostStages
  /// throws.
  FramePacker(std::shared_ptr<const Plan> plan, const DeviceProgram& program, int threads);

  /// Fills `records` for a frame. Returns what the frame needs in records of each kind: if that
  /// exceeds a capacity, the records are incomplete and must be packed again with more room.
  DeviceCapacity pack(const FrameTime& time, const DeviceTables& tables,
                      const DevicePictures& pictures, FrameRecords& records);

  /// See Replay::bounds. Invalidates the last packed frame, which must be packed again.
  [[nodiscard]] PixelRect bounds(const FrameTime& time) { return bounds_.of(time, stages_); }

  /// True when no step of the last packed frame can draw anything.
  [[nodiscard]] bool is_empty() const { return empty_; }
  /// Bitmaps of the glyphs packed so far.
  [[nodiscard]] const GlyphAtlas& atlas() const { return stages_.atlas(); }
  /// What the host steps of the last packed frame made.
  [[nodiscard]] const HostStages::Counts& host_counts() const { return stages_.counts(); }

 private:
  void pack_links(const DeviceTables& tables, FrameRecords& records);
  void send_links(const LinkWork& work, LinkRecord& record, FrameRecords& records);
  void pack_effects(const DevicePictures& pictures, FrameRecords& records);
  void pack_pass(std::size_t index, const DeviceTables& tables, const DevicePictures& pictures,
                 FrameRecords& records);
  void run_on_host(std::size_t step, FrameRecords& records);
  void add_draw(const DrawRecord& draw, FrameRecords& records);
  [[nodiscard]] DrawRecord device_draw(const DrawWork& work, std::size_t step,
                                       const DeviceTables& tables,
                                       const FrameRecords& records) const;
  void add_curves(const DrawWork& work, const DeviceTables& tables, const FrameRecords& records,
                  DrawRecord& record) const;
  /// Adds the rows of earlier frames, of each of which the draw makes `parts` primitives.
  void add_past(const DrawWork& work, FrameInterval past, std::int32_t parts,
                const DeviceTables& tables, DrawRecord& record) const;
  void send_scene(PassRecord& pass, FrameRecords& records);
  [[nodiscard]] FrameTime time_of_step(std::size_t step) const {
    return time_of(*plan_, plan_->steps[step], time_);
  }
  [[nodiscard]] TrackView device_rows(std::size_t tracks, const FrameTime& time,
                                      const DeviceTables& tables) const;

  std::shared_ptr<const Plan> plan_;
  const DeviceProgram& program_;
  tbb::task_arena arena_;
  HostStages stages_;
  OverlayBounds bounds_;
  SceneBuilder scene_;
  DisplayList list_;

  // The frame being packed.
  FrameTime time_;
  DeviceCapacity wanted_;
  std::size_t draw_count_ = 0;
  std::uint32_t next_item_ = 0;  ///< item slot of the pass
  bool empty_ = true;
};

}  // namespace overlace
