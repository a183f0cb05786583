// SPDX-License-Identifier: Apache-2.0
// What a device gets for one frame, and the tables that its kernels work on. Plain records: the
// host fills them, and they are copied as they are. Pointers are device pointers.
#pragma once

#include <cstdint>

#include "color/overlay_color.h"
#include "gpu/kernels/draw_ops.h"
#include "gpu/kernels/orient.h"
#include "gpu/kernels/scene.h"
#include "gpu/kernels/target.h"
#include "graph/data/links.h"
#include "graph/data/tracks.h"
#include "graph/plan/ops.h"

namespace overlace {

/// One link step: the nearest neighbours of a frame's objects, or links that the host made and
/// draws read in place.
struct LinkRecord {
  LinkKnnOp op;
  TrackView tracks;
  /// Rows of the whole table, each frame's sorted by id, then row: a point's place within its frame
  /// is its rank.
  const std::uint32_t* row_of_rank = nullptr;
  std::uint32_t host_count = 0;      ///< of host-made links
  const Link* host_links = nullptr;  ///< host memory that the device can read
};

/// Earlier frames whose rows a draw takes: `count` of them, the first `ago` frames before the one
/// being drawn.
struct PastFrames {
  RowRange rows;                               ///< of all of them
  const std::uint32_t* frame_begin = nullptr;  ///< first row of each
  std::int32_t count = 0, ago = 0;

  /// How many frames ago a row's frame was. The rows of a frame end where those of the next begin,
  /// so it is the last frame that begins at or before the row.
  [[nodiscard]] OVL_FN std::int32_t frames_ago(std::uint32_t row) const {
    std::int32_t first = 0, end = count;
    while (end - first > 1) {
      const std::int32_t middle = (first + end) / 2;
      if (frame_begin[middle] <= row)
        first = middle;
      else
        end = middle;
    }
    return ago - first;
  }
};

/// One draw step: an operation that kernels emit, or items (and their segments) that the host made,
/// which are fetched and binned. It owns the item slots [first_item, first_item + slots x
/// items_per_slot), whose position is also its place in paint order; slots that draw nothing stay
/// empty.
struct DrawRecord {
  std::uint32_t first_item = 0;
  std::uint32_t slots = 0;           ///< links at most, or rows of the frame, or host items
  std::uint32_t items_per_slot = 1;  ///< as in DrawDescriptor
  std::uint32_t group = no_group;
  bool wide = false;                 ///< host: an item, such as a fill, may cover the picture
  const Item* host_items = nullptr;  ///< host: in host memory that the device can read
  TrackView tracks;
  PastFrames past;                            ///< history: what is drawn instead of `tracks.rows`
  const Link* links = nullptr;                ///< curves: the links that they are made of
  const std::uint32_t* link_count = nullptr;  ///< curves: how many there are this frame
  CurveBezierOp curve;                        ///< curves: from link to curve
  DeviceDrawOp op;                            ///< none for host items
};

/// One pass of the rasteriser: everything between two raster steps of the plan, onto a picture or
/// a layer.
struct PassRecord {
  Target target;
  Target backdrop;  ///< what blend modes see: the picture before this pass; planes may be target's
  WorkingSpace space;
  Orientation stored{};                        ///< of the target; draws are oriented for display
  std::uint32_t draw_begin = 0, draw_end = 0;  ///< of the frame's draw records
  std::uint32_t item_count = 0;                ///< slots of all its draws
  const Group* groups = nullptr;
  const LayerView* layers = nullptr;
  const TextureView* textures = nullptr;
  std::uint32_t texture_count = 0;
  const std::uint8_t* atlas = nullptr;

  /// Segments of host items, in host memory that the device can read; they go to the front of the
  /// segment table.
  const Segment* host_segments = nullptr;
  std::uint32_t host_segment_count = 0;

  [[nodiscard]] OVL_FN OrientationTransform turn() const { return {stored, target.size}; }
};

/// Squares of pixels that items are sorted into. A bin's items are a bit mask over item slots.
struct BinGrid {
  std::uint32_t log2_size = 4;  ///< side of a bin, 2^n px
  std::uint32_t columns = 0, rows = 0;
  std::uint32_t words = 0;  ///< of 32 item slots each, per bin
  [[nodiscard]] OVL_FN std::uint32_t bins() const { return columns * rows; }
};

/// Bins are painted from costly to cheap, so that the last warp to end has a cheap one. What a bin
/// costs is estimated when items are sorted into it: by how often they mark it, strokes once for
/// each segment and row. Each class has a list of the bins that once cost so much.
inline constexpr std::uint32_t bin_classes = 3;
/// The least cost of a class's bins.
OVL_FN std::uint32_t least_cost(std::uint32_t bin_class) {
  return bin_class == 0 ? 1 : bin_class == 1 ? 16 : 44;
}
/// What a mark costs.
inline constexpr std::uint32_t stroke_cost = 4, other_cost = 1;
/// The class of a bin whose cost is not 0.
OVL_FN std::uint32_t bin_class(std::uint32_t cost) {
  std::uint32_t result = 0;
  for (std::uint32_t i = 1; i < bin_classes; ++i) result += cost >= least_cost(i) ? 1U : 0U;
  return result;
}

/// Counts of a pass that only the device knows.
struct SceneCounters {
  std::uint32_t segments = 0;     ///< wanted; may exceed the capacity
  std::uint32_t active_bins = 0;  ///< bins with any item
  /// Set when a capacity was exceeded: nothing is painted, and the host tries again with more.
  std::uint32_t overflow = 0;
  std::uint32_t primitives = 0;
  std::uint32_t tasks_dealt = 0;        ///< to groups that paint, after the first one of each
  std::uint32_t listed[bin_classes]{};  ///< bins in the list of each class
};

/// The tables of a pass, of fixed capacity. All masks and costs are 0, except for bins that the
/// last pass used, which the next one empties.
struct SceneTables {
  Item* items = nullptr;
  std::uint32_t item_capacity = 0;
  Segment* segments = nullptr;
  std::uint32_t segment_capacity = 0;
  BinGrid grid;
  std::uint32_t* mask = nullptr;      ///< bins x words
  std::uint32_t* bin_cost = nullptr;  ///< bins
  /// bin_classes x bins: the list of each class, in no particular order. A bin is in the list of
  /// its own class, and may also be in those of lower ones.
  std::uint32_t* listed = nullptr;
  std::uint32_t* last_listed = nullptr;  ///< bin_classes; SceneCounters::listed of the last pass
  SceneCounters* counters = nullptr;
  /// Host memory that the device can write, which receives the counters, too; may be null.
  SceneCounters* report = nullptr;
  float* group_pixels = nullptr;  ///< scratch of open groups, see group_scratch_floats
};

/// Items are binned as if they reached this many px farther to the right and below, because chroma
/// samples look one pixel to the left and one up.
inline constexpr float bin_margin = 1.0F;

}  // namespace overlace
