// SPDX-License-Identifier: Apache-2.0
// A filter of spatial frequencies.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

#include "color/overlay_color.h"
#include "gpu/effects/passes.h"
#include "gpu/kernels/spectral.h"
#include "graph/plan/effect_ops.h"

namespace overlace {

/// Pictures of up to 1984 px along an axis are transformed at once along it, larger ones in windows
/// that overlap by 512 px and more: the ringing of an edge of a quarter of an octave at 0.1
/// cycles/px has faded there.
struct SpectralEffect {
  using Op = SpectralOp;
  using Record = SpectralRecord;
  using Passes =
      PassList<SpectralLookPass, SpectralRowsPass, SpectralColumnsPass, SpectralStorePass>;
  static constexpr std::size_t layers = 1;

  [[nodiscard]] static SpectralRecord record(const SpectralOp& op, const WorkingSpace&) {
    SpectralRecord record;
    for (int i = 0; i <= quarter_turn; ++i)
      record.wave.cosine[i] =
          static_cast<float>(std::cos(2 * std::numbers::pi * i / double{most_points}));
    record.wave.cosine[quarter_turn] = 0;
    const double half = std::exp2(double{op.rolloff} / 2);
    for (int i = 0; i <= edge_steps; ++i)
      record.fall[i] = fall_of(op.rolloff, i / double{edge_steps});
    const bool band = op.kind == SpectralKind::band;
    const double apart = band ? std::exp2(double{op.octaves} / 2) : 1;
    record.lower =
        op.kind == SpectralKind::low ? SpectralEdge{-2, 1} : edge_at(op.cutoff / apart, half);
    record.upper =
        op.kind == SpectralKind::high ? SpectralEdge{4, 1} : edge_at(op.cutoff * apart, half);
    record.along_x = op.axis == SpectralAxes::y ? 0 : 1;
    record.along_y = op.axis == SpectralAxes::x ? 0 : 1;
    return record;
  }

  /// Ringing has no end, but windows do.
  [[nodiscard]] static int reach(const SpectralOp&) { return most_points; }

  /// Along an axis that is not filtered, lines are independent and a window has only a few of them:
  /// those that hold nothing cost nothing.
  [[nodiscard]] static SpectralAxis axis_of(int pixels, bool is_filtered) {
    constexpr int log2_lines = 7;  // no more points than a filtered axis has
    SpectralAxis axis(pixels);
    if (is_filtered) return axis;
    axis.log2_points = log2_lines;
    axis.length = 1 << log2_lines;
    axis.windows = (pixels + axis.length - 1) / axis.length;
    axis.apron = 0;
    return axis;
  }

  template <class Runner>
  static void run(Runner& runner, const SpectralOp& op, const EffectPlace& place,
                  const SpectralRecord* record) {
    const Size shown = turned(place.output.size, place.stored);
    const SpectralAxis across = axis_of(shown.width, op.axis != SpectralAxes::y);
    const SpectralAxis down = axis_of(shown.height, op.axis != SpectralAxes::x);
    SpectralPass pass;
    pass.from = place.inputs[0];
    pass.to = place.output;
    pass.stored = place.stored;
    pass.spectral = record;
    auto* words = reinterpret_cast<std::uint32_t*>(place.scratch);
    pass.memory = {reinterpret_cast<float*>(words + most_points + 64), words, words + most_points};
    runner.run(SpectralLookPass{pass});
    for (int row = 0; row < down.windows; ++row)
      for (int column = 0; column < across.windows; ++column) {
        pass.window = window_at(shown, across, down, column, row);
        runner.run(SpectralRowsPass{pass});
        runner.run(SpectralColumnsPass{pass});
        runner.run(SpectralStorePass{pass});
      }
  }

 private:
  /// The gain at fraction t of the way from f / half to f x half: half a cosine over the octaves.
  [[nodiscard]] static float fall_of(double rolloff, double t) {
    if (t == 0) return 1;
    if (t == 1) return 0;
    const double half = std::exp2(rolloff / 2);
    const double octaves = std::log2(1 / half + t * (half - 1 / half));
    const double part = rolloff > 0 ? octaves / rolloff + 0.5 : t;
    return static_cast<float>(0.5 + 0.5 * std::cos(std::numbers::pi * part));
  }
  /// An edge at a frequency f, from f / half to f x half; a hard one lets f itself pass.
  [[nodiscard]] static SpectralEdge edge_at(double frequency, double half) {
    constexpr double steepest = 0x1p40;
    const double start = frequency / half, end = frequency * half;
    const double slope = end - start > 1 / steepest ? 1 / (end - start) : steepest;
    return {static_cast<float>(start), static_cast<float>(slope)};
  }
  [[nodiscard]] static SpectralWindow window_at(Size shown, const SpectralAxis& across,
                                                const SpectralAxis& down, int column, int row) {
    const auto range = [](const SpectralAxis& axis, int i, int pixels) -> IntRange {
      return {i * axis.length, std::min((i + 1) * axis.length, pixels) - 1};
    };
    return {.shown = shown,
            .left = column * across.length - across.apron,
            .top = row * down.length - down.apron,
            .log2_width = across.log2_points,
            .log2_height = down.log2_points,
            .x = range(across, column, shown.width),
            .y = range(down, row, shown.height)};
  }
};

}  // namespace overlace
