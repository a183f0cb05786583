// SPDX-License-Identifier: Apache-2.0
// Merges several tables into one.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "graph/core/log.h"
#include "graph/data/tracks.h"

namespace overlace {

/// Whether equal ids in different tables mean different objects or the same one.
enum class MergeIds : std::uint8_t { apart, joined };

struct MergeOptions {
  MergeIds ids = MergeIds::apart;
  double max_overlap = 1;  ///< of a box with one of an earlier table (intersection over union)
};

/// Replaces those of `ids` that are in `taken` with free ones, the lowest first.
void keep_ids_apart(std::span<const TrackId> taken, std::span<TrackId> ids);

/// All rows of all tables, earlier tables first within a frame, without derived columns. Classes,
/// skeletons and attributes of the same name are merged; a class without a name is named by its
/// number if others have names. `apart`: an id that an earlier table has is replaced with a free
/// one. `joined`: an id means the same object everywhere, and of two rows of an object in one frame
/// the first is kept. Boxes that overlap one of an earlier table by more than `max_overlap`, and
/// may be of its class, are left out. Embeddings must have one size: others are left out. `log`
/// gets what was left out.
[[nodiscard]] TrackTable merge_tracks(std::span<const TrackTable* const> tables,
                                      const MergeOptions& options, const LogSink& log);

}  // namespace overlace
