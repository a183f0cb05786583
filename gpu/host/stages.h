// SPDX-License-Identifier: Apache-2.0
// The stages before rasterising, on the host: links, curves and display lists, step by step.
#pragma once

#include <tbb/task_arena.h>

#include <memory>
#include <span>
#include <vector>

#include "gpu/host/line_gaps.h"
#include "gpu/host/link_search.h"
#include "gpu/host/link_timeline.h"
#include "gpu/host/live_walks.h"
#include "gpu/host/rotated_boxes.h"
#include "graph/data/frame_tracks.h"
#include "graph/plan/plan.h"

namespace overlace {

/// Runs the link, curve and draw steps of a plan frame by frame, in memory that is reserved once.
/// Steps of a frame run in plan order; steps whose outputs are not read may be left out. For one
/// thread at a time.
class HostStages {
 public:
  /// What the steps of a frame have made so far.
  struct Counts {
    std::size_t links = 0, curves = 0, primitives = 0;
    bool reallocated = false;  ///< a buffer of links or curves was enlarged
  };

  /// Walks the clip's tracks once if links have a memory; with a `link_memory` other than 0, only
  /// that many frames, when they are drawn (see ReplayOptions). Throws Error(usage) if a step asks
  /// for what this build lacks. `arena` (borrowed) runs the searches, with the instructions of
  /// `simd`.
  HostStages(std::shared_ptr<const Plan> plan, tbb::task_arena& arena,
             SimdLevel simd = SimdLevel::best, int link_memory = 0);
  /// The same for the plan that follows that of `before`, whose memory and glyphs it takes over:
  /// `before` is of no more use then. Leaves it as it is if it throws.
  HostStages(std::shared_ptr<const Plan> plan, HostStages& before);

  /// Begins a frame.
  void begin(const FrameTime& time);
  /// Runs a step; what it draws is appended to `list`. Steps on pixels do nothing here.
  void run(std::size_t step, DisplayList& list);

  [[nodiscard]] const Counts& counts() const { return counts_; }
  /// Bitmaps of the glyphs drawn so far.
  [[nodiscard]] const GlyphAtlas& atlas() const { return *atlas_; }
  /// Records of this frame.
  [[nodiscard]] std::span<const Link> links(std::size_t slot) const {
    return links_[buffer_of(slot)];
  }
  [[nodiscard]] std::span<const Curve> curves(std::size_t slot) const {
    return curves_[buffer_of(slot)];
  }

 private:
  /// What a link step keeps between frames.
  struct LinkState {
    explicit LinkState(SimdLevel simd) : search(simd) {}
    LinkSearch search;
    HostLinks host;                          ///< of links that the node itself makes
    bool remembers = false;                  ///< whether links have a memory in any frame
    std::unique_ptr<LinkTimeline> timeline;  ///< null without memory, or before a bounded one
    LiveWalk* live = nullptr;                ///< instead, in a live clip
    std::int32_t block = 0;                  ///< of a bounded memory: the timeline's block
  };

  /// A track table's columns and the step's rows; no rows for no_tracks.
  [[nodiscard]] TrackView view(std::size_t tracks) const { return view(tracks, time_); }
  [[nodiscard]] TrackView view(std::size_t tracks, const FrameTime& time) const;
  [[nodiscard]] std::size_t buffer_of(std::size_t slot) const { return plan_->slots[slot].buffer; }
  HostStages(std::shared_ptr<const Plan> plan, tbb::task_arena& arena, SimdLevel simd,
             int link_memory, std::shared_ptr<GlyphAtlas> atlas);
  void reserve_records();
  void take_memory_of(HostStages& before);
  void prepare_links(std::size_t step, const LinkStep& work);
  /// Appends the links that a frame's operation chooses by itself; returns its leave distance.
  float choose_links(LinkState& state, const LinkStep& work, const FrameTime& time,
                     const TrackView& rows, std::vector<Link>& links);
  void walk_clip(LinkState& state, const LinkStep& work, FrameInterval frames);
  void recall(LinkState& state, const LinkStep& work);
  /// Appends the links of the current frame, which are alive or fading.
  void continue_lives(LinkState& state, const LinkStep& work, std::vector<Link>& links);
  void prepare_draw(std::size_t step, const DrawStep& work);
  /// What a host function gets for a frame; valid until the next call.
  [[nodiscard]] HostInputs host_inputs(std::size_t tracks, const std::vector<StepInput>& inputs,
                                       const FrameTime& time);

  void run(std::size_t step, const LinkStep& work, DisplayList& list);
  void run(std::size_t step, const CurveStep& work, DisplayList& list);
  void run(std::size_t step, const DrawStep& work, DisplayList& list);
  void run(std::size_t step, const GroupBeginStep& work, DisplayList& list);
  void run(std::size_t step, const GroupEndStep& work, DisplayList& list);
  void run(std::size_t step, const LayerStep& work, DisplayList& list);
  void run(std::size_t, const EffectStep&, DisplayList&) {}
  void run(std::size_t, const PictureStep&, DisplayList&) {}
  void run(std::size_t, const RasterStep&, DisplayList&) {}

  /// Draws what an operation's descriptor makes of its source.
  template <class Op>
  void emit(const Op& op, const DrawStep& work, DisplayList& list);
  void emit_timed_particles(const DrawTimedParticlesOp& op, const DrawStep& work,
                            DisplayList& list);
  /// What a draw that the host makes reads.
  [[nodiscard]] HostInputs drawn_inputs(const DrawStep& work);
  template <class Op>
  void emit_rows(const Op& op, const DrawStep& work, DisplayList& list);
  template <class Op>
  void emit_history(const Op& op, const DrawStep& work, DisplayList& list);

  std::shared_ptr<const Plan> plan_;
  tbb::task_arena* arena_;
  SimdLevel simd_;
  std::int32_t link_memory_;
  std::vector<FrameTracks> tracks_;
  std::vector<std::unique_ptr<LinkState>> link_states_;  ///< by step; null for other steps
  std::vector<std::vector<Link>> links_;    ///< by buffer; empty where a buffer holds curves
  std::vector<std::vector<Curve>> curves_;  ///< by buffer; empty where a buffer holds links
  std::shared_ptr<GlyphAtlas> atlas_;
  std::vector<HostDraw>
      host_draws_;  ///< by step; empty for steps that are not drawn by the node itself
  LineGaps line_gaps_;
  RotatedBoxes rotated_boxes_;
  std::vector<HostInput> wires_;  ///< of the current host function
  FrameTime frame_;               ///< the frame being drawn
  FrameTime time_;                ///< of the current step; earlier for an echo
  Counts counts_;
};

}  // namespace overlace
