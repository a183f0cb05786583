// SPDX-License-Identifier: Apache-2.0
// Random draw operations over random tracks and links, in the form that a device receives.
#pragma once

#include <array>
#include <functional>
#include <limits>
#include <random>
#include <vector>

#include "gpu/device/records.h"

namespace overlace::test {

/// Random numbers and properties.
class Dice {
 public:
  explicit Dice(std::uint32_t seed) : random_(seed) {}
  int below(int n) { return std::uniform_int_distribution(0, n - 1)(random_); }
  bool coin() { return below(2) == 0; }
  float between(float lo, float hi) {
    return std::uniform_real_distribution<float>(lo, hi)(random_);
  }
  Color color() { return {between(0, 1), between(0, 1), between(0, 1), between(0.2F, 1)}; }
  FrameNumber number(float lo, float hi) {
    return value<float>([&] { return between(lo, hi); });
  }
  FrameColor paint() {
    return value<Color>([&] { return below(6) == 0 ? Color{0, 0, 0, 0} : color(); });
  }

 private:
  template <class T>
  FrameValue<T> value(const std::function<T()>& any) {
    FrameValue<T> v;
    v.constant = any();
    v.mapped = below(3) == 0;
    if (!v.mapped) return v;
    constexpr std::array sources = {AttributeSource::score,       AttributeSource::age,
                                    AttributeSource::link_length, AttributeSource::column,
                                    AttributeSource::index,       AttributeSource::random,
                                    AttributeSource::presence};
    v.map.attribute = {sources[static_cast<std::size_t>(below(sources.size()))], 0};
    v.map.palette = coin();
    v.map.count = 3;
    for (int i = 0; i < 3; ++i) {
      v.map.input[i] = static_cast<float>(i * 20);
      v.map.output[i] = any();
    }
    v.map.missing = any();
    return v;
  }

  std::mt19937 random_;
};

/// Columns of a track table with `rows` rows.
struct Tracks {
  Tracks(Dice& dice, std::uint32_t rows, Size size) {
    const auto width = static_cast<float>(size.width), height = static_cast<float>(size.height);
    for (std::uint32_t row = 0; row < rows; ++row) {
      box.push_back({dice.between(-0.2F * width, 1.1F * width),
                     dice.between(-0.2F * height, 1.1F * height), dice.between(0, width * 0.3F),
                     dice.between(0, height * 0.3F)});
      if (dice.below(20) == 0) box.back().width = std::numeric_limits<float>::quiet_NaN();
      if (dice.below(20) == 0) box.back() = {9, 9, 0, 0};
      if (dice.below(20) == 0) box.back().x = 3e6F;
      id.push_back(dice.below(4) == 0 ? no_id : dice.below(1000));
      class_index.push_back(dice.below(5) - 1);
      score.push_back(dice.below(5) == 0 ? std::numeric_limits<float>::quiet_NaN()
                                         : dice.between(0, 60));
      age.push_back(dice.between(0, 60));
      velocity.push_back({dice.between(-50, 50), dice.between(-50, 50)});
    }
    column = age.data();
  }
  [[nodiscard]] TrackView view() const {
    const auto rows = static_cast<std::uint32_t>(box.size());
    return {box.data(),      id.data(),  class_index.data(),
            score.data(),    age.data(), age.data(),
            velocity.data(), &column,    {rows / 4, rows - rows / 8}};
  }
  std::vector<Box> box;
  std::vector<TrackId> id;
  std::vector<std::int32_t> class_index;
  std::vector<float> score, age;
  std::vector<Vec2> velocity;
  const float* column = nullptr;
};

inline DashOp random_dash(Dice& dice) {
  if (dice.coin()) return {};
  return {dice.number(-1, 14), dice.number(0.1F, 9), dice.number(-20, 20),
          dice.coin() ? FrameNumber{} : dice.number(-0.2F, 1.2F),
          dice.coin() ? FrameNumber{} : dice.number(-1, 9)};
}
inline PresenceOp random_presence(Dice& dice) {
  if (dice.coin()) return {};
  constexpr std::array easings = {Easing::linear, Easing::ease_in, Easing::ease_out,
                                  Easing::ease_in_out};
  return {static_cast<float>(dice.below(70)), static_cast<float>(dice.below(70)),
          static_cast<PresenceMotion>(dice.below(4)),
          easings[static_cast<std::size_t>(dice.below(4))]};
}
inline GlowOp random_glow(Dice& dice) {
  if (dice.coin()) return {};
  return {dice.number(-1, 12), dice.number(0, 1.5F)};
}

inline CurveBezierOp random_curves(Dice& dice) {
  CurveBezierOp op;
  op.style = static_cast<CurveStyle>(dice.below(3));
  op.bend = dice.number(-1.5F, 1.5F);
  op.alternate = dice.coin();
  op.tolerance = dice.between(0.01F, 1);
  op.samples = dice.below(4) == 0 ? dice.below(200) : 0;
  return op;
}

inline DrawRecord random_lines(Dice& dice) {
  DrawRecord draw;
  draw.curve = random_curves(dice);
  DrawLinesOp op;
  op.width = dice.number(0, 6);
  op.width_end = dice.coin() ? op.width : dice.number(0, 6);
  op.opacity.constant = dice.between(0.3F, 1);
  op.color = dice.paint();
  op.color_end = dice.coin() ? op.color : dice.paint();
  op.middle = dice.coin() ? FrameNumber{} : dice.number(-0.2F, 1.2F);
  op.middle_width = dice.number(-0.2F, 3);
  op.color_middle = dice.paint();
  op.dash = random_dash(dice);
  op.glow = random_glow(dice);
  op.presence = random_presence(dice);
  op.cap = dice.coin() ? CapStyle::round : CapStyle::butt;
  draw.op = op;
  return draw;
}

inline DrawRecord random_electric(Dice& dice) {
  DrawRecord draw;
  draw.curve = random_curves(dice);
  DrawElectricOp op;
  op.width = dice.number(0, 6);
  op.amplitude = dice.number(0, 1);
  op.opacity.constant = dice.between(0.3F, 1);
  op.color = dice.paint();
  op.glow = random_glow(dice);
  op.presence = random_presence(dice);
  op.parts = 1 + dice.below(4);
  op.octaves = 1 + static_cast<std::uint32_t>(dice.below(8));
  op.seed = static_cast<std::uint32_t>(dice.below(99));
  op.step = static_cast<std::uint32_t>(dice.below(5000));
  draw.op = op;
  return draw;
}

inline DrawRecord random_boxes(Dice& dice) {
  DrawRecord draw;
  draw.items_per_slot = 2;
  DrawBoxesOp op;
  op.style = static_cast<BoxStyle>(dice.below(6));
  op.stroke_width = dice.number(0, 5);
  op.corner_radius = dice.coin() ? FrameNumber{} : dice.number(0, 30);
  op.padding = dice.number(-8, 8);
  op.corner_length = dice.number(0, 40);
  op.opacity.constant = 1;
  op.color = dice.paint();
  op.fill = dice.paint();
  op.dash = random_dash(dice);
  op.glow = random_glow(dice);
  op.presence = random_presence(dice);
  draw.op = op;
  return draw;
}

inline DrawRecord random_points(Dice& dice) {
  DrawRecord draw;
  DrawPointsOp op;
  op.style = static_cast<PointStyle>(dice.below(3));
  op.anchor = static_cast<Anchor>(dice.below(5));
  op.size = dice.number(0, 30);
  op.stroke_width = dice.number(0, 5);
  op.opacity.constant = 1;
  op.color = dice.paint();
  op.glow = random_glow(dice);
  op.presence = random_presence(dice);
  draw.op = op;
  return draw;
}

inline DrawRecord random_particles(Dice& dice) {
  DrawRecord draw;
  DrawParticlesOp op;
  op.frame = dice.below(5000);
  op.parts = 1 + dice.below(4);
  op.births = static_cast<std::uint64_t>(dice.between(0, static_cast<float>(op.parts)) * 0x1p32F);
  op.seed = static_cast<std::uint32_t>(dice.below(99));
  op.frame_s = 0.04F;
  op.life_s = dice.between(0.05F, 1);
  op.life_spread = dice.between(0, 1);
  op.scatter = dice.between(0, 2);
  op.angle = dice.between(-360, 360);
  op.spread = dice.between(0, 360);
  op.speed = dice.between(0, 300);
  op.speed_spread = dice.between(0, 1);
  op.inherit = dice.between(0, 2);
  op.drag = dice.coin() ? 0 : dice.between(0, 6);
  op.gravity = dice.between(-90, 90);
  op.size = dice.number(0, 12);
  op.size_end = dice.number(0, 12);
  op.opacity.constant = 1;
  op.color = dice.paint();
  op.color_end = dice.paint();
  op.glow = random_glow(dice);
  draw.op = op;
  return draw;
}

inline bool draws_curves(const DrawRecord& draw) {
  return draw.op.visit([]<class Op>(const Op&) {
    return std::is_same_v<Op, DrawLinesOp> || std::is_same_v<Op, DrawElectricOp>;
  });
}
/// Number of primitives per row or curve.
inline std::uint32_t parts_of(const DrawRecord& draw) {
  std::uint32_t parts = 1;
  draw.op.visit([&]<class Op>(const Op& op) {
    if constexpr (std::is_same_v<Op, DrawParticlesOp> || std::is_same_v<Op, DrawElectricOp>)
      parts = static_cast<std::uint32_t>(op.parts);
    return true;
  });
  return parts;
}

/// What a pass draws: tracks, links, and draw records over them.
struct Work {
  Work(std::uint32_t seed, Size frame, std::uint32_t rows = 40)
      : dice(seed), size(frame), tracks(dice, rows, frame) {
    const auto row = [&] { return static_cast<std::uint32_t>(dice.below(static_cast<int>(rows))); };
    for (std::uint32_t i = 0; i < rows; ++i) {
      const std::uint32_t a = row(), b = row();
      links.push_back({a, b, tracks.box[a].center(), tracks.box[b].center(), dice.between(0.1F, 1),
                       dice.between(0, 50)});
    }
    link_count = rows - 3;
    // Four frames, one of them empty, which cover the drawn rows.
    const RowRange drawn = tracks.view().rows;
    frame_begin = {drawn.begin, drawn.begin + drawn.size() / 3, drawn.begin + drawn.size() / 3,
                   drawn.begin + drawn.size() / 2};
  }

  void add(DrawRecord draw) {
    draw.tracks = tracks.view();
    draw.links = links.data();
    draw.link_count = &link_count;
    draw.past = {draw.tracks.rows, frame_begin.data(),
                 static_cast<std::int32_t>(frame_begin.size()), 5};
    const std::uint32_t sources =
        draws_curves(draw) ? static_cast<std::uint32_t>(links.size()) : draw.tracks.rows.size() + 2;
    draw.slots = sources * parts_of(draw);  // more than are used
    draw.first_item = items;
    items += draw.slots * draw.items_per_slot;
    draws.push_back(draw);
  }
  void add_random() {
    switch (dice.below(5)) {
      case 0:
        return add(random_lines(dice));
      case 3:
        return add(random_electric(dice));
      case 1:
        return add(random_particles(dice));
      case 2:
        return add(random_boxes(dice));
      default:
        return add(random_points(dice));
    }
  }

  /// Makes the primitive of a slot as the CPU executor does.
  bool emit(const DrawRecord& draw, std::uint32_t slot, Primitive& out) const {
    const std::uint32_t parts = parts_of(draw);
    if (draws_curves(draw) && slot / parts >= link_count) return false;
    const std::uint32_t row = draw.tracks.rows.begin + slot / parts;
    if (!draws_curves(draw) && row >= draw.tracks.rows.end) return false;
    return draw.op.visit([&]<class Op>(const Op& op) {
      if constexpr (std::is_same_v<Op, DrawLinesOp>) {
        Curve curve;
        return make_curve(draw.curve, draw.tracks, links[slot], curve) &&
               emit_line(op, draw.tracks, curve, out);
      } else if constexpr (std::is_same_v<Op, DrawElectricOp>) {
        Curve curve;
        return make_curve(draw.curve, draw.tracks, links[slot / parts], curve) &&
               emit_bolt(op, draw.tracks, curve, slot % parts, out);
      } else if constexpr (std::is_same_v<Op, DrawParticlesOp>) {
        std::int32_t ago = draw.past.ago + 1;
        for (const std::uint32_t begin : frame_begin) ago -= begin <= row ? 1 : 0;
        const PastRow past{row, ago, slot % parts};
        return emit_particle(op, draw.tracks, past, row_time(op, past), out);
      } else {
        return DrawDescriptor<Op>::emit(op, draw.tracks, row, out);
      }
    });
  }
  [[nodiscard]] std::vector<Primitive> primitives() const {
    std::vector<Primitive> all;
    Primitive primitive;
    for (const DrawRecord& draw : draws) {
      for (std::uint32_t slot = 0; slot < draw.slots; ++slot)
        if (emit(draw, slot, primitive)) all.push_back(primitive);
    }
    return all;
  }

  Dice dice;
  Size size;
  Tracks tracks;
  std::vector<Link> links;
  std::uint32_t link_count = 0;
  std::vector<std::uint32_t> frame_begin;  ///< the first drawn row of each earlier frame
  std::vector<DrawRecord> draws;
  std::uint32_t items = 0;  ///< slots
};

}  // namespace overlace::test
