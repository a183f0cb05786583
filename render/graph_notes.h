// SPDX-License-Identifier: Apache-2.0
// The notes that a graph's sound nodes play in each frame of a clip.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "gpu/replay.h"
#include "graph/data/frame_tracks.h"
#include "graph/data/notes.h"
#include "graph/plan/sound_plan.h"

namespace overlace {

/// Evaluates tracks and links on the CPU, and nothing that only pictures need. A pure function of
/// the frame; reuses its memory. One thread at a time.
class GraphNotes {
 public:
  /// Precondition: the plan has parts. Throws Error(usage) for links that this build lacks.
  explicit GraphNotes(SoundPlan plan);

  /// Appends the notes of a frame.
  void append(const FrameTime& time, std::vector<Note>& notes);

 private:
  void append_objects(std::uint64_t part, const SoundOp& op, const TrackView& tracks,
                      std::vector<Note>& notes) const;
  void append_links(std::uint64_t part, const SoundOp& op, const TrackView& tracks,
                    std::span<const Link> links, std::vector<Note>& notes) const;

  SoundPlan plan_;
  std::vector<FrameTracks> tracks_;
  std::unique_ptr<InspectableReplay> replay_;
};

}  // namespace overlace
