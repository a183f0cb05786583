// SPDX-License-Identifier: Apache-2.0
// Asks the formats about a table that contains everything.
#include "cli/format_losses.h"

#include "graph/data/tracks.h"

namespace overlace {
namespace {

constexpr Box area{0, 0, 2, 2};

/// Boxes of an object in frames 0 and 1 whose class changes in between, and of one without an id.
std::vector<std::int32_t> add_boxes(TrackColumns& rows) {
  rows.box.assign(6, area);
  rows.id = {1, 1, 2, 3, 4, no_id};
  rows.class_index = {0, 1, 1, 0, 0, -1};
  rows.score.assign(6, 0.5F);
  rows.class_names = {"person", "car"};
  return {0, 1, 0, 0, 0, 0};
}

void add_attributes(TrackColumns& rows) {
  rows.rotation = {30, 0, 0, 0, 0, 0};
  rows.attributes = {{"of numbers", {1, 2, 3, 4, 5, 6}}, {"of texts", {0, 0, 0, 0, 0, 0}, {"red"}}};
  rows.embedding_size = 1;
  rows.embedding.assign(6, 1);
}

/// An outline of two rings, key points of which one is hidden and one absent, and a mask.
void add_shapes(TrackColumns& rows) {
  rows.outlines.put(
      2, std::vector<OutlinePoint>{
             {{0, 0}, 0}, {{2, 0}, 0}, {{2, 2}, 0}, {{1, 0}, 1}, {{2, 1}, 1}, {{2, 0}, 1}});
  rows.key_points.put(3, std::vector<KeyPoint>{{{0, 0}, 0.75F, PointState::visible},
                                               {{2, 2}, 0.25F, PointState::hidden},
                                               {{0, 0}, 0, PointState::absent}});
  rows.skeleton = {-1, -1, -1, 0, -1, -1};
  rows.skeletons = {{"person", {"head", "foot", "hand"}, {{0, 1}}}};
  rows.mask_runs.put(4, std::vector<std::uint32_t>{0, 4});
  rows.mask_size.assign(6, Size{2, 2});
}

}  // namespace

std::vector<std::string> losses_of_everything(const TrackFormat& format) {
  TrackColumns rows;
  const std::vector<std::int32_t> frames = add_boxes(rows);
  add_attributes(rows);
  add_shapes(rows);
  std::vector<std::string> losses = format.losses(sort_tracks(std::move(rows), frames));
  constexpr std::string_view one = "attribute";
  for (std::string& lost : losses)
    if (lost.starts_with(one)) lost.insert(one.size(), "s");
  return losses;
}

}  // namespace overlace
