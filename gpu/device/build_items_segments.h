// SPDX-License-Identifier: Apache-2.0
// Flattening by a warp: one thread per segment; threads exchange what they need of their
// neighbours. Yields the same records as gpu/host/flatten.h, in the same order.
#pragma once

#include "gpu/device/thread_group.h"
#include "gpu/kernels/flatten.h"
#include "gpu/kernels/orient.h"
#include "gpu/kernels/shape_outline.h"
#include "graph/data/bolt.h"

namespace overlace {

/// What a stroke follows: a single curve, a bolt, or a shape's outline. A bolt counts as one curve
/// with a segment for each of its pieces.
struct StrokePath {
  PrimitiveKind kind = PrimitiveKind::curve;
  union {
    Curve line;
    BoltGeometry bolt;
    ShapeGeometry shape;
  };
  OutlineSize size;  ///< {1, 1, false} unless it is a shape

  OVL_FN StrokePath() : line{} {}
  /// Segments of a curve; 0 if it is not drawable. Bolts always are, see emit_bolt.
  [[nodiscard]] OVL_FN std::uint32_t segments(std::uint32_t index, float half_width) const {
    if (kind == PrimitiveKind::bolt) return piece_count(bolt);
    const Curve at = curve(index);
    return is_drawable(at) ? segment_count(at, half_width) : 0;
  }
  /// The points of one of its `count` segments.
  [[nodiscard]] OVL_FN SegmentPoints points(std::uint32_t index, std::uint32_t segment,
                                            std::uint32_t count) const {
    if (kind == PrimitiveKind::bolt) {
      const Vec2 from = bolt_corner(bolt, segment), to = bolt_corner(bolt, segment + 1);
      return segment_points(line_between(from, to), 0, 1, {from.x, from.y});
    }
    const Curve at = curve(index);
    return segment_points(at, segment, count, segment_start(at, segment, count));
  }
  [[nodiscard]] OVL_FN Vec2 start(std::uint32_t index) const {
    return kind == PrimitiveKind::bolt ? bolt_corner(bolt, 0) : curve(index).p0;
  }

 private:
  [[nodiscard]] OVL_FN Curve curve(std::uint32_t index) const {
    return kind == PrimitiveKind::curve ? line : outline_curve(shape, index);
  }
};

/// Flattens one path. The whole warp takes part.
template <class ThreadGroup>
class WarpFlattener {
 public:
  /// `half_width`: half of the stroke's greatest width, px.
  OVL_FN WarpFlattener(ThreadGroup& threads, const StrokePath& path, float half_width)
      : threads_(threads), path_(path) {
    counts_ = threads.template make<std::uint32_t>();
    const std::uint32_t curves = path.size.curves();
    const std::uint32_t broken = threads.ballot([&](int lane) {
      const auto index = static_cast<std::uint32_t>(lane);
      if (index >= curves) return false;
      counts_[lane] = path.segments(index, half_width);
      return counts_[lane] == 0;
    });
    for (std::uint32_t i = 0; i < curves && broken == 0; ++i) most_ += count_of(i);
  }

  /// The most segments that the path can have; 0 if it is not drawable.
  [[nodiscard]] OVL_FN std::uint32_t most() const { return most_; }

  /// Writes the path's segments, turned, to `out`, which has room for most() of them, and returns
  /// how many there are. `style.along` becomes the length of the path, px.
  OVL_FN std::uint32_t flatten(ChainStyle& style, const ViewBounds& view,
                               const OrientationTransform& turn, Segment* out) {
    view_ = view;
    turn_ = turn;
    out_ = out;
    for (std::uint32_t chain = 0; chain < path_.size.chains; ++chain) add_chain(chain, style);
    return written_;
  }

 private:
  template <class T>
  using PerThread = typename ThreadGroup::template PerThread<T>;
  /// Segment `index` of the `count` of curve `curve`; none if count is 0.
  struct Place {
    std::uint32_t curve = 0, index = 0, count = 0;
    bool starts = false, ends = false;  ///< whether it is the chain's first, or last
  };
  /// What one chunk of a chain leaves for the next.
  struct ChainState {
    DoubleVec2 first_direction, last_direction;
    std::uint32_t first_segment = 0;
    bool has_last = false, first_written = false, last_written = false;
  };

  [[nodiscard]] OVL_FN std::uint32_t count_of(std::uint32_t curve) const {
    return threads_.broadcast(counts_, static_cast<int>(curve));
  }

  OVL_FN void add_chain(std::uint32_t chain, ChainStyle& style) {
    state_ = {};
    state_.first_segment = written_;
    const std::uint32_t begin = chain * path_.size.curves_per_chain;
    const std::uint32_t end = begin + path_.size.curves_per_chain;
    std::uint32_t segments = 0;
    for (std::uint32_t i = begin; i < end; ++i) segments += count_of(i);
    for (std::uint32_t base = 0; base < segments; base += warp_size)
      add_chunk(find_places(begin, end, base), style);
    finish_chain(path_.start(begin), style);
  }

  /// The segments of curves [begin, end) from number `base` on, one per thread.
  OVL_FN PerThread<Place> find_places(std::uint32_t begin, std::uint32_t end,
                                      std::uint32_t base) const {
    auto place = threads_.template make<Place>();
    std::uint32_t before = 0;
    for (std::uint32_t curve = begin; curve < end; ++curve) {
      const std::uint32_t count = count_of(curve);
      threads_.each([&](int lane) {
        const std::uint32_t index = base + static_cast<std::uint32_t>(lane) - before;
        if (index >= count) return;  // on another curve; on an earlier one, the difference wraps
        place[lane] = {curve, index, count, curve == begin && index == 0,
                       curve + 1 == end && index + 1 == count};
      });
      before += count;
    }
    return place;
  }

  OVL_FN void add_chunk(const PerThread<Place>& place, ChainStyle& style) {
    auto chord = threads_.template make<Chord>();
    const std::uint32_t valid = threads_.ballot([&](int lane) {
      const Place& at = place[lane];
      if (at.count == 0) return false;
      const SegmentPoints points = path_.points(at.curve, at.index, at.count);
      return make_chord(extend_ends(points, style, at.starts, at.ends), chord[lane]);
    });
    if (valid == 0) return;
    add_lengths(valid, chord, style.along);
    const auto start = start_ends(valid, chord, style);
    settle_last(threads_.broadcast(start, lowest_bit(valid)));
    const std::uint32_t written = write_segments(valid, chord, start, style.item);
    carry_on(valid, written, chord);
  }

  /// Adds up the lengths in order, as a single thread would, so that the sums are the same.
  OVL_FN void add_lengths(std::uint32_t valid, PerThread<Chord>& chord, double& along) const {
    auto length = threads_.template make<double>();
    threads_.each([&](int lane) { length[lane] = chord[lane].length; });
    for (std::uint32_t rest = valid; rest != 0; rest &= rest - 1) {
      const int next = lowest_bit(rest);
      threads_.each([&](int lane) {
        if (lane == next) chord[lane].along = along;
      });
      along += threads_.broadcast(length, next);
    }
  }

  [[nodiscard]] OVL_FN PerThread<DoubleVec2> directions(const PerThread<Chord>& chord) const {
    auto direction = threads_.template make<DoubleVec2>();
    threads_.each([&](int lane) { direction[lane] = chord[lane].direction; });
    return direction;
  }

  /// How each segment starts: by its joint with the one before it.
  [[nodiscard]] OVL_FN PerThread<SegmentEnd> start_ends(std::uint32_t valid,
                                                        const PerThread<Chord>& chord,
                                                        const ChainStyle& style) const {
    const auto before = threads_.shuffle(directions(chord), [&](int lane) {
      const std::uint32_t lower = valid & lanes_below(lane);
      return lower != 0 ? highest_bit(lower) : lane;
    });
    auto start = threads_.template make<SegmentEnd>();
    threads_.each([&](int lane) {
      const bool first = (valid & lanes_below(lane)) == 0;
      start[lane] = first && !state_.has_last ? style.start.kind
                                              : joint(first ? state_.last_direction : before[lane],
                                                      chord[lane].direction);
    });
    return start;
  }

  /// Clips the chords to the view and stores what is left. Returns a bit per segment, set if it was
  /// stored. The last one's end is not known yet.
  OVL_FN std::uint32_t write_segments(std::uint32_t valid, const PerThread<Chord>& chord,
                                      const PerThread<SegmentEnd>& start, std::uint32_t item) {
    auto segment = threads_.template make<Segment>();
    const std::uint32_t seen = threads_.ballot([&](int lane) {
      return (valid >> lane & 1U) != 0 &&
             make_segment(chord[lane], start[lane], view_, item, segment[lane]);
    });
    const auto next = threads_.shuffle(start, [&](int lane) {
      const std::uint32_t higher = valid & ~(lanes_below(lane) | 1U << lane);
      return higher != 0 ? lowest_bit(higher) : lane;
    });
    threads_.each([&](int lane) {
      if ((seen >> lane & 1U) == 0) return;
      if (lane != highest_bit(valid)) segment[lane].end_end = next[lane];
      const int rank = count_bits(seen & lanes_below(lane));
      turn_.apply(segment[lane]);
      out_[written_ + static_cast<std::uint32_t>(rank)] = segment[lane];
    });
    written_ += static_cast<std::uint32_t>(count_bits(seen));
    return seen;
  }

  OVL_FN void carry_on(std::uint32_t valid, std::uint32_t written, const PerThread<Chord>& chord) {
    const auto direction = directions(chord);
    const int first = lowest_bit(valid), last = highest_bit(valid);
    if (!state_.has_last) {
      state_.first_direction = threads_.broadcast(direction, first);
      state_.first_written = (written >> first & 1U) != 0;
    }
    state_.last_direction = threads_.broadcast(direction, last);
    state_.last_written = (written >> last & 1U) != 0;
    state_.has_last = true;
  }

  OVL_FN void settle_last(SegmentEnd end) {
    if (!state_.has_last || !state_.last_written) return;
    threads_.each([&](int lane) {
      if (lane == 0) out_[written_ - 1].end_end = end;
    });
  }

  OVL_FN void finish_chain(Vec2 first, const ChainStyle& style) {
    if (!state_.has_last) return add_dot(first, style);
    const SegmentEnd end =
        style.closed ? joint(state_.last_direction, state_.first_direction) : style.end.kind;
    settle_last(end);
    if (!style.closed || !state_.first_written) return;
    threads_.each([&](int lane) {
      if (lane == 0) out_[state_.first_segment].start_end = end;
    });
  }

  OVL_FN void add_dot(Vec2 first, const ChainStyle& style) {
    Segment dot;
    if (style.start.kind != round_end ||
        !make_segment(dot_chord(first, style.along), round_end, view_, style.item, dot))
      return;
    dot.end_end = round_end;
    turn_.apply(dot);
    threads_.each([&](int lane) {
      if (lane == 0) out_[written_] = dot;
    });
    ++written_;
  }

  OVL_FN static std::uint32_t lanes_below(int lane) { return (1U << lane) - 1; }

  ThreadGroup& threads_;
  const StrokePath& path_;
  PerThread<std::uint32_t> counts_;  ///< segments of curve `lane`
  std::uint32_t most_ = 0;
  ViewBounds view_{};
  OrientationTransform turn_;
  Segment* out_ = nullptr;
  std::uint32_t written_ = 0;
  ChainState state_;
};

}  // namespace overlace
