// SPDX-License-Identifier: Apache-2.0
// Turns a display list into the records that tiles are painted from, and sorts them by rows of
// tiles.
#pragma once

#include <span>
#include <vector>

#include "gpu/color.h"
#include "gpu/cpu/flatten.h"
#include "gpu/cpu/tile.h"
#include "gpu/layer.h"
#include "graph/data/display_list.h"

namespace overlace {

/// One frame's scene. Its buffers are kept from frame to frame.
class SceneBuilder {
 public:
  /// Prepares everything of `list`. Primitives whose numbers are not finite, whose bitmap or layer
  /// does not exist, or that paint nothing are left out.
  void build(const DisplayList& list, std::span<const Layer16> layers, const WorkingSpace& space,
             Size size);

  [[nodiscard]] SceneView view() const;
  /// Whether a group looks at what is under it.
  [[nodiscard]] bool blends_with_picture() const;
  [[nodiscard]] std::span<const Item> items() const { return items_; }
  [[nodiscard]] std::span<const Piece> pieces() const { return pieces_; }
  [[nodiscard]] std::span<const LayerView> layers() const { return layers_; }

 private:
  void add(const Primitive& primitive);
  void begin_group(const GroupGeometry& group);
  void end_group();
  /// One line: a curve and those joined to it.
  void add_line(std::span<const Primitive> curves);
  void add_shape(const Primitive& primitive);
  void add_box(const Primitive& primitive, Item item);
  void add_outline(const Primitive& primitive, const Item& base);
  void add_glyph(const Primitive& primitive);
  void add_layer(std::uint32_t layer);
  void add_area(Item item);
  /// Appends a stroke along the chains in `outline_`; each chain has its own ends.
  void add_stroke(Item item, bool closed, std::span<const std::size_t> chain_ends);
  [[nodiscard]] Item make_item(const Primitive& primitive, ItemKind kind) const;
  /// Sets the stroke's paint; false when it paints nothing.
  bool set_stroke(const Primitive& primitive, Item& item) const;

  std::vector<Item> items_;
  std::vector<Piece> pieces_;
  std::vector<Group> groups_;
  std::vector<LayerView> layers_;
  std::vector<Curve> outline_;
  std::vector<std::size_t> chain_ends_;
  const WorkingSpace* space_ = nullptr;
  const GlyphAtlas* atlas_ = nullptr;
  Size size_;
  std::uint32_t open_group_ = no_group;
  std::uint32_t ignored_depth_ = 0;  ///< groups deeper than the limit are painted into the last one
};

}  // namespace overlace
