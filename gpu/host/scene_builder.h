// SPDX-License-Identifier: Apache-2.0
// Turns a display list into the records that tiles are painted from.
#pragma once

#include <span>
#include <vector>

#include "color/working_space.h"
#include "gpu/host/area_rasterizer.h"
#include "gpu/host/flatten.h"
#include "gpu/host/texture_table.h"
#include "gpu/kernels/affine_image.h"
#include "gpu/kernels/orient.h"
#include "gpu/kernels/scene.h"
#include "gpu/kernels/target.h"
#include "gpu/layer.h"
#include "graph/data/display_list.h"

namespace overlace {

/// A layer's memory as kernels see it.
[[nodiscard]] inline LayerView view_of(const Layer16& layer) {
  return {layer.pixels.data(), layer.occupied.data(), layer.size, layer.tiles_x, layer.tiles_y};
}
/// Whether a primitive continues the line of the previous one.
[[nodiscard]] inline bool continues_line(const Primitive& p) {
  return p.kind == PrimitiveKind::curve && p.joined;
}

/// What primitives refer to; must outlive the scene.
struct SceneSources {
  const GlyphAtlas* atlas = nullptr;  ///< may be null
  std::span<const LayerView> layers;
  std::span<const TextureView> textures;
  /// Where painters find the first of `textures`; null if it is there.
  const TextureView* textures_of_painters = nullptr;
};

/// One frame's scene. Keeps its buffers from frame to frame.
class SceneBuilder {
 public:
  /// Prepares all of `list`. Primitives are left out if their numbers are not finite, if their
  /// bitmap or layer does not exist, or if they paint nothing.
  void build(const DisplayList& list, std::span<const Layer16> layers, const WorkingSpace& space,
             Size size);

  /// The same in steps: starts an empty scene. `space` must outlive it. `turn` leads into the
  /// picture that is painted on.
  void begin(const WorkingSpace& space, const OrientationTransform& turn,
             const SceneSources& sources);
  /// Appends primitives in paint order; all curves of a line must come in one call. Areas and
  /// images refer to the outlines and values of `list`.
  void add(std::span<const Primitive> primitives, const DisplayList& list);
  /// Sets where items read frame_words(). Precondition: `words` is a multiple of 8 bytes.
  void place_words(const std::uint32_t* words);
  /// The group that the next primitive is painted into; no_group outside groups.
  [[nodiscard]] std::uint32_t open_group() const { return open_group_; }

  /// Whether a group blends with what is under it.
  [[nodiscard]] bool blends_with_picture() const;
  [[nodiscard]] std::span<const Item> items() const { return items_; }
  [[nodiscard]] std::span<const Segment> segments() const { return segments_; }
  [[nodiscard]] std::span<const Group> groups() const { return groups_; }
  [[nodiscard]] std::span<const LayerView> layers() const { return sources_.layers; }
  [[nodiscard]] std::span<const TextureView> textures() const { return sources_.textures; }
  /// The cells of all areas (see AreaCells), the values of images, and the maps of projected ones.
  /// An even number of words.
  [[nodiscard]] std::span<const std::uint32_t> frame_words() const { return frame_words_; }

 private:
  void add_single(const Primitive& primitive);
  void begin_group(const GroupGeometry& group);
  void end_group();
  /// One line: a curve and those joined to it.
  void add_line(std::span<const Primitive> curves);
  void add_bolt(const Primitive& primitive);
  void add_shape(const Primitive& primitive);
  void add_outline_area(const Primitive& primitive);
  void add_image(const Primitive& primitive);
  void add_value_image(const Primitive& primitive);
  void add_projected_image(const Primitive& primitive);
  /// Where painters find a texture.
  [[nodiscard]] const TextureView* texture_of_painters(std::uint32_t texture) const;
  void add_area(const Item& item);
  /// Appends a stroke along `path_`, each chain of which has its own ends.
  void add_stroke(Item item, const Primitive& first, std::size_t curves_per_chain);
  /// Appends an item that the last `segment_count` segments belong to.
  void push_item(Item item, std::size_t segment_count);
  [[nodiscard]] std::uint32_t next_item() const {
    return static_cast<std::uint32_t>(items_.size());
  }

  std::vector<Item> items_;
  std::vector<Segment> segments_;
  std::vector<Group> groups_;
  std::vector<std::uint32_t> frame_words_;
  /// An item, and where in frame_words_ its cells begin, or its map, or the view of its texture
  /// followed by the texels.
  struct PlacedItem {
    std::size_t item, words;
  };
  std::vector<PlacedItem> placed_items_;
  AreaRasterizer rasterizer_;
  std::vector<Curve> path_;  ///< of the current stroke
  const WorkingSpace* space_ = nullptr;
  SceneSources sources_;
  const DisplayList* list_ = nullptr;  ///< of the current primitives
  std::size_t atlas_bytes_ = 0;        ///< when they were added
  std::vector<LayerView> own_layers_;  ///< of `build`
  TextureTable own_textures_;
  OrientationTransform turn_;
  std::uint32_t open_group_ = no_group;
  std::uint32_t ignored_depth_ = 0;  ///< groups deeper than the limit are painted into the last one
};

}  // namespace overlace
