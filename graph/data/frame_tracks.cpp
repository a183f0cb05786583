// SPDX-License-Identifier: Apache-2.0
// Pointers to the columns, taken once.
#include "graph/data/frame_tracks.h"

namespace overlace {

FrameTracks::FrameTracks(const TrackTable& table) : table_(&table) {
  columns_.reserve(table.attributes.size());
  for (const AttributeColumn& column : table.attributes) columns_.push_back(column.values.data());
}

TrackView FrameTracks::at(std::int32_t frame) const {
  return {.box = table_->box.data(),
          .id = table_->id.data(),
          .class_index = table_->class_index.data(),
          .score = table_->score.data(),
          .age = table_->age.data(),
          .remaining = table_->remaining.data(),
          .velocity = table_->velocity.data(),
          .columns = columns_.data(),
          .rows = table_->rows(frame)};
}

}  // namespace overlace
