// SPDX-License-Identifier: Apache-2.0
// Blocks of text: measured, placed and painted with an optional plate behind them.
#include "text/layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "graph/core/log.h"
#include "graph/data/place.h"
#include "text/quarters.h"

namespace overlace {
namespace {

/// Size at which glyphs are made, in quarters.
int glyph_size(const TextStyle& look) {
  return std::clamp(round_quarters(look.size), 1, 16383);
}

/// Space between the text and the edge of the plate.
QuarterVec padding_of(const TextStyle& look) {
  return {round_quarters(look.padding), round_quarters(look.padding / 2)};
}

Color faded(Color color, float opacity) {
  color.a *= opacity;
  return color;
}

/// Distance from line to line.
int line_step(const FontMetrics& metrics, const TextStyle& look) {
  const float height = (metrics.ascent + metrics.descent) * to_px(glyph_size(look));
  return ceil_quarters(height * look.line_height);
}

/// 0 to 2 for lines that stand left, centred or right.
int column_of(TextAlign align, BoxPosition place) {
  return align == TextAlign::by_place ? static_cast<int>(place) % 3 : static_cast<int>(align) - 1;
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

TextPainter::TextPainter(FontFile font, std::shared_ptr<GlyphAtlas> atlas)
    : fonts_(std::move(font)),
      shaper_(fonts_),
      glyphs_(fonts_, std::move(atlas)),
      metrics_(fonts_.metrics()) {}

TextPainter::TextPainter(const std::string& font, std::shared_ptr<GlyphAtlas> atlas,
                         const LogSink& log)
    : TextPainter(find_font(font), std::move(atlas)) {
  const FontFile& file = fonts_.file(0);
  if (log) log(fmt::format("font '{}' is {} {} ({})", font, file.family, file.style, file.path));
}

template <class F>
void TextPainter::for_each_line(std::string_view text, const TextStyle& look, F f) {
  const float most = look.max_width / to_px(glyph_size(look));
  const auto width_of = [this](std::string_view piece) { return shaper_.shape(piece).width; };
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = trim_spaces(text.substr(0, end));
    if (look.max_width > 0 && !line.empty() && width_of(line) > most) {
      for (const std::string_view piece : breaker_.pieces(line, most, std::ref(width_of)))
        if (!piece.empty()) f(piece);
    } else if (!line.empty()) {
      f(line);
    }
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
  }
}

void TextPainter::prefetch(std::span<const std::string_view> texts, const LogSink& log) {
  for (const std::string_view text : texts) {
    bool complete = true;
    for_each_line(text, {}, [&](std::string_view line) {
      for (const ShapedGlyph& glyph : shaper_.shape(line).glyphs) complete &= glyph.glyph != 0;
    });
    if (!complete && log) log(fmt::format("no installed font has all characters of '{}'", text));
  }
  for (std::uint16_t i = 1; log && i < fonts_.size(); ++i)
    log(fmt::format("font {} ({}) helps out for what {} lacks", fonts_.file(i).family,
                    fonts_.file(i).path, fonts_.file(0).family));
}

QuarterVec TextPainter::measure(std::string_view text, const TextStyle& look) {
  const float size = to_px(glyph_size(look));
  float width = 0;
  int lines = 0;
  for_each_line(text, look, [&](std::string_view line) {
    width = std::max(width, shaper_.shape(line).width);
    ++lines;
  });
  if (width <= 0) return {};
  const int line_height = ceil_quarters((metrics_.ascent + metrics_.descent) * size);
  const int height = line_height + (lines - 1) * line_step(metrics_, look);
  const QuarterVec padding = padding_of(look);
  return {ceil_quarters(width * size) + 2 * padding.x, height + 2 * padding.y};
}

void TextPainter::paint(std::string_view text, const TextStyle& look, QuarterVec corner,
                        QuarterVec size, BoxPosition place, DisplayList& out) {
  if (size == QuarterVec{}) return;
  append_plate(look, corner, size, out);
  const float em = to_px(glyph_size(look));
  const QuarterVec padding = padding_of(look);
  const int text_width = size.x - 2 * padding.x;
  QuarterVec start{0, corner.y + padding.y + round_quarters(metrics_.ascent * em)};
  for_each_line(text, look, [&](std::string_view words) {
    const ShapedLine& line = shaper_.shape(words);
    const int slack = text_width - ceil_quarters(line.width * em);
    start.x = corner.x + padding.x + slack * column_of(look.align, place) / 2;
    paint_line(line, look, start, out);
    start.y += line_step(metrics_, look);
  });
}

void TextPainter::paint_line(const ShapedLine& line, const TextStyle& look, QuarterVec start,
                             DisplayList& out) {
  const int size = glyph_size(look);
  const float em = to_px(size);
  Primitive primitive;
  primitive.kind = PrimitiveKind::glyph;
  primitive.fill = faded(look.color, look.opacity);
  for (const ShapedGlyph& glyph : line.glyphs) {
    const QuarterVec pen{start.x + round_quarters(glyph.x * em),
                         start.y + round_quarters(glyph.y * em)};
    // Arithmetic shift and mask split a position into whole pixels and phase, left of zero too.
    const GlyphImage& image = glyphs_.find({.font = glyph.font,
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
  out.atlas = &glyphs_.atlas();
}

}  // namespace overlace
