// SPDX-License-Identifier: Apache-2.0
// A block of sixteen voices: the source of the kernels of every instruction set.
#pragma once

#include <algorithm>
#include <cstddef>

#include "sound/synth/phase_sine.h"
#include "sound/synth/voice_kernels.h"

namespace overlace {
namespace {  // each instruction set has its own copy: the linker must not merge them

/// A ramp, while a block is computed.
struct RampLanes {
  FloatLanes value, step;
  OVL_FN explicit RampLanes(const Ramp& ramp)
      : value(load_lanes<FloatLanes>(ramp.value)), step(load_lanes<FloatLanes>(ramp.step)) {}
  OVL_FN FloatLanes next() {
    const FloatLanes now = value;
    value += step;
    return now;
  }
  OVL_FN void store(Ramp& ramp) const { store_lanes(value, ramp.value); }
};

struct PhaseRampLanes {
  IntLanes value, step;
  OVL_FN explicit PhaseRampLanes(const PhaseRamp& ramp)
      : value(load_lanes<IntLanes>(ramp.value)), step(load_lanes<IntLanes>(ramp.step)) {}
  OVL_FN PhaseLanes next() {
    const IntLanes now = value;
    value += step;
    return reinterpret_cast<PhaseLanes>(now);
  }
  OVL_FN void store(PhaseRamp& ramp) const { store_lanes(value, ramp.value); }
};

/// Applies gains and fades to a block and sums its energy.
template <bool Fading>
class Output {
 public:
  OVL_FN Output(VoiceGroup& group, LaneMix& mix)
      : group_(group),
        mix_(mix),
        left_(group.left),
        right_(group.right),
        fade_(load_lanes<IntLanes>(group.fade)),
        fade_step_(load_lanes<IntLanes>(group.fade_step)),
        energy_(load_lanes<FloatLanes>(group.energy)) {}

  OVL_FN void put(int i, FloatLanes sample) {
    if constexpr (Fading) sample *= faded();
    energy_ = fma(sample, sample, energy_);
    const auto left = load_lanes<FloatLanes>(mix_.left[i]);
    const auto right = load_lanes<FloatLanes>(mix_.right[i]);
    store_lanes(fma(sample, left_.next(), left), mix_.left[i]);
    store_lanes(fma(sample, right_.next(), right), mix_.right[i]);
  }

  OVL_FN void store() {
    left_.store(group_.left);
    right_.store(group_.right);
    store_lanes(energy_, group_.energy);
    if constexpr (Fading) store_lanes(fade_, group_.fade);
  }

 private:
  OVL_FN FloatLanes faded() {
    const FloatLanes s = sine_of_quarters(to_float(fade_) * 0x1p-30F);
    const FloatLanes gain = choose(fade_ == quarter_turn, splat(1), s * s);
    fade_ += fade_step_;  // steps are too small to overflow
    const IntLanes zero{};
    fade_ = choose(fade_ < zero, zero, fade_);
    fade_ = choose(fade_ > quarter_turn, zero + quarter_turn, fade_);
    return gain;
  }

  VoiceGroup& group_;
  LaneMix& mix_;
  RampLanes left_, right_;
  IntLanes fade_, fade_step_;
  FloatLanes energy_;
};

/// Voices of an instrument: next() makes the next sample of each lane, store() saves their state.
class SineVoices {
 public:
  OVL_FN explicit SineVoices(OscillatorGroup& group)
      : group_(group), phase_(load_lanes<PhaseLanes>(group.phase)), increment_(group.increment) {}
  OVL_FN FloatLanes next() {
    const FloatLanes out = sine_of(phase_);
    phase_ += increment_.next();
    return out;
  }
  OVL_FN void store() {
    store_lanes(phase_, group_.phase);
    increment_.store(group_.increment);
  }

 private:
  OscillatorGroup& group_;
  PhaseLanes phase_;
  PhaseRampLanes increment_;
};

/// sin(c + I sin(m)), where the phases c of the carrier and m of the modulator advance evenly
/// (Chowning, "The synthesis of complex audio spectra by means of frequency modulation", 1973).
class FmVoices {
 public:
  OVL_FN explicit FmVoices(OscillatorGroup& group)
      : group_(group),
        phase_(load_lanes<PhaseLanes>(group.phase)),
        modulator_(load_lanes<PhaseLanes>(group.modulator)),
        increment_(group.increment),
        modulator_increment_(group.modulator_increment),
        index_(group.index) {}
  OVL_FN FloatLanes next() {
    const FloatLanes moved = index_.next() * sine_of(modulator_);
    const FloatLanes out = sine_of(phase_ + phase_of(moved));
    phase_ += increment_.next();
    modulator_ += modulator_increment_.next();
    return out;
  }
  OVL_FN void store() {
    store_lanes(phase_, group_.phase);
    store_lanes(modulator_, group_.modulator);
    increment_.store(group_.increment);
    modulator_increment_.store(group_.modulator_increment);
    index_.store(group_.index);
  }

 private:
  OscillatorGroup& group_;
  PhaseLanes phase_, modulator_;
  PhaseRampLanes increment_, modulator_increment_;
  RampLanes index_;
};

/// A delay line, a mean of two samples, and an all-pass for the fractional sample of a period
/// (Jaffe and Smith, "Extensions of the Karplus-Strong plucked-string algorithm", 1983). A chunk is
/// read from the rings before any of it is computed and written when all of it is, so it is no
/// longer than the shortest string.
class PluckVoices {
 public:
  OVL_FN explicit PluckVoices(PluckGroup& group)
      : group_(group),
        at_(group.at),
        shortest_(*std::min_element(group.delay, group.delay + lane_count)),
        all_pass_(load_lanes<FloatLanes>(group.all_pass)),
        input_(load_lanes<FloatLanes>(group.all_pass_input)),
        output_(load_lanes<FloatLanes>(group.all_pass_output)),
        gain_(load_lanes<FloatLanes>(group.loop_gain) * 0.5F),
        before_(load_lanes<FloatLanes>(group.before)) {}
  OVL_FN FloatLanes next() {
    if (made_ == readable_) {
      write_chunk();
      read_chunk();
    }
    const FloatLanes read = chunk_[made_];
    const FloatLanes smooth = gain_ * (read + before_);
    before_ = read;
    output_ = fma(all_pass_, smooth - output_, input_);
    input_ = smooth;
    chunk_[made_++] = output_;
    return output_;
  }
  OVL_FN void store() {
    write_chunk();
    group_.at = at_;
    store_lanes(input_, group_.all_pass_input);
    store_lanes(output_, group_.all_pass_output);
    store_lanes(before_, group_.before);
  }

 private:
  /// Reads the rings' output up to the next multiple of a chunk, or for as long as the shortest
  /// string; samples loaded beyond that are not used.
  OVL_FN void read_chunk() {
    for (int lane = 0; lane < lane_count; ++lane) {
      const std::uint32_t from = at_ - static_cast<std::uint32_t>(group_.delay[lane]);
      chunk_[lane] = load_lanes<FloatLanes>(group_.ring(lane) + (from & group_.mask[lane]));
    }
    transpose(chunk_);
    const int to_multiple = string_chunk - static_cast<int>(at_ % string_chunk);
    readable_ = std::min(to_multiple, shortest_);
  }

  /// Writes the finished part of a chunk. It lies between two multiples of a chunk, so it does not
  /// wrap around a ring.
  OVL_FN void write_chunk() {
    if (made_ == 0) return;
    transpose(chunk_);
    for (int lane = 0; lane < lane_count; ++lane) {
      const std::uint32_t mask = group_.mask[lane], place = at_ & mask;
      write(chunk_[lane], group_.ring(lane) + place);
      if (place < string_chunk) write(chunk_[lane], group_.ring(lane) + mask + 1 + place);
    }
    at_ += static_cast<std::uint32_t>(made_);
    made_ = readable_ = 0;
  }
  OVL_FN void write(const FloatLanes& samples, float* to) const {
    if (made_ == string_chunk)
      store_lanes(samples, to);
    else
      std::memcpy(to, &samples, static_cast<std::size_t>(made_) * sizeof(float));
  }

  PluckGroup& group_;
  std::uint32_t at_;
  int shortest_;  ///< smallest delay of all strings
  FloatLanes all_pass_, input_, output_, gain_, before_;
  int made_ = 0, readable_ = 0;  ///< samples of the chunk
  /// Row i is sample i of all strings: their lines' input up to row `made_`, their output from it.
  FloatLanes chunk_[string_chunk];
};

/// Two-pole resonators, one for each mode of a bar.
class ModalVoices {
 public:
  OVL_FN explicit ModalVoices(ModalGroup& group) : group_(group) {
    for (int m = 0; m < mode_count; ++m) {
      y1_[m] = load_lanes<FloatLanes>(group.y1[m]);
      y2_[m] = load_lanes<FloatLanes>(group.y2[m]);
    }
  }
  OVL_FN FloatLanes next() {
    FloatLanes sum{};
    for (int m = 0; m < mode_count; ++m) {
      const auto feedback1 = load_lanes<FloatLanes>(group_.feedback1[m]);
      const auto feedback2 = load_lanes<FloatLanes>(group_.feedback2[m]);
      const FloatLanes y = fma(feedback1, y1_[m], -(feedback2 * y2_[m]));
      y2_[m] = y1_[m];
      y1_[m] = y;
      sum += y2_[m];
    }
    return sum;
  }
  OVL_FN void store() {
    for (int m = 0; m < mode_count; ++m) {
      store_lanes(y1_[m], group_.y1[m]);
      store_lanes(y2_[m], group_.y2[m]);
    }
  }

 private:
  ModalGroup& group_;
  FloatLanes y1_[mode_count], y2_[mode_count];
};

template <class Voices, bool Fading, class Group>
OVL_FN void make_block(Group& group, int samples, LaneMix& mix) {
  Voices voices(group);
  Output<Fading> output(group, mix);
  for (int i = 0; i < samples; ++i) output.put(i, voices.next());
  voices.store();
  output.store();
}

/// In most blocks of most groups no note begins or ends, so the fade is 1 throughout.
template <class Voices, class Group>
void run_voices(Group& group, int samples, LaneMix& mix) {
  bool fading = false;
  for (int lane = 0; lane < lane_count; ++lane)
    fading |= group.fade[lane] != quarter_turn || group.fade_step[lane] < 0;
  if (fading)
    make_block<Voices, true>(group, samples, mix);
  else
    make_block<Voices, false>(group, samples, mix);
}

/// Sums sixteen samples at a time; surplus sums of the last ones are dropped.
void fold_lanes(const LaneMix& mix, int samples, float* pairs) {
  static_assert(block_samples % lane_count == 0);
  for (int first = 0; first < samples; first += lane_count) {
    const FloatLanes left = sums_of(mix.left + first);
    const FloatLanes right = sums_of(mix.right + first);
    const FloatLanes both[2] = {interleave_lower(left, right), interleave_upper(left, right)};
    const int count = std::min(samples - first, lane_count);
    std::memcpy(pairs + std::ptrdiff_t{2} * first, both,
                static_cast<std::size_t>(2 * count) * sizeof(float));
  }
}

constexpr VoiceKernels kernels_here = {
    run_voices<SineVoices, OscillatorGroup>, run_voices<FmVoices, OscillatorGroup>,
    run_voices<PluckVoices, PluckGroup>, run_voices<ModalVoices, ModalGroup>, fold_lanes};

}  // namespace
}  // namespace overlace
