// SPDX-License-Identifier: Apache-2.0
// FP32 arithmetic. A NaN result is 0x7FFFFFFF, as on the device. The seeds of reciprocal and root
// are rounded correctly here; the hardware's are slightly off, and code that needs exact results
// corrects them.
#include <cfenv>
#include <limits>

#include "tools/gpu_model/compare.h"
#include "tools/gpu_model/operations.h"
#include "tools/gpu_model/rounding.h"
#include "tools/gpu_model/step.h"

namespace overlace::gpu_model {
namespace {

float flushed(float v) {
  return std::fabs(v) < std::numeric_limits<float>::min() ? std::copysign(0.0F, v) : v;
}

FloatLanes source(const Step& s, std::size_t i) {
  FloatLanes lanes = s.real(i);
  if (s.has(Modifier::ftz))
    for (float& v : lanes) v = flushed(v);
  return lanes;
}

void finish(Step& s, FloatLanes lanes) {
  if (s.has(Modifier::ftz))
    for (float& v : lanes) v = flushed(v);
  if (s.has(Modifier::sat))
    for (float& v : lanes) v = v > 0 ? (v < 1 ? v : 1.0F) : 0.0F;
  const float not_a_number = std::bit_cast<float>(0x7FFFFFFFU);
  for (float& v : lanes) v = v == v ? v : not_a_number;
  s.set(lanes);
}

/// The same arithmetic in each lane, rounded as the instruction says.
template <class F, std::size_t... I>
void compute(Step& s, const F& f, std::index_sequence<I...>) {
  const std::array<FloatLanes, sizeof...(I)> from = {source(s, I)...};
  FloatLanes out;
  if (s.in.rounding == Rounding::nearest) {
    for (int lane = 0; lane < warp_lanes; ++lane) out[lane] = f(from[I][lane]...);
  } else {
    for (int lane = 0; lane < warp_lanes; ++lane)
      out[lane] = rounded(s.in.rounding, [&] { return f(opaque(from[I][lane])...); });
  }
  finish(s, out);
}

void fadd(Step& s) {
  compute(
      s, [](float a, float b) { return a + b; }, std::make_index_sequence<2>());
}
void fmul(Step& s) {
  compute(
      s, [](float a, float b) { return a * b; }, std::make_index_sequence<2>());
}
void ffma(Step& s) {
  compute(
      s, [](float a, float b, float c) { return std::fma(a, b, c); },
      std::make_index_sequence<3>());
}

/// If one is NaN, the other number, unless NAN asks for NaN; -0 is less than +0.
float least_or_greatest(float a, float b, bool least, bool keep_nan) {
  if (a != a) return keep_nan ? a : b;
  if (b != b) return keep_nan ? b : a;
  if (a == b) return std::signbit(a) == least ? a : b;
  return (a < b) == least ? a : b;
}

void fmnmx(Step& s) {
  const FloatLanes a = source(s, 0), b = source(s, 1);
  const LaneMask least = s.predicate(s.from(2));
  finish(s, lanes_of([&](int i) {
           return least_or_greatest(a[i], b[i], (least >> i & 1U) != 0, s.has(Modifier::nan));
         }));
}

// Moves bits, so that no NaN changes on the way.
void fsel(Step& s) {
  const Lanes a = std::bit_cast<Lanes>(s.real(0)), b = std::bit_cast<Lanes>(s.real(1));
  const LaneMask first = s.predicate(s.from(2));
  s.set(lanes_of([&](int i) { return (first >> i & 1U) != 0 ? a[i] : b[i]; }));
}

void fsetp(Step& s) {
  const FloatLanes a = source(s, 0), b = source(s, 1);
  set_comparison(s, lanes_where([&](int i) { return holds(s.in.comparison, a[i], b[i]); }),
                 s.predicate(s.from(2)));
}

// The result as a number: 1 or 0.
void fset(Step& s) {
  const FloatLanes a = source(s, 0), b = source(s, 1);
  const LaneMask answer =
      combined(s, lanes_where([&](int i) { return holds(s.in.comparison, a[i], b[i]); }),
               s.predicate(s.from(2)));
  s.set(
      std::bit_cast<Lanes>(lanes_of([&](int i) { return (answer >> i & 1U) != 0 ? 1.0F : 0.0F; })));
}

/// Whether a quotient a / b may need the slow path: if an exponent is extreme, or the two are far
/// apart.
bool needs_slow_division(float a, float b) {
  const auto exponent = [](float v) {
    return static_cast<int>(std::bit_cast<std::uint32_t>(v) >> 23U & 0xFFU);
  };
  constexpr int special = 255, far = 125, tiny = 24;
  const int of_a = exponent(a), of_b = exponent(b), apart = of_a - of_b;
  if (of_a == special || of_b == 0 || of_b >= special - 2) return true;
  return a != 0 && (apart > far || apart <= -far || of_a <= tiny);
}

void fchk(Step& s) {
  const FloatLanes a = s.real(0), b = s.real(1);
  s.set_flag(0, lanes_where([&](int i) { return needs_slow_division(a[i], b[i]); }));
}

void reciprocal(Step& s) {
  const FloatLanes a = s.real(0);
  finish(s, lanes_of([&](int i) { return 1 / a[i]; }));
}
void reciprocal_root(Step& s) {
  const FloatLanes a = s.real(0);
  finish(s, lanes_of([&](int i) {
           return static_cast<float>(1 / std::sqrt(static_cast<double>(a[i])));
         }));
}

/// The FP16 bits of a small number.
std::uint32_t half_bits(double v) {
  const std::uint32_t sign = std::signbit(v) ? 0x8000U : 0U;
  if (v == 0) return sign;
  constexpr int fraction_bits = 10, bias = 15, least_exponent = -14;
  const double size = std::fabs(v);
  if (std::isinf(v)) return sign | 0x7C00U;
  if (std::isnan(v)) return 0x7FFFU;
  const int exponent = std::max(std::ilogb(size), least_exponent);
  const auto fraction =
      static_cast<std::uint32_t>(std::nearbyint(std::ldexp(size, fraction_bits - exponent)));
  return sign | ((static_cast<std::uint32_t>(exponent + bias - 1) << fraction_bits) + fraction);
}

// Only the form that ptxas uses to make a constant: -RZ x RZ + two halves.
void hfma2(Step& s) {
  const bool is_constant = s.from(0).is_void() && s.from(1).is_void();
  if (!is_constant || !s.from(2).is(OperandKind::real)) unsupported();
  Lanes lanes;
  lanes.fill(half_bits(s.from(2).value) << 16U | half_bits(s.from(3).value));
  s.set(lanes);
}

float half_value(std::uint32_t bits) {
  const std::uint32_t magnitude = bits & 0x7FFFU;
  const int exponent = static_cast<int>(magnitude >> 10U);
  float value = std::ldexp(static_cast<float>(magnitude & 0x3FFU), -24);
  if (exponent == 31)
    value = (magnitude & 0x3FFU) != 0 ? std::numeric_limits<float>::quiet_NaN()
                                      : std::numeric_limits<float>::infinity();
  else if (exponent > 0)
    value = std::ldexp(static_cast<float>(0x400U | (magnitude & 0x3FFU)), exponent - 25);
  return (bits & 0x8000U) != 0 ? -value : value;
}

// Only the form that ptxas uses to widen: -RZ + a half.
void hadd2(Step& s) {
  if (!s.from(0).is_void() || !s.from(0).negated) unsupported();
  const Lanes words = s.raw(s.from(1));
  const unsigned shift = s.from(1).upper ? 16U : 0U;
  finish(s, lanes_of([&](int i) { return half_value(words[i] >> shift & 0xFFFFU); }));
}

/// The half nearest to a float, ties to even: infinite from half a step above the largest half.
std::uint32_t nearest_half(float v) {
  constexpr float least_infinite = 65520;
  const bool is_infinite = std::fabs(v) >= least_infinite;
  return half_bits(is_infinite ? std::copysign(std::numeric_limits<double>::infinity(), v) : v);
}
void pack_halves(Step& s) {
  const FloatLanes upper = s.real(0), lower = s.real(1);
  s.set(lanes_of([&](int i) { return nearest_half(upper[i]) << 16U | nearest_half(lower[i]); }));
}

constexpr Operation operations[] = {
    {"FADD", {"FTZ", "SAT"}, fadd, Result::value, Pipe::fma, 4},
    {"FMUL", {"FTZ", "SAT", "RZ"}, fmul, Result::value, Pipe::fma, 4},
    {"FFMA", {"FTZ", "SAT", "RM", "RP", "RZ"}, ffma, Result::value, Pipe::fma, 4},
    {"FMNMX", {"FTZ", "NAN"}, fmnmx},
    {"FSEL", {}, fsel},
    {"FSETP",
     {"LT", "EQ", "LE", "GT", "NE", "GE", "NUM", "NAN", "LTU", "EQU", "LEU", "GTU", "NEU", "GEU",
      "AND", "OR", "XOR", "FTZ"},
     fsetp,
     Result::flags},
    {"FSET.BF",
     {"LT", "EQ", "LE", "GT", "NE", "GE", "NUM", "NAN", "LTU", "EQU", "LEU", "GTU", "NEU", "GEU",
      "AND", "OR", "XOR", "FTZ"},
     fset},
    {"FCHK", {}, fchk, Result::flag, Pipe::special, 18},
    {"MUFU.RCP", {}, reciprocal, Result::value, Pipe::special, 22},
    {"MUFU.RSQ", {}, reciprocal_root, Result::value, Pipe::special, 22},
    {"HFMA2.MMA", {}, hfma2, Result::value, Pipe::imad, 4},
    {"HFMA2", {}, hfma2, Result::value, Pipe::imad, 4},
    {"HADD2.F32", {}, hadd2, Result::value, Pipe::fma, 4},
    {"F2FP.F16.F32.PACK_AB", {}, pack_halves},
};

}  // namespace

std::span<const Operation> float_operations() {
  return operations;
}

}  // namespace overlace::gpu_model
