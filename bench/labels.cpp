// SPDX-License-Identifier: Apache-2.0
// Labels painted by the common text painter, with the default look of draw_labels.
#include "bench/labels.h"

#include <fmt/format.h>

#include <iterator>

namespace overlace {

BenchLabels::BenchLabels(Size size)
    : size_(size), atlas_(std::make_shared<GlyphAtlas>()), painter_("sans-serif", atlas_, {}) {
  const auto percent = [size](float part) {
    return part * 0.01F * static_cast<float>(size.height);
  };
  look_.size = percent(2.2F);
  look_.padding = percent(0.7F);
  look_.radius = percent(0.5F);
  look_.plate = {0.04F, 0.05F, 0.07F, 0.65F};
}

void BenchLabels::add(std::size_t object, const Box& box, float score, DisplayList& list) {
  list.atlas = atlas_.get();
  text_.clear();
  fmt::format_to(std::back_inserter(text_), "thing {}  {:.2f}", object, score);
  const QuarterVec block = painter_.measure(text_, look_);
  const float gap = 0.004F * static_cast<float>(size_.height);
  const QuarterVec corner =
      keep_within(place_block(BoxPosition::top_left, box, block, gap, false), block, size_);
  painter_.paint(text_, look_, corner, block, BoxPosition::top_left, list);
}

}  // namespace overlace
