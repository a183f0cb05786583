// SPDX-License-Identifier: Apache-2.0
// Builds chains of segments, one after the other.
#include "gpu/host/flatten.h"

#include <algorithm>

namespace overlace {
namespace {

/// Builds a chain segment by segment; a joint is determined when the next segment is known.
class ChainBuilder {
 public:
  ChainBuilder(const ChainStyle& style, const ViewBounds& view, std::vector<Segment>& segments)
      : style_(style),
        view_(view),
        along_(style.along),
        segments_(segments),
        first_(segments.size()) {}

  void add(const SegmentPoints& points) {
    Chord chord;
    if (!make_chord(points, chord)) return;
    chord.along = along_;
    const SegmentEnd start =
        has_last_ ? joint(last_direction_, chord.direction) : style_.start.kind;
    if (has_last_ && last_emitted_) segments_.back().end_end = start;
    if (!has_last_) first_direction_ = chord.direction;
    emit(chord, start);
    last_direction_ = chord.direction;
    has_last_ = true;
    along_ += chord.length;
  }

  /// Determines the last end and returns the arc length.
  double finish(const Curve& first_curve) {
    if (!has_last_) {
      add_dot(first_curve);
      return along_;
    }
    const SegmentEnd end =
        style_.closed ? joint(last_direction_, first_direction_) : style_.end.kind;
    if (last_emitted_) segments_.back().end_end = end;
    if (style_.closed && first_emitted_) segments_[first_].start_end = end;
    return along_;
  }

 private:
  void add_dot(const Curve& first_curve) {
    if (style_.start.kind != round_end) return;
    emit(dot_chord(first_curve.p0, along_), round_end);
    if (last_emitted_) segments_.back().end_end = round_end;
  }

  void emit(const Chord& chord, SegmentEnd start_end) {
    Segment segment;
    last_emitted_ = make_segment(chord, start_end, view_, style_.item, segment);
    if (!last_emitted_) return;
    if (!has_last_) first_emitted_ = true;
    segments_.push_back(segment);
  }

  const ChainStyle& style_;
  const ViewBounds& view_;
  double along_;
  std::vector<Segment>& segments_;
  std::size_t first_;
  DoubleVec2 first_direction_, last_direction_;
  bool has_last_ = false, first_emitted_ = false, last_emitted_ = false;
};

}  // namespace

double flatten_chain(std::span<const Curve> chain, const ChainStyle& style, const ViewBounds& view,
                     std::vector<Segment>& segments) {
  if (!std::all_of(chain.begin(), chain.end(), [](const Curve& c) { return is_drawable(c); }))
    return -1;
  ChainBuilder builder(style, view, segments);
  for (const Curve& curve : chain) {
    const std::uint32_t count = segment_count(curve, style.half_width);
    DoubleVec2 from = segment_start(curve, 0, count);
    for (std::uint32_t i = 0; i < count; ++i) {
      const bool starts = i == 0 && &curve == &chain.front();
      const bool ends = i + 1 == count && &curve == &chain.back();
      const SegmentPoints points = segment_points(curve, i, count, from);
      from = points.to;
      builder.add(extend_ends(points, style, starts, ends));
    }
  }
  return builder.finish(chain.front());
}

}  // namespace overlace
