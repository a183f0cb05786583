// SPDX-License-Identifier: Apache-2.0
// What a network found in one picture.
#pragma once

#include <span>
#include <vector>

#include "graph/core/vec.h"
#include "graph/data/track_columns.h"

namespace overlace {

/// An object, in pixels of the network's input until it is placed in the picture.
struct Finding {
  Box box;
  float score = 0;
  std::int32_t class_index = 0;
  float rotation = 0;  ///< of `box` about its centre, degrees clockwise
  std::vector<KeyPoint> key_points{};
  std::vector<float> mask_weights{};    ///< of the network's prototypes
  std::vector<OutlinePoint> outline{};  ///< see `trace_masks`
  bool is_cut = false;                  ///< by an inner edge of a tile
};

/// Of findings that overlap by more than `max_overlap` keeps the one with the highest score, as
/// long as they are of one class: intersection over union, and of rotated boxes their probabilistic
/// one. The others are removed; what stays is sorted by score, `most` at most. A finding that is
/// cut by a tile's edge also gives way to one that has most of it. Returns whether others than
/// these `most` are left out.
bool suppress(std::vector<Finding>& findings, double max_overlap, std::size_t most);

/// Overlap of rotated boxes as Gaussians (ProbIoU, Llerena et al. 2021, arXiv 2106.06072): 1 - the
/// Hellinger distance.
[[nodiscard]] double rotated_overlap(const Finding& a, const Finding& b);

/// Masks that a network shares between its findings: planes of a coarser grid over its input.
struct Prototypes {
  std::span<const float> planes;  ///< count x height x width
  int count = 0;
  Size grid{};
};

/// Sets the outlines of findings from their mask weights: the weighted sum of the prototypes,
/// interpolated to the input's pixels, is positive inside (Bolya et al. 2019, YOLACT); the box cuts
/// it off.
void trace_masks(std::vector<Finding>& findings, const Prototypes& prototypes, Size input);

}  // namespace overlace
