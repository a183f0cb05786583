// SPDX-License-Identifier: Apache-2.0
// A frame's scene and bins, made by all workers at once: each takes runs of the display list.
#pragma once

#include <span>
#include <vector>

#include "gpu/cpu/tiles/segment_bins.h"
#include "gpu/cpu/tiles/tile.h"
#include "gpu/host/scene_builder.h"
#include "gpu/host/workers.h"

namespace overlace {

/// The frame that a scene is built for.
struct SceneFrame {
  const WorkingSpace& space;
  Size size;
  int above = 0;  ///< px above a row of tiles that the row also needs
};

/// A scene whose segments are binned by row of tiles. Its buffers are kept from frame to frame.
class SceneParts {
 public:
  /// Builds the scene of `list` with the help of `workers`.
  void build(const DisplayList& list, std::span<const Layer16> layers, const SceneFrame& frame,
             Workers& workers);

  /// The whole scene; lives until the next one is built.
  [[nodiscard]] SceneView view() const;
  [[nodiscard]] bool blends_with_picture() const {
    return parts_.front().scene.blends_with_picture();
  }
  [[nodiscard]] std::size_t segment_count() const;
  /// Generation of the textures, as TextureTable counts them.
  [[nodiscard]] std::uint64_t texture_generation() const { return textures_.generation(); }
  /// Calls use(item, ref) for each image, whose segment is `ref`.
  template <class Use>
  void for_each_image(const Use& use) const {
    for (std::uint32_t part = 0; part < used_; ++part) {
      const SceneBuilder& scene = parts_[part].scene;
      for (const Item& item : scene.items())
        if (item.kind == ItemKind::image) use(item, SegmentRef{part, item.first_segment});
    }
  }

  [[nodiscard]] int rows() const { return parts_.front().bins.rows(); }
  [[nodiscard]] int columns() const { return parts_.front().bins.columns(); }
  /// Whether nothing is painted on a row of tiles.
  [[nodiscard]] bool is_empty(int row) const;
  /// Calls work(part, span) for the spans of one row of tiles, in paint order.
  template <class Work>
  void for_each_span(int row, const Work& work) const {
    for (std::uint32_t part = 0; part < used_; ++part) {
      for (const Span& span : parts_[part].bins.row(row)) work(part, span);
    }
  }

 private:
  /// A run of primitives, and what became of it.
  struct Part {
    std::span<const Primitive> primitives;
    SceneBuilder scene;
    TileBins bins;
  };
  void divide(std::span<const Primitive> primitives, int workers);

  std::vector<Part> parts_ = std::vector<Part>(1);
  std::size_t used_ = 1;
  std::vector<ScenePart> views_;  ///< of the used ones
  std::vector<LayerView> layers_;
  TextureTable textures_;
  std::span<const TextureView> texture_views_;
  const GlyphAtlas* atlas_ = nullptr;
};

}  // namespace overlace
