// SPDX-License-Identifier: Apache-2.0
// Parameters that several node types share, each with its rows: a Params struct inherits them.
#pragma once

#include "graph/types/node.h"

namespace overlace {

/// Dashes along a line or an outline.
struct DashParams {
  Number dash_length{0};
  Number dash_gap{percent(1)};
  Number dash_offset{0};
  Number dash_speed{0};
  Number dash_fade{0};
  Number dash_count{0};

  [[nodiscard]] DashOp dash(const FrameTime& time) const {
    FrameNumber offset = dash_offset.at(time);
    offset.constant += dash_speed.at(time).constant * static_cast<float>(time.shown_s);
    return {dash_length.at(time), dash_gap.at(time), offset, dash_fade.at(time),
            dash_count.at(time)};
  }
};

/// Light around a line or an outline.
struct GlowParams {
  Number glow_radius{0};
  Number glow_gain{0.5F};

  [[nodiscard]] GlowOp glow(const FrameTime& time) const {
    return {glow_radius.at(time), glow_gain.at(time)};
  }
};

inline constexpr auto dash_rows = []<class P>(Node<P>& node) {
  constexpr Range length{0, 1e5, Unit::px};
  node.number("dash_length", &P::dash_length, length, "Length of a dash; 0 is a solid line.")
      .number("dash_gap", &P::dash_gap, length, "Gap between dashes.")
      .number("dash_offset", &P::dash_offset, {-1e5, 1e5, Unit::px},
              "Moves the dashes along the line.")
      .fixed_number("dash_speed", &P::dash_speed, {-1e5, 1e5, Unit::px_per_second},
                    "Animates the dashes.")
      .number("dash_fade", &P::dash_fade, {0, 1, Unit::ratio},
              "Part of a dash over which it fades in and out; 1 turns dashes into pulses.")
      .number("dash_count", &P::dash_count, {0, 1e4},
              "Number of dashes on each line, whatever its length: the lengths above and the speed "
              "are scaled to fit; 0 scales nothing.");
};

inline constexpr auto glow_rows = []<class P>(Node<P>& node) {
  node.number("glow_radius", &P::glow_radius, {0, 512, Unit::px},
              "How far light spreads from the edge; 0 draws none.")
      .number("glow_gain", &P::glow_gain, {0, 1, Unit::ratio},
              "Strength of the light at the edge.");
};

/// How objects appear and disappear.
struct PresenceParams {
  int enter = 0;
  int leave = 0;
  PresenceMotion motion = PresenceMotion::fade;
  Easing easing = Easing::ease_in_out;

  [[nodiscard]] PresenceOp presence() const {
    return {static_cast<float>(enter), static_cast<float>(leave), motion, easing};
  }
};

inline constexpr auto presence_rows = []<class P>(Node<P>& node) {
  constexpr Range frames{0, 600, Unit::frames};
  node.transition("enter", &P::enter, frames, "Frames over which a new object appears.")
      .transition("leave", &P::leave, frames,
                  "Frames over which it vanishes before its track ends.")
      .template choice<PresenceMotion>("motion", &P::motion,
                                       {{"fade", PresenceMotion::fade},
                                        {"grow", PresenceMotion::grow},
                                        {"pop", PresenceMotion::pop},
                                        {"draw", PresenceMotion::draw}},
                                       "What it does besides fading: grow and pop change its size, "
                                       "pop overshooting by 8 %; draw draws its lines.")
      .template choice<Easing>("ease", &P::easing,
                               {{"linear", Easing::linear},
                                {"in", Easing::ease_in},
                                {"out", Easing::ease_out},
                                {"in_out", Easing::ease_in_out}},
                               "How it speeds up and slows down while it appears.")
      .also_shown_with("motion", R"({"enter": 17})")
      .also_shown_with("ease", R"({"enter": 17})")
      .shows(&P::presence);
};

/// Names of the anchors, for `Node::choice`.
inline constexpr Named<Anchor> anchor_names[] = {{"center", Anchor::center},
                                                 {"top", Anchor::top},
                                                 {"bottom", Anchor::bottom},
                                                 {"left", Anchor::left},
                                                 {"right", Anchor::right}};

/// Names of the nine positions, for `Node::choice`.
inline constexpr Named<BoxPosition> box_position_names[] = {
    {"top_left", BoxPosition::top_left},
    {"top", BoxPosition::top},
    {"top_right", BoxPosition::top_right},
    {"left", BoxPosition::left},
    {"center", BoxPosition::center},
    {"right", BoxPosition::right},
    {"bottom_left", BoxPosition::bottom_left},
    {"bottom", BoxPosition::bottom},
    {"bottom_right", BoxPosition::bottom_right}};

}  // namespace overlace
