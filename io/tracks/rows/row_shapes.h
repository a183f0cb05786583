// SPDX-License-Identifier: Apache-2.0
// Queries about the shapes of rows, for writers of formats that cannot hold all of them together.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "graph/core/time.h"
#include "graph/data/tracks.h"

namespace overlace {

/// The box around the corners of an outline, as readers compute it; nothing if there are none.
[[nodiscard]] std::optional<Box> box_around(std::span<const OutlinePoint> outline);
/// The same around the key points that are not absent.
[[nodiscard]] std::optional<Box> box_around(std::span<const KeyPoint> points);
/// The same around the pixels of a row's mask.
[[nodiscard]] std::optional<Box> box_around_mask(const TrackTable& table, std::uint32_t row);

/// Whether a row's box is axis-aligned and equals this one within a thousandth of a pixel.
[[nodiscard]] bool has_box(const TrackTable& table, std::uint32_t row, const Box& box);

/// Whether `test(row)` holds for any row.
template <class F>
[[nodiscard]] bool any_row(const TrackTable& table, F test) {
  for (std::uint32_t row = 0; row < table.row_count(); ++row)
    if (test(row)) return true;
  return false;
}

/// Adds what is lost where a shape is either an outline or a mask.
void lose_outlines_beside_masks(const TrackTable& table, std::vector<std::string>& lost);
/// Adds what is lost where a skeleton belongs to a class.
void lose_skeletons_beside_classes(const TrackTable& table, std::vector<std::string>& lost);

/// Adds what is lost where readers assume a skeleton from the number of points.
template <class F>
void lose_unusual_skeletons(const TrackTable& table, F usual, std::vector<std::string>& lost) {
  if (any_row(table, [&](std::uint32_t row) {
        return !table.skeleton.empty() && table.skeleton[row] >= 0 &&
               table.skeletons[static_cast<std::size_t>(table.skeleton[row])] !=
                   usual(table.key_points.of(row).size());
      }))
    lost.emplace_back("skeletons");
}

/// The size of the picture that all masks cover, for formats that state it once: `clip`'s, or the
/// masks' if that is unknown; 0 x 0 without either. Throws Error(usage) where they differ.
[[nodiscard]] Size picture_of_masks(const TrackTable& table, const ClipInfo& clip);

}  // namespace overlace
