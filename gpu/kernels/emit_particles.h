// SPDX-License-Identifier: Apache-2.0
// Makes a dot of a particle that an object emitted some frames ago, where it has flown since.
// Nothing is kept from frame to frame: births are counted, and paths have a closed form.
#pragma once

#include "color/transfer.h"
#include "gpu/kernels/draw_descriptor.h"
#include "gpu/kernels/emit.h"
#include "graph/core/random.h"
#include "graph/data/anchor.h"

namespace overlace {

/// The unit vector at an angle in degrees: 0 points right, 90 down. Within 1e-7; the series of sine
/// and cosine have eleven terms.
OVL_FN Vec2 direction_at(float degrees) {
  constexpr double two_pi = 6.283185307179586;
  const double turns = double{degrees} / 360;
  const double angle = (turns - round(turns)) * two_pi, square = angle * angle;
  double sine = 1, cosine = 1;
  for (int n = 11; n > 0; --n) {
    const double even = 2 * n;
    sine = 1 - sine * square * (1 / (even * (even + 1)));
    cosine = 1 - cosine * square * (1 / (even * (even - 1)));
  }
  return {static_cast<float>(cosine), static_cast<float>(angle * sine)};
}

/// How far a particle gets in time t under drag k: (1 - e^-kt) / k seconds times its initial
/// velocity, plus (t - that) / k seconds^2 times the acceleration. They solve p'' = g - k p'.
struct DragTimes {
  float velocity, acceleration;
};
OVL_FN DragTimes drag_times(double drag, double time) {
  const double x = drag * time;
  constexpr double small = 1e-3;  // below, differences cancel: three terms of the series instead
  const double first = x < small ? 1 - x / 2 + x * x / 6 : (1 - exp2(-x / ln2)) / x;
  const double second = x < small ? 0.5 - x / 6 + x * x / 24 : (1 - first) / x;
  return {static_cast<float>(time * first), static_cast<float>(time * time * second)};
}

/// When a row emits, and how long ago that was.
struct RowTime {
  std::uint64_t counted = 0;  ///< births of an object until the row's frame, in units of 2^-32
  std::uint64_t births = 0;   ///< from then until the next frame
  float frame_s = 0;          ///< seconds until the next frame
  float frames_ago = 0;       ///< seconds since the row's frame, in units of frame_s
};
/// On a clip of constant rate.
OVL_FN RowTime row_time(const DrawParticlesOp& op, const PastRow& past) {
  const auto frame = static_cast<std::uint64_t>(std::int64_t{op.frame} - past.frames_ago);
  return {frame * op.births, op.births, op.frame_s, static_cast<float>(past.frames_ago)};
}

/// The particles of a row: those that its object emits until the next frame. Each object counts its
/// births, in units of 2^-32, from a random number of its own.
class Births {
 public:
  OVL_FN Births(std::uint32_t seed, const TrackView& tracks, std::uint32_t row, const RowTime& time)
      : seed_(seed), object_(object_words(tracks, row)), births_(time.births) {
    counted_ = time.counted + random(0, first_count).word[0];
  }

  [[nodiscard]] OVL_FN std::uint32_t count() const {
    return static_cast<std::uint32_t>((counted_ + births_) >> 32U) - whole();
  }
  /// Frames from the row's own to the birth of its i-th particle: 0 to 1.
  [[nodiscard]] OVL_FN float frames_until(std::uint32_t i) const {
    const std::uint64_t at = static_cast<std::uint64_t>(whole() + 1 + i) << 32U;
    return static_cast<float>(static_cast<double>(at - counted_) / static_cast<double>(births_));
  }
  [[nodiscard]] OVL_FN RandomWords flight(std::uint32_t i) const {
    return random(whole() + 1 + i, of_flight);
  }
  [[nodiscard]] OVL_FN RandomWords place(std::uint32_t i) const {
    return random(whole() + 1 + i, of_place);
  }

 private:
  enum Purpose : std::uint32_t { first_count, of_flight, of_place };
  struct ObjectWords {
    std::uint32_t low, high;
  };
  /// The id; an object without one is identified by its row.
  OVL_FN static ObjectWords object_words(const TrackView& tracks, std::uint32_t row) {
    const TrackId id = tracks.id[row];
    if (id == no_id) return {row, 0xFFFFFFFFU};
    const auto bits = static_cast<std::uint64_t>(id);
    return {static_cast<std::uint32_t>(bits), static_cast<std::uint32_t>(bits >> 32U)};
  }
  [[nodiscard]] OVL_FN RandomWords random(std::uint32_t number, Purpose purpose) const {
    constexpr std::uint32_t particles = 1;  // electric arcs have 0
    return philox({{number, purpose, object_.low, object_.high}}, seed_, particles);
  }
  [[nodiscard]] OVL_FN std::uint32_t whole() const {
    return static_cast<std::uint32_t>(counted_ >> 32U);
  }

  std::uint32_t seed_;
  ObjectWords object_;
  std::uint64_t births_;
  std::uint64_t counted_ = 0;  ///< births until the row's frame
};

/// How a particle began and how long ago.
struct Particle {
  Vec2 start;     ///< px
  Vec2 velocity;  ///< px/s
  float age_s = 0;
  float life_s = 0;

  /// The fraction of its life that is over.
  [[nodiscard]] OVL_FN float progress() const { return age_s / life_s; }
  [[nodiscard]] OVL_FN Vec2 at(const DrawParticlesOp& op) const {
    const DragTimes times = drag_times(op.drag, age_s);
    return {start.x + velocity.x * times.velocity,
            start.y + velocity.y * times.velocity + op.gravity * times.acceleration};
  }
};

OVL_FN Particle make_particle(const DrawParticlesOp& op, const TrackView& tracks,
                              const PastRow& past, const RowTime& time, const Births& births) {
  const RandomWords flight = births.flight(past.part), place = births.place(past.part);
  const float until = births.frames_until(past.part);
  const Box& box = tracks.box[past.row];
  const Vec2 moves = tracks.velocity[past.row];
  const Vec2 half{box.width * 0.5F * op.scatter, box.height * 0.5F * op.scatter};
  const Vec2 off{half.x * (2 * unit_random(place.word[0]) - 1),
                 half.y * (2 * unit_random(place.word[1]) - 1)};
  const Vec2 toward = direction_at(op.angle + op.spread * (unit_random(flight.word[0]) - 0.5F));
  const float speed = op.speed * (1 - op.speed_spread * unit_random(flight.word[1]));
  return {.start = anchor_point(box, op.anchor) + moves * (until * time.frame_s) + off,
          .velocity = toward * speed + moves * op.inherit,
          .age_s = (time.frames_ago - until) * time.frame_s,
          .life_s = op.life_s * (1 - op.life_spread * unit_random(flight.word[2]))};
}

/// False for a particle that is dead, was never born, or cannot be seen.
OVL_FN bool emit_particle(const DrawParticlesOp& op, const TrackView& tracks, const PastRow& past,
                          const RowTime& time, Primitive& out) {
  const Births births(op.seed, tracks, past.row, time);
  if (past.part >= births.count()) return false;
  const Particle particle = make_particle(op, tracks, past, time, births);
  const float progress = particle.progress();
  if (!(progress >= 0 && progress < 1)) return false;
  const Element object{.row = past.row};
  const Vec2 center = particle.at(op);
  const float radius =
      lerp(op.size.at(tracks, object), op.size_end.at(tracks, object), progress) * 0.5F;
  if (!is_finite(center) || !is_finite(radius) || !(radius > 0)) return false;
  const Color color = lerp(op.color.at(tracks, object), op.color_end.at(tracks, object), progress);
  out = Primitive{};
  out.kind = PrimitiveKind::shape;
  out.shape = {center, {radius, radius}, 0, 0, ShapeKind::ellipse};
  out.fill = fade(color, op.opacity.at(tracks, object));
  out.glow = make_glow(op.glow, tracks, object);
  return is_visible(out);
}

template <>
struct DrawDescriptor<DrawParticlesOp> {
  static constexpr DrawSource source = DrawSource::history;
  static constexpr bool on_device = true, turns_with_box = false;
  static constexpr std::uint32_t items_per_slot = 1;
  OVL_FN static bool emit(const DrawParticlesOp& op, const TrackView& tracks, const PastRow& past,
                          Primitive& out) {
    return emit_particle(op, tracks, past, row_time(op, past), out);
  }
};

}  // namespace overlace
