// SPDX-License-Identifier: Apache-2.0
// Texts on plates over the boxes of a benchmark's scene, as draw_labels makes them.
#pragma once

#include <memory>
#include <string>

#include "text/layout.h"

namespace overlace {

/// Writes labels and keeps the atlas of their glyphs.
class BenchLabels {
 public:
  /// For pictures of `size`. Throws Error(usage) if there is no font.
  explicit BenchLabels(Size size);

  /// Appends "thing 7  0.53" at the top left of a box; the list gets the glyph atlas.
  void add(std::size_t object, const Box& box, float score, DisplayList& list);

 private:
  Size size_;
  TextStyle look_;
  std::shared_ptr<GlyphAtlas> atlas_;
  TextPainter painter_;
  std::string text_;
};

}  // namespace overlace
