// SPDX-License-Identifier: Apache-2.0
// Crossings of flattened lines by the signs of orientations, on which both chords at a joint agree.
#include "gpu/host/line_gaps.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "gpu/host/line_pen.h"
#include "graph/data/curve_parts.h"
#include "graph/data/figures.h"

namespace overlace {
namespace {

/// Twice the area of the triangle a b p: above 0 where p is on the right of a to b.
double orientation(Vec2 a, Vec2 b, Vec2 p) {
  return (static_cast<double>(b.x) - a.x) * (static_cast<double>(p.y) - a.y) -
         (static_cast<double>(b.y) - a.y) * (static_cast<double>(p.x) - a.x);
}

Primitive group_edge(PrimitiveKind kind) {
  Primitive edge;
  edge.kind = kind;
  if (kind == PrimitiveKind::group_begin) edge.group = {BlendMode::erase, 1};
  return edge;
}

/// The primitives of a line without its heads.
std::span<const Primitive> pieces_of(std::span<const Primitive> line) {
  std::size_t count = 0;
  while (count < line.size() && line[count].kind == PrimitiveKind::curve &&
         (count == 0 || line[count].joined))
    ++count;
  return line.first(count);
}

float widest(const Primitive& line) {
  const float ends = std::max(line.width, line.width_end);
  return line.middle.at > 0 ? std::max(ends, line.middle.width) : ends;
}

}  // namespace

void LineGaps::begin(float clear, Size picture) {
  clear_ = clear;
  grid_.begin(picture);
  chords_.clear();
  lines_.clear();
}

void LineGaps::add(std::size_t before, DisplayList& list) {
  const auto pieces = pieces_of(std::span(list.primitives).subspan(before));
  if (pieces.empty()) return;
  const Line line = flatten(pieces);
  stretches_.clear();
  find_crossings(line);
  lines_.push_back(line);
  for (std::uint32_t i = line.first; i < chords_.size(); ++i)
    grid_.add(i, chords_[i].from, chords_[i].to);
  if (stretches_.empty()) return;
  merge_stretches();
  erasers_.assign(1, group_edge(PrimitiveKind::group_begin));
  for (const Stretch& part : stretches_) erase(line, pieces, part);
  erasers_.push_back(group_edge(PrimitiveKind::group_end));
  list.primitives.insert(list.primitives.begin() + static_cast<std::ptrdiff_t>(before),
                         erasers_.begin(), erasers_.end());
}

LineGaps::Line LineGaps::flatten(std::span<const Primitive> pieces) {
  const auto number = static_cast<std::uint32_t>(lines_.size());
  Line line{.first = static_cast<std::uint32_t>(chords_.size()),
            .half_width = widest(pieces.front()) / 2,
            .glow = pieces.front().glow.radius};
  for (std::uint32_t piece = 0; piece < pieces.size(); ++piece) {
    const Curve& curve = pieces[piece].curve;
    const std::uint32_t count = std::max(curve.segments, 1U);
    Vec2 from = curve.p0;
    for (std::uint32_t i = 0; i < count; ++i) {
      const float t_from = static_cast<float>(i) / static_cast<float>(count);
      const float t_to = static_cast<float>(i + 1) / static_cast<float>(count);
      const Vec2 to = i + 1 == count ? curve.p1 : point_at(curve, t_to);
      const float along = line.length;
      line.length += distance(from, to);
      chords_.push_back({from, to, number, piece, t_from, t_to, along, line.length});
      from = to;
    }
  }
  line.count = static_cast<std::uint32_t>(chords_.size()) - line.first;
  line.drawn = line.length * std::clamp(pieces.front().trim_end, 0.0F, 1.0F);
  return line;
}

void LineGaps::find_crossings(const Line& over) {
  for (const Chord& a : chords(over))
    grid_.each_near(a.from, a.to, [&](std::uint32_t chord) {
      const Chord& b = chords_[chord];
      meet(over, a, lines_[b.line], b);
    });
}

void LineGaps::meet(const Line& over, const Chord& a, const Line& under, const Chord& b) {
  constexpr float least_sine = 0.2F;  // at flatter crossings, gaps could be as long as the line
  const double from = orientation(b.from, b.to, a.from), to = orientation(b.from, b.to, a.to);
  if ((from >= 0) == (to >= 0)) return;
  const double b_from = orientation(a.from, a.to, b.from), b_to = orientation(a.from, a.to, b.to);
  if ((b_from >= 0) == (b_to >= 0)) return;

  const float at = lerp(a.along_from, a.along_to, static_cast<float>(from / (from - to)));
  const float b_at = lerp(b.along_from, b.along_to, static_cast<float>(b_from / (b_from - b_to)));
  const float both = over.half_width + under.half_width;  // closer to an end, lines meet there
  const auto is_inner = [&](const Line& line, float along) {
    return along > both && along < line.length - both && along < line.drawn;
  };
  if (!is_inner(over, at) || !is_inner(under, b_at)) return;

  const Vec2 u = (a.to - a.from) * (1 / distance(a.from, a.to));
  const Vec2 v = (b.to - b.from) * (1 / distance(b.from, b.to));
  const float sine = std::max(std::abs(u.x * v.y - u.y * v.x), least_sine);
  const float cosine = std::abs(u.x * v.x + u.y * v.y);
  const float band = over.half_width + clear_;
  const float reach = (under.half_width + under.glow + band * cosine) / sine + 1;  // 1: its fringe
  stretches_.push_back({std::max(at - reach, 0.0F), std::min(at + reach, over.drawn)});
}

void LineGaps::merge_stretches() {
  std::ranges::sort(stretches_, {}, &Stretch::from);
  std::size_t last = 0;
  for (const Stretch& next : std::span(stretches_).subspan(1)) {
    Stretch& open = stretches_[last];
    if (next.from <= open.to)
      open.to = std::max(open.to, next.to);
    else
      stretches_[++last] = next;
  }
  stretches_.resize(last + 1);
}

void LineGaps::erase(const Line& line, std::span<const Primitive> pieces, Stretch part) {
  const Primitive& paint = pieces.front();
  const float opacity = std::max(paint.stroke.a, paint.stroke_end.a);
  const auto width_at = [&](float along) {
    const float width = lerp(paint.width, paint.width_end, along / line.length);
    return (paint.middle.at > 0 ? std::max(width, widest(paint)) : width) + 2 * clear_;
  };
  bool joined = false;
  const auto all = chords(line);
  for (auto chord = all.begin(); chord != all.end();) {
    const auto next =
        std::find_if(chord, all.end(), [&](const Chord& c) { return c.piece != chord->piece; });
    float from = 1, to = 0;  // on the piece of these chords
    for (; chord != next; ++chord) {
      const float begin = std::max(chord->along_from, part.from);
      const float end = std::min(chord->along_to, part.to);
      if (!(begin < end)) continue;
      const float length = chord->along_to - chord->along_from;
      const auto t_of = [&](float along) {
        return lerp(chord->t_from, chord->t_to, (along - chord->along_from) / length);
      };
      from = std::min(from, t_of(begin));
      to = std::max(to, t_of(end));
    }
    if (!(from < to)) continue;
    Primitive eraser;
    eraser.kind = PrimitiveKind::curve;
    eraser.cap = CapStyle::butt;
    eraser.joined = joined;
    eraser.curve = pieces[(next - 1)->piece].curve;
    cut_curve(eraser.curve, from, std::min(to, 1.0F));
    eraser.stroke = eraser.stroke_end = {1, 1, 1, opacity};
    eraser.width = width_at(part.from);
    eraser.width_end = width_at(part.to);
    erasers_.push_back(eraser);
    joined = true;
  }
}

void draw_with_gaps(const DrawLinesWithGapsOp& op, const HostInputs& in, LineGaps& gaps,
                    DisplayList& out) {
  const PaintedGroup group(out);  // lines erase each other, not the picture
  gaps.begin(op.clear, in.clip.size);
  for (std::span<const Curve> rest = in.curves, line; !rest.empty();
       rest = rest.subspan(line.size())) {
    line = first_line(rest);
    out.begin_row(line.front().row_a);
    const std::size_t before = out.primitives.size();
    append_line(op.lines, in.tracks, line, out);
    if (op.clear > 0) gaps.add(before, out);
  }
}

}  // namespace overlace
