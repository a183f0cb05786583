// SPDX-License-Identifier: Apache-2.0
// The state of sixteen voices as a structure of arrays, which the kernels read and write.
#pragma once

#include <cstdint>

#include "graph/data/notes.h"
#include "sound/synth/voice_lanes.h"

namespace overlace {

/// The most samples that a kernel makes in one call.
inline constexpr int block_samples = 64;
inline constexpr int mode_count = 8;

/// A value per voice that moves linearly to a target. The accumulated rounding error is removed at
/// the end.
struct alignas(64) Ramp {
  float value[lane_count] = {}, step[lane_count] = {}, target[lane_count] = {};
};
/// The same in integers, for phase increments: 2^32 per sample is the sampling rate.
struct alignas(64) PhaseRamp {
  std::int32_t value[lane_count] = {}, step[lane_count] = {}, target[lane_count] = {};
};

/// The state that every instrument has.
struct VoiceGroup {
  Ramp left, right;  ///< gains of the two channels
  /// From 0 to a quarter turn: the square of its sine is the raised cosine with which notes begin
  /// and end. It advances by its step until it reaches one of its ends.
  alignas(64) std::int32_t fade[lane_count] = {};
  alignas(64) std::int32_t fade_step[lane_count] = {};
  alignas(64) float energy[lane_count] = {};  ///< sum of squares since it was last read
  /// Mean square of a voice's output before its gains, with a time constant of 50 ms.
  alignas(64) float power[lane_count] = {};
  std::uint32_t active = 0;  ///< bit i: lane i sounds
};

struct OscillatorGroup : VoiceGroup {
  alignas(64) std::uint32_t phase[lane_count] = {};
  alignas(64) std::uint32_t modulator[lane_count] = {};  ///< FM: phase of the modulator
  PhaseRamp increment;
  PhaseRamp modulator_increment;  ///< FM
  Ramp index;                     ///< FM: modulation index in turns
};

/// Samples that strings transpose from rows of voices to rows of time at once: one vector.
inline constexpr int string_chunk = lane_count;

/// Strings, each with a ring sized to its period: the rings of 64 strings fit into the nearest
/// caches, and one load reads sixteen samples of a string.
struct PluckGroup : VoiceGroup {
  /// Rings, line_stride apart. Each is followed by a copy of its first string_chunk samples, for
  /// loads across its end.
  float* line = nullptr;
  std::uint32_t line_stride = 0;
  std::uint32_t at = 0;  ///< samples made; modulo a ring's length, where the next one is written
  /// Length of a ring minus 1; lengths are powers of two, at least string_chunk.
  alignas(64) std::uint32_t mask[lane_count] = {};
  alignas(64) std::int32_t delay[lane_count] = {};    ///< whole samples
  alignas(64) float all_pass[lane_count] = {};        ///< coefficient, for the rest of a period
  alignas(64) float all_pass_input[lane_count] = {};  ///< the previous sample
  alignas(64) float all_pass_output[lane_count] = {};
  alignas(64) float loop_gain[lane_count] = {};
  alignas(64) float before[lane_count] = {};  ///< the line's previous output

  [[nodiscard]] OVL_FN float* ring(int lane) const {
    return line + std::size_t{line_stride} * static_cast<std::size_t>(lane);
  }
};

struct ModalGroup : VoiceGroup {
  // y0 = feedback1 y1 - feedback2 y2
  alignas(64) float feedback1[mode_count][lane_count] = {};
  alignas(64) float feedback2[mode_count][lane_count] = {};
  alignas(64) float y1[mode_count][lane_count] = {};
  alignas(64) float y2[mode_count][lane_count] = {};
};

/// Sums of the voices of all groups so far, lane by lane.
struct LaneMix {
  alignas(64) float left[block_samples][lane_count];
  alignas(64) float right[block_samples][lane_count];
};

}  // namespace overlace
