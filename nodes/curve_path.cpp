// SPDX-License-Identifier: Apache-2.0
// curve_path: routes links along paths of several pieces: steps, ropes, waves, bundles, lightning.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "graph/data/electric.h"
#include "node_list.h"
#include "nodes/parts/curve_params.h"
#include "nodes/parts/parabola.h"

namespace overlace {
namespace {

enum class PathStyle : std::uint8_t { s, orthogonal, sag, wave, bundle, electric };

struct Params : CurveEndParams {
  PathStyle style = PathStyle::s;
  Number amount{0.5F};
  Number radius{percent(1)};
  Number wavelength{percent(4)};
  Number rate{12};
  int seed = 0;
  Number tolerance{0.1F};
};

constexpr int most_waves = 64;
constexpr std::uint32_t electric_octaves = 5;
constexpr std::size_t usual_pieces = 8;

/// Lays out the path of one link, piece by piece.
class PathPen {
 public:
  PathPen(const Link& link, float tolerance, std::vector<Curve>& out)
      : link_(link), tolerance_(tolerance), out_(out), first_(out.size()), at_(link.a) {
    const Vec2 chord = link.b - link.a;
    length_ = std::sqrt(chord.x * chord.x + chord.y * chord.y);
  }

  [[nodiscard]] float length() const { return length_; }

  void line_to(Vec2 end) { add(end, (at_ + end) * 0.5F, 1, 1); }
  void parabola_to(Vec2 control, Vec2 end) {
    add(end, control, 1, parabola_chords(at_, control, end, tolerance_));
  }
  /// A quarter of a circle or an ellipse; `corner` is where its tangents meet.
  void quarter_to(Vec2 corner, Vec2 end) {
    const float radius = std::max(distance(corner, at_), distance(end, corner));
    const float weight = std::numbers::sqrt2_v<float> / 2;
    add(end, corner * weight, weight, std::sqrt(radius / tolerance_));
  }

  /// Cuts the path where it leaves its objects; nothing remains if they leave no room.
  void cut_ends(const TrackView& tracks, CurveEnds ends, float gap) {
    cut_start(tracks.box[link_.row_a], ends, gap);
    if (link_.row_a != link_.row_b) cut_end(tracks.box[link_.row_b], ends, gap);
  }

 private:
  void add(Vec2 end, Vec2 hc, float w, float chords) {
    if (end == at_) return;
    constexpr float most = 256;
    Curve& piece = out_.emplace_back();
    piece.p0 = at_;
    piece.hc = hc;
    piece.p1 = end;
    piece.w = w;
    piece.segments = static_cast<std::uint32_t>(std::clamp(std::ceil(chords), 1.0F, most));
    piece.length = length_;
    piece.strength = link_.strength;
    piece.age = link_.age;
    piece.row_a = link_.row_a;
    piece.row_b = link_.row_b;
    piece.joined = out_.size() > first_ + 1;
    at_ = end;
  }
  void cut_start(const Box& box, CurveEnds ends, float gap) {
    auto piece = out_.begin() + static_cast<std::ptrdiff_t>(first_);
    float from = 1;
    while (piece != out_.end() && (from = leaves_object(*piece, box, ends, gap)) >= 1) ++piece;
    out_.erase(out_.begin() + static_cast<std::ptrdiff_t>(first_), piece);
    if (out_.size() == first_) return;
    if (from > 0) cut_curve(out_[first_], from, 1);
    out_[first_].joined = false;
  }
  void cut_end(const Box& box, CurveEnds ends, float gap) {
    float from = 1;
    while (out_.size() > first_ &&
           (from = leaves_object(reversed(out_.back()), box, ends, gap)) >= 1)
      out_.pop_back();
    if (out_.size() > first_ && from > 0) cut_curve(out_.back(), 0, 1 - from);
  }

  const Link& link_;
  float tolerance_, length_;
  std::vector<Curve>& out_;
  std::size_t first_;
  Vec2 at_;
};

/// Two parabolas that leave and arrive along the longer side of the link's box.
void draw_s(PathPen& pen, const Link& link, float amount) {
  const Vec2 way = link.b - link.a, middle = (link.a + link.b) * 0.5F;
  const Vec2 along = std::abs(way.x) >= std::abs(way.y) ? Vec2{way.x, 0} : Vec2{0, way.y};
  const Vec2 control = link.a + along * (amount * 0.5F);
  pen.parabola_to(control, middle);
  pen.parabola_to(middle * 2 - control, link.b);
}

/// Two corners, with a cross-piece at `amount` of the way along the longer side.
void draw_steps(PathPen& pen, const Link& link, float amount, float radius) {
  const Vec2 way = link.b - link.a;
  const bool flat = std::abs(way.x) >= std::abs(way.y);
  const Vec2 along = flat ? Vec2{way.x, 0} : Vec2{0, way.y}, across = way - along;
  const float share = std::clamp(amount, 0.0F, 1.0F);
  const Vec2 first = link.a + along * share, second = first + across;
  const float far = flat ? std::abs(way.x) : std::abs(way.y);
  const float wide = flat ? std::abs(way.y) : std::abs(way.x);
  const float round = std::min({radius, far * share, far * (1 - share), wide / 2});
  const Vec2 step_along = far > 0 ? along * (round / far) : Vec2{};
  const Vec2 step_across = wide > 0 ? across * (round / wide) : Vec2{};
  pen.line_to(first - step_along);
  pen.quarter_to(first, first + step_across);
  pen.line_to(second - step_across);
  pen.quarter_to(second, second + step_along);
  pen.line_to(link.b);
}

/// A whole number of half waves to alternating sides; each is a parabola, and two that meet have
/// the same tangent.
void draw_wave(PathPen& pen, const Link& link, float amount, float wavelength) {
  const float wanted = std::round(2 * pen.length() / std::max(wavelength, 1.0F));
  const int halves = static_cast<int>(std::clamp(wanted, 1.0F, static_cast<float>(most_waves)));
  const Vec2 part = (link.b - link.a) * (1 / static_cast<float>(halves));
  Vec2 lift = Vec2{part.y, -part.x} * (2 * amount);  // a control point is twice as high
  for (int i = 0; i < halves; ++i, lift = lift * -1) {
    const Vec2 begin = link.a + part * static_cast<float>(i);
    const Vec2 end = i + 1 == halves ? link.b : begin + part;
    pen.parabola_to((begin + end) * 0.5F + lift, end);
  }
}

/// A zigzag that strays to both sides, the same whichever end it begins at.
void draw_electric_path(PathPen& pen, const Link& link, float amount, const PairRandom& random,
                        bool runs_forward) {
  constexpr int pieces = 1 << electric_octaves;
  const Vec2 way = link.b - link.a;
  const Vec2 aside = Vec2{way.y, -way.x} * (runs_forward ? amount : -amount);
  for (int i = 1; i < pieces; ++i) {
    const float t = static_cast<float>(i) / pieces;
    const float off = electric_displacement(random, 0, electric_octaves, runs_forward ? t : 1 - t);
    pen.line_to(link.a + way * t + aside * off);
  }
  pen.line_to(link.b);
}

void draw_path(const Params& p, const FrameTime& time, Vec2 middle_of_all, const Link& link,
               PathPen& pen, const TrackView& tracks) {
  const Element end{.row = link.row_a,
                    .link_length = pen.length(),
                    .link_age = link.age,
                    .link_strength = link.strength};
  const float amount = p.amount.at(time).at(tracks, end);
  const Vec2 middle = (link.a + link.b) * 0.5F;
  switch (p.style) {
    case PathStyle::s:
      return draw_s(pen, link, amount);
    case PathStyle::orthogonal:
      return draw_steps(pen, link, amount, p.radius.at(time).at(tracks, end));
    case PathStyle::sag:
      return pen.parabola_to(middle + Vec2{0, amount * pen.length()}, link.b);
    case PathStyle::wave:
      return draw_wave(pen, link, amount, p.wavelength.at(time).at(tracks, end));
    case PathStyle::bundle:
      return pen.parabola_to(middle + (middle_of_all - middle) * amount, link.b);
    case PathStyle::electric: {
      const TrackId a = tracks.id[link.row_a], b = tracks.id[link.row_b];
      const PairRandom random = PairRandom::of(static_cast<std::uint32_t>(p.seed),
                                               step_at(time.shown_s * p.rate.at(time).constant),
                                               std::min(a, b), std::max(a, b));
      return draw_electric_path(pen, link, amount, random, a <= b);
    }
  }
}

/// The mean of all link ends.
Vec2 middle_of(std::span<const Link> links) {
  double x = 0, y = 0;
  for (const Link& link : links) {
    x += double{link.a.x} + link.b.x;
    y += double{link.a.y} + link.b.y;
  }
  const double ends = 2 * static_cast<double>(links.size());
  return {static_cast<float>(x / ends), static_cast<float>(y / ends)};
}

void draw_paths(const Params& p, const HostInputs& in, std::vector<Curve>& out) {
  const float tolerance = p.tolerance.at(in.time).constant;
  const float gap = p.end_gap.at(in.time).constant;
  const Vec2 middle = middle_of(in.links);
  for (const Link& link : in.links) {
    PathPen pen(link, tolerance, out);
    if (!(pen.length() > 0) || !is_finite(pen.length())) continue;
    draw_path(p, in.time, middle, link, pen, in.tracks);
    if (p.ends != CurveEnds::anchor) pen.cut_ends(in.tracks, p.ends, gap);
  }
}

Lower<CurveOp> prepare(std::shared_ptr<const Params> params, PrepareContext&) {
  auto run = std::make_shared<const HostCurves>(
      [params](const HostInputs& in, std::vector<Curve>& out) { draw_paths(*params, in, out); });
  return [run](const FrameTime&) { return CurveOp(HostCurvesOp{run.get(), usual_pieces}); };
}

}  // namespace

NodeType curve_path() {
  return Node<Params>("curve_path", Stage::curves,
                      "Routes links along paths: steps, hanging ropes, waves, bundles, lightning.")
      .input("links", Stage::links, "The links to route.")
      .choice<PathStyle>("style", &Params::style,
                         {{"s", PathStyle::s},
                          {"orthogonal", PathStyle::orthogonal},
                          {"sag", PathStyle::sag},
                          {"wave", PathStyle::wave},
                          {"bundle", PathStyle::bundle},
                          {"electric", PathStyle::electric}},
                         "An S-curve that leaves and arrives along the longer side; steps with "
                         "rounded corners; a rope that hangs down; waves; curves pulled towards "
                         "the middle of all links; or lightning.")
      .number(
          "amount", &Params::amount, {-4, 4, Unit::ratio},
          "Shape, by style. s: how far it goes straight on, 0 to 1; orthogonal: position of the "
          "cross-piece, 0 to 1; sag: depth of the rope's control point in link lengths, below 0 it "
          "rises; wave: height of a wave relative to half its length; bundle: how far it is pulled "
          "to the middle; electric: how far its middle strays at most, in link lengths.")
      .number("radius", &Params::radius, {0, 1e4, Unit::px}, "Rounding of the steps' corners.")
      .number("wavelength", &Params::wavelength, {1, 1e5, Unit::px},
              "Approximate wavelength: a link has a whole number of half waves, at most 64.")
      .fixed_number("rate", &Params::rate, {0, 120, Unit::hertz},
                    "How often lightning jumps; 0 keeps it still.")
      .integer("seed", &Params::seed, {0, 1e9, Unit::none},
               "Random seed: the same number always gives the same lightning.")
      .with(curve_end_rows)
      .fixed_number("tolerance", &Params::tolerance, {0.01, 10, Unit::px},
                    "Largest distance between the drawn line and the true curve.")
      .shown_with("radius", R"({"style": "orthogonal"})")
      .shown_with("rate", R"({"style": "electric"})")
      .shown_with("seed", R"({"style": "electric"})")
      .shown_with("wavelength", R"({"style": "wave"})")
      .shown_with("end_gap", R"({"ends": "box"})")
      .prepares<CurveOp>(prepare);
}

}  // namespace overlace
