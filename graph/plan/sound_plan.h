// SPDX-License-Identifier: Apache-2.0
// What sound nodes ask for, and the plan of a graph's sound.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "graph/data/notes.h"
#include "graph/plan/plan.h"

namespace overlace {

/// What a sound node plays in a frame: a note for every object, or for every link. Numbers are
/// evaluated for each of them; for links they are means of both ends.
struct SoundOp {
  bool of_links = false;
  bool once = false;  ///< notes are struck when their object or link appears, and left to ring
  std::optional<Instrument> instrument{};  ///< none: each class has its own, in order
  Scale scale = Scale::minor_pentatonic;
  int root = 9;                        ///< first semitone of the scale, 0 for C to 11 for B
  FrameNumber pitch;                   ///< MIDI, not yet snapped
  FrameNumber pan, level, brightness;  ///< see Note
  float ratio = 1, attack_s = 0, release_s = 0, ring_s = 0;  ///< see Note
};

/// One node of a graph's sound.
struct SoundPart {
  std::string name;                ///< of the node
  std::size_t tracks = no_tracks;  ///< index into the plan's tables
  std::size_t slot = no_slot;      ///< the links that it plays; no_slot if it plays objects
  Lower<SoundOp> lower;
};

/// Everything that a graph plays. `frames` makes the links that it needs and paints nothing.
struct SoundPlan {
  std::shared_ptr<const Plan> frames;
  std::vector<SoundPart> parts;  ///< in the order of the document's list
};

}  // namespace overlace
