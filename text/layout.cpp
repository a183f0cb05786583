// SPDX-License-Identifier: Apache-2.0
// Blocks of text: measured, placed and painted with an optional plate behind them.
#include "text/layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "graph/core/log.h"
#include "graph/core/note.h"
#include "graph/data/box_place.h"
#include "text/quarters.h"

namespace overlace {
namespace {

/// Space between the text and the plate's edge.
QuarterVec padding_of(const TextStyle& look) {
  return {round_quarters(look.padding), round_quarters(look.padding / 2)};
}

Color faded(Color color, float opacity) {
  color.a *= opacity;
  return color;
}

/// 0 to 2: lines at the left, in the centre or at the right; columns at the top to the bottom.
int slot_of(TextAlign align, BoxPosition place, bool is_vertical) {
  if (align != TextAlign::by_place) return static_cast<int>(align) - 1;
  return is_vertical ? static_cast<int>(place) / 3 : static_cast<int>(place) % 3;
}

/// Size at which a run's glyphs are rasterised, in quarters.
int glyph_size(const TextStyle& look, float scale) {
  return std::clamp(round_quarters(look.size * scale), 1, 16383);
}

/// Length along the run's direction, px.
float length_of_run(const TextRun& run, const TextStyle& look) {
  const ShapedLine& line = run.face->shaper.shape(run.text);
  const float width = line.width + static_cast<float>(line.letters) * look.letter_spacing;
  return width * to_px(glyph_size(look, run.scale));
}

/// Appends the glyphs of a run that begins at `start`, in their own colour if `color` is null.
void paint_run(const TextRun& run, const TextStyle& look, QuarterVec start, bool is_vertical,
               const Color* color, DisplayList& out) {
  const int size = glyph_size(look, run.scale);
  const float em = to_px(size);
  Primitive primitive;
  primitive.kind = PrimitiveKind::glyph;
  const Color own = run.color.value_or(look.color);
  primitive.fill = faded(color != nullptr ? *color : own, look.opacity);
  for (const ShapedGlyph& glyph : run.face->shaper.shape(run.text).glyphs) {
    const float spacing = static_cast<float>(glyph.letter) * look.letter_spacing;
    const float x = is_vertical ? glyph.x : glyph.x + spacing;
    const float y = is_vertical ? glyph.y + spacing : glyph.y;
    const QuarterVec pen{start.x + round_quarters(x * em), start.y + round_quarters(y * em)};
    // Arithmetic shift and mask split positions, negative ones too, into whole pixels and phase.
    const GlyphImage& image = run.face->glyphs.find({.font = glyph.font,
                                                     .glyph = glyph.glyph,
                                                     .size = size,
                                                     .phase_x = pen.x & 3,
                                                     .phase_y = pen.y & 3});
    if (image.width == 0) continue;
    primitive.glyph = {.x = (pen.x >> 2) + image.left,
                       .y = (pen.y >> 2) + image.top,
                       .width = image.width,
                       .height = image.height,
                       .offset = image.offset};
    out.primitives.push_back(primitive);
  }
}

}  // namespace

QuarterVec place_block(BoxPosition place, const Box& box, QuarterVec size, float gap, bool inside) {
  const Box block = place_box(place, box, {to_px(size.x), to_px(size.y)}, gap, inside);
  return {round_quarters(block.x), round_quarters(block.y)};
}

QuarterVec keep_within(QuarterVec corner, QuarterVec size, Size frame) {
  const auto keep = [](int low, int length, int extent) {
    return std::max(std::min(low, extent * quarters - length), 0);
  };
  return {keep(corner.x, size.x, frame.width), keep(corner.y, size.y, frame.height)};
}

void append_plate(const TextStyle& look, QuarterVec corner, QuarterVec size, DisplayList& out) {
  const bool has_border = look.border > 0 && look.border_color.a > 0;
  if (!(look.plate.a > 0) && !has_border) return;
  Primitive plate;
  plate.kind = PrimitiveKind::shape;
  const Vec2 half{to_px(size.x) / 2, to_px(size.y) / 2};
  plate.shape = {.center = Vec2{to_px(corner.x), to_px(corner.y)} + half,
                 .half_size = half,
                 .corner_radius = std::clamp(look.radius, 0.0F, std::min(half.x, half.y)),
                 .arm = 0,
                 .kind = ShapeKind::rounded_box};
  plate.fill = faded(look.plate, look.opacity);
  plate.stroke = plate.stroke_end = faded(look.border_color, look.opacity);
  plate.width = plate.width_end = look.border;
  out.primitives.push_back(plate);
}

TextPainter::TextPainter(FontFamily fonts, std::shared_ptr<GlyphAtlas> atlas, TextMode mode)
    : runs_(shared_runs(std::move(fonts), mode, std::move(atlas))) {}

TextPainter::TextPainter(const std::string& font, std::shared_ptr<GlyphAtlas> atlas,
                         const LogSink& log)
    : TextPainter(FontFamily{find_font(font)}, std::move(atlas)) {
  const FontFile& file = this->font();
  if (log)
    log(detail_note(
        fmt::format("font '{}' is {} {} ({})", font, file.family, file.style, file.path)));
}

void TextPainter::prefetch(std::span<const std::string_view> texts, const LogSink& log) {
  for (const std::string_view text : texts) {
    bool complete = true;
    for (const TextLine& line : runs_->lines(text, 0, 0))
      for (const TextRun& run : runs_->runs(line))
        for (const ShapedGlyph& glyph : run.face->shaper.shape(run.text).glyphs)
          complete &= glyph.glyph != 0;
    if (!complete && log) log(fmt::format("no installed font has all characters of '{}'", text));
  }
  const FontStack& fonts = runs_->regular().fonts;
  for (std::uint16_t i = 1; log && i < fonts.size(); ++i)
    log(fmt::format("font {} ({}) supplies what {} lacks", fonts.file(i).family, fonts.file(i).path,
                    fonts.file(0).family));
}

std::span<const TextLine> TextPainter::lines_of(std::string_view text, const TextStyle& look) {
  const float most = look.max_width > 0 ? look.max_width / to_px(glyph_size(look, 1)) : 0;
  return runs_->lines(text, most, look.letter_spacing);
}

TextPainter::LineExtent TextPainter::extent_of(const TextLine& line, const TextStyle& look) const {
  float above = 0, below = 0, size = 0;  // px: above and below the baseline, and in all
  for (const TextRun& run : runs_->runs(line)) {
    const auto [ascent, descent] = run.face->metrics;
    const float em = to_px(glyph_size(look, run.scale));
    above = std::max(above, ascent * em);
    below = std::max(below, descent * em);
    size = std::max(size, (ascent + descent) * em);
  }
  if (line.count > 1) size = std::max(size, above + below);
  return {.above = round_quarters(runs_->is_vertical() ? size / 2 : above),
          .size = ceil_quarters(size),
          .step = ceil_quarters(size * look.line_height)};
}

int TextPainter::length_of(const TextLine& line, const TextStyle& look) const {
  float length = 0;
  for (const TextRun& run : runs_->runs(line)) length += length_of_run(run, look);
  return ceil_quarters(length);
}

QuarterVec TextPainter::measure(std::string_view text, const TextStyle& look) {
  int length = 0, across = 0, depth = 0;
  for (const TextLine& line : lines_of(text, look)) {
    const LineExtent extent = extent_of(line, look);
    length = std::max(length, length_of(line, look));
    depth = across + extent.size;
    across += extent.step;
  }
  if (length <= 0) return {};
  const QuarterVec padding = padding_of(look);
  const QuarterVec size =
      runs_->is_vertical() ? QuarterVec{depth, length} : QuarterVec{length, depth};
  return {size.x + 2 * padding.x, size.y + 2 * padding.y};
}

void TextPainter::paint(std::string_view text, const TextStyle& look, QuarterVec corner,
                        QuarterVec size, BoxPosition place, DisplayList& out) {
  if (size == QuarterVec{}) return;
  append_plate(look, corner, size, out);
  const int shadow = round_quarters(look.shadow);
  if (shadow != 0 && look.shadow_color.a > 0)
    paint_lines(text, look, {corner.x + shadow, corner.y + shadow}, size, place, &look.shadow_color,
                out);
  paint_lines(text, look, corner, size, place, nullptr, out);
}

void TextPainter::paint_lines(std::string_view text, const TextStyle& look, QuarterVec corner,
                              QuarterVec size, BoxPosition place, const Color* color,
                              DisplayList& out) {
  const QuarterVec padding = padding_of(look);
  const QuarterVec room{size.x - 2 * padding.x, size.y - 2 * padding.y};
  const bool is_vertical = runs_->is_vertical();
  const int slot = slot_of(look.align, place, is_vertical);
  int across = 0;  // from the first line's edge
  for (const TextLine& line : lines_of(text, look)) {
    const LineExtent extent = extent_of(line, look);
    const int slack = (is_vertical ? room.y : room.x) - length_of(line, look);
    const QuarterVec start = is_vertical
                                 ? QuarterVec{room.x - across - extent.above, slack * slot / 2}
                                 : QuarterVec{slack * slot / 2, across + extent.above};
    paint_line(line, look, {corner.x + padding.x + start.x, corner.y + padding.y + start.y}, color,
               out);
    across += extent.step;
  }
}

void TextPainter::paint_line(const TextLine& line, const TextStyle& look, QuarterVec start,
                             const Color* color, DisplayList& out) {
  for (const TextRun& run : runs_->runs(line)) {
    paint_run(run, look, start, runs_->is_vertical(), color, out);
    int& along = runs_->is_vertical() ? start.y : start.x;
    along += round_quarters(length_of_run(run, look));
  }
  out.atlas = &runs_->regular().glyphs.atlas();
}

}  // namespace overlace
