// SPDX-License-Identifier: Apache-2.0
// Several tables as one.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "graph/core/log.h"
#include "graph/data/tracks.h"

namespace overlace {

/// What equal ids of different tables mean.
enum class MergeIds : std::uint8_t { apart, joined };

struct MergeOptions {
  MergeIds ids = MergeIds::apart;
  double max_overlap = 1;  ///< of a box with one of an earlier table (intersection over union)
};

/// Replaces those of `ids` that `taken` has by free ones, the lowest first.
void keep_ids_apart(std::span<const TrackId> taken, std::span<TrackId> ids);

/// All rows of all tables, earlier tables first within a frame, without derived columns. Classes,
/// skeletons and attributes of the same name become one; a class without a name is called by its
/// number once others have names. `apart`: an id that an earlier table has is replaced by a free
/// one. `joined`: an id means the same object everywhere, and of two rows of one object in one
/// frame the first stays. Boxes that overlap one of an earlier table by more than `max_overlap`,
/// and may be of its class, are left out. Embeddings must be of one size: others are left out.
/// `log` hears what was left out.
[[nodiscard]] TrackTable merge_tracks(std::span<const TrackTable* const> tables,
                                      const MergeOptions& options, const LogSink& log);

}  // namespace overlace
