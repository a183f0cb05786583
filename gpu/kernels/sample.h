// SPDX-License-Identifier: Apache-2.0
// Samples of a target: how they are stored, and how paint is composited onto them.
#pragma once

#include <cstring>

#include "gpu/kernels/blend.h"
#include "gpu/kernels/half.h"
#include "gpu/kernels/lane.h"
#include "gpu/kernels/target.h"

namespace overlace {

OVL_FN std::byte* sample_at(const TargetPlane& plane, int x, int y) {
  return plane.data + y * plane.stride + static_cast<std::ptrdiff_t>(x) * plane.step;
}

/// A stored sample as a code value (integers) or as it is (floats).
OVL_FN float load_sample(const Target& target, const std::byte* p) {
  switch (target.sample) {
    case SampleType::u8:
      return static_cast<float>(static_cast<std::uint8_t>(*p) >> target.shift);
    case SampleType::f32: {
      float value;
      std::memcpy(&value, p, sizeof value);
      return value;
    }
    default: {
      std::uint16_t value;
      std::memcpy(&value, p, sizeof value);
      if (target.sample == SampleType::f16) return half_to_float(value);
      return static_cast<float>(value >> target.shift);
    }
  }
}

/// Stores a code value that is an integer in range (integers; bits below the value are kept) or any
/// value (floats). Returns the bytes written.
OVL_FN std::size_t store_sample(const Target& target, std::byte* p, float value) {
  switch (target.sample) {
    case SampleType::u8: {
      const unsigned kept = static_cast<unsigned>(*p) & ((1U << target.shift) - 1U);
      *p = static_cast<std::byte>((static_cast<unsigned>(value) << target.shift) | kept);
      return 1;
    }
    case SampleType::f32:
      std::memcpy(p, &value, sizeof value);
      return sizeof value;
    default: {
      std::uint16_t sample;
      std::memcpy(&sample, p, sizeof sample);
      const unsigned kept = sample & ((1U << target.shift) - 1U);
      sample =
          target.sample == SampleType::f16
              ? float_to_half(value)
              : static_cast<std::uint16_t>((static_cast<unsigned>(value) << target.shift) | kept);
      std::memcpy(p, &sample, sizeof sample);
      return sizeof sample;
    }
  }
}

OVL_FN bool is_float(SampleType sample) {
  return sample == SampleType::f16 || sample == SampleType::f32;
}

/// A code value limited to 0..most.
template <class F>
OVL_FN F limit(F value, float most) {
  return min(max(value, F(0.0F)), F(most));
}
/// The value, with every NaN replaced by one: which NaN arithmetic yields differs from CPU to GPU.
template <class F>
OVL_FN F with_one_nan(F value) {
  const F itself = value;  // all but NaN are equal to themselves
  return select(value != itself, F(__builtin_bit_cast(float, 0x7FC00000U)), value);
}

/// The code value that premultiplied `paint` with `alpha` leaves of `under`: D' = D (1 - A) +
/// paint, limited to 0..most and rounded to nearest even.
template <class F>
OVL_FN F composite_code(F under, F alpha, F paint, float most) {
  return round_even(limit(fma(under, F(1.0F) - alpha, paint), most));
}

/// The same for a sample of any target. Floats are not clamped; on them opaque paint also hides NaN
/// and infinity, as 0 times infinity is NaN.
template <class F>
OVL_FN F composite(const Target& target, F under, F alpha, F paint) {
  if (!is_float(target.sample)) return composite_code(under, alpha, paint, target.max);
  const F sum = fma(under, F(1.0F) - alpha, paint);
  return with_one_nan(select(alpha < F(1.0F), sum, paint));
}

/// The straight colour that premultiplied `paint` with `alpha` leaves of a straight colour `under`
/// whose alpha is `under_alpha`, 0..1: "over" on the premultiplied colours (Porter and Duff 1984),
///   (paint + under under_alpha (1 - alpha)) / (alpha + under_alpha (1 - alpha)).
/// On an opaque pixel it equals composite() bit for bit. A pixel without alpha adds no colour.
template <class F>
OVL_FN F composite_straight(const Target& target, F under, F under_alpha, F alpha, F paint) {
  const F rest = F(1.0F) - alpha, kept = under_alpha * rest;
  const F all = fma(under_alpha, rest, alpha);
  const F sum = select(kept > F(0.0F), fma(under, kept, paint), paint);
  const F color = select(all > F(0.0F), sum / max(all, F(1e-30F)), under);
  if (!is_float(target.sample)) return round_even(limit(color, target.max));
  return with_one_nan(color);
}

/// The alpha sample of an opaque pixel of the target.
OVL_FN float whole_alpha(const Target& target) {
  return is_float(target.sample) ? 1.0F : target.max;
}

/// Zero where paint changes no sample.
template <class F>
OVL_FN F change_of(const Pixel<F>& paint) {
  return paint.a + abs(paint.c[0]) + abs(paint.c[1]) + abs(paint.c[2]);
}

}  // namespace overlace
