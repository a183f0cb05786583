// SPDX-License-Identifier: Apache-2.0
// Conversions between number formats. Integers that do not fit are clamped; NaN becomes 0.
#include <algorithm>
#include <cmath>
#include <limits>

#include "tools/gpu_model/compare.h"
#include "tools/gpu_model/operations.h"
#include "tools/gpu_model/rounding.h"
#include "tools/gpu_model/step.h"

namespace overlace::gpu_model {
namespace {

/// The value as a whole number, rounded as the instruction says.
double whole_number(const Step& s, double value) {
  if (s.has(Modifier::trunc)) return std::trunc(value);
  if (s.has(Modifier::floor)) return std::floor(value);
  if (s.has(Modifier::ceil)) return std::ceil(value);
  return std::nearbyint(value);
}

/// A whole number, clamped to the type.
template <class Integer>
Integer to_integer(double whole) {
  if (whole != whole) return 0;
  const double limit = std::ldexp(1.0, std::numeric_limits<Integer>::digits);
  if (whole >= limit) return std::numeric_limits<Integer>::max();
  if (whole <= static_cast<double>(std::numeric_limits<Integer>::min()))
    return std::numeric_limits<Integer>::min();
  return static_cast<Integer>(whole);
}

template <class Integer>
void set_integer(Step& s, const DoubleLanes& from) {
  const auto value = [&](int i) { return to_integer<Integer>(whole_number(s, from[i])); };
  if constexpr (sizeof(Integer) == sizeof(std::uint64_t)) {
    s.set_pair(lanes_of([&](int i) { return static_cast<std::uint64_t>(value(i)); }));
  } else {
    s.set(lanes_of([&](int i) { return static_cast<std::uint32_t>(value(i)); }));
  }
}

void float_to_integer(Step& s) {
  DoubleLanes from;
  if (s.has(Modifier::f64)) {
    from = s.twofold(0);
  } else {
    std::ranges::copy(s.real(0), from.begin());
  }
  if (s.has(Modifier::s64)) return set_integer<std::int64_t>(s, from);
  if (s.has(Modifier::u64)) return set_integer<std::uint64_t>(s, from);
  if (s.has(Modifier::u32)) return set_integer<std::uint32_t>(s, from);
  set_integer<std::int32_t>(s, from);
}

/// The integers of the first source as T, rounded as the instruction says.
template <class T>
std::array<T, warp_lanes> integers_as(const Step& s) {
  const auto convert = [&](auto integer) {
    return rounded(s.in.rounding, [&] { return static_cast<T>(opaque(integer)); });
  };
  if (s.has(Modifier::s64) || s.has(Modifier::u64)) {
    const WideLanes from = s.pair(0);
    return lanes_of([&](int i) {
      return s.has(Modifier::s64) ? convert(static_cast<std::int64_t>(from[i])) : convert(from[i]);
    });
  }
  const Lanes from = s.word(0);
  return lanes_of([&](int i) {
    if (s.has(Modifier::u16)) return convert(from[i] & 0xFFFFU);
    return s.has(Modifier::u32) ? convert(from[i]) : convert(static_cast<std::int32_t>(from[i]));
  });
}

void integer_to_float(Step& s) {
  s.set(integers_as<float>(s));
}
void integer_to_double(Step& s) {
  s.set(integers_as<double>(s));
}

void widen(Step& s) {
  const FloatLanes from = s.real(0);
  s.set(lanes_of([&](int i) { return static_cast<double>(from[i]); }));
}
void narrow(Step& s) {
  const DoubleLanes from = s.twofold(0);
  s.set(lanes_of([&](int i) { return static_cast<float>(from[i]); }));
}

template <class F>
void round_floats(Step& s, const F& f) {
  const FloatLanes from = s.real(0);
  s.set(lanes_of([&](int i) { return f(from[i]); }));
}
void round_down(Step& s) {
  round_floats(s, [](float v) { return std::floor(v); });
}
void round_up(Step& s) {
  round_floats(s, [](float v) { return std::ceil(v); });
}
void round_to_zero(Step& s) {
  round_floats(s, [](float v) { return std::trunc(v); });
}
void round_to_nearest(Step& s) {
  round_floats(s, [](float v) { return std::nearbyint(v); });
}
void round_double_to_zero(Step& s) {
  const DoubleLanes from = s.twofold(0);
  s.set(lanes_of([&](int i) { return std::trunc(from[i]); }));
}

constexpr Width pair = Width::pair, word = Width::word;

constexpr Operation operations[] = {
    {"F2F.F64.F32", {}, widen, Result::value, Pipe::special, 18, pair, word},
    {"F2F.F32.F64", {}, narrow, Result::value, Pipe::special, 18, word, pair},
    {"F2I",
     {"FTZ", "U32", "S32", "TRUNC", "FLOOR", "CEIL", "NTZ"},
     float_to_integer,
     Result::value,
     Pipe::special,
     18},
    {"F2I.S64", {"TRUNC"}, float_to_integer, Result::value, Pipe::special, 18, pair, word},
    {"F2I.U64", {"TRUNC"}, float_to_integer, Result::value, Pipe::special, 18, pair, word},
    {"F2I.S64.F64", {"TRUNC"}, float_to_integer, Result::value, Pipe::special, 18, pair, pair},
    {"F2I.U64.F64", {"TRUNC"}, float_to_integer, Result::value, Pipe::special, 18, pair, pair},
    {"F2I.F64", {"TRUNC"}, float_to_integer, Result::value, Pipe::special, 18, word, pair},
    {"F2I.U32.F64", {"TRUNC"}, float_to_integer, Result::value, Pipe::special, 18, word, pair},
    {"I2F",
     {"U16", "U32", "S32", "RP", "RM", "RZ"},
     integer_to_float,
     Result::value,
     Pipe::special,
     18},
    {"I2F.S64", {"RP", "RM", "RZ"}, integer_to_float, Result::value, Pipe::special, 18, word, pair},
    {"I2F.U64", {"RP", "RM", "RZ"}, integer_to_float, Result::value, Pipe::special, 18, word, pair},
    {"I2F.F64", {"U32", "S32"}, integer_to_double, Result::value, Pipe::special, 18, pair, word},
    {"I2F.F64.S64", {}, integer_to_double, Result::value, Pipe::special, 18, pair, pair},
    {"I2F.F64.U64", {}, integer_to_double, Result::value, Pipe::special, 18, pair, pair},
    {"I2FP.F32.S32", {}, integer_to_float},
    {"I2FP.F32.U32", {}, integer_to_float},
    {"FRND", {}, round_to_nearest, Result::value, Pipe::special, 18},
    {"FRND.FLOOR", {}, round_down, Result::value, Pipe::special, 18},
    {"FRND.CEIL", {}, round_up, Result::value, Pipe::special, 18},
    {"FRND.TRUNC", {}, round_to_zero, Result::value, Pipe::special, 18},
    {"FRND.F64.TRUNC", {}, round_double_to_zero, Result::value, Pipe::special, 18, pair, pair},
};

}  // namespace

std::span<const Operation> convert_operations() {
  return operations;
}

}  // namespace overlace::gpu_model
