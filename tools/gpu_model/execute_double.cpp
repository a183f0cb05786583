// SPDX-License-Identifier: Apache-2.0
// FP64 arithmetic.
#include <cmath>

#include "tools/gpu_model/compare.h"
#include "tools/gpu_model/operations.h"
#include "tools/gpu_model/rounding.h"
#include "tools/gpu_model/step.h"

namespace overlace::gpu_model {
namespace {

template <class F, std::size_t... I>
void compute(Step& s, const F& f, std::index_sequence<I...>) {
  const std::array<DoubleLanes, sizeof...(I)> from = {s.twofold(I)...};
  s.set(lanes_of([&](int lane) {
    if (s.in.rounding == Rounding::nearest) return f(from[I][lane]...);
    return rounded(s.in.rounding, [&] { return f(opaque(from[I][lane])...); });
  }));
}

void dadd(Step& s) {
  compute(
      s, [](double a, double b) { return a + b; }, std::make_index_sequence<2>());
}
void dmul(Step& s) {
  compute(
      s, [](double a, double b) { return a * b; }, std::make_index_sequence<2>());
}
void dfma(Step& s) {
  compute(
      s, [](double a, double b, double c) { return std::fma(a, b, c); },
      std::make_index_sequence<3>());
}

void dsetp(Step& s) {
  const DoubleLanes a = s.twofold(0), b = s.twofold(1);
  set_comparison(s, lanes_where([&](int i) { return holds(s.in.comparison, a[i], b[i]); }),
                 s.predicate(s.from(2)));
}

/// Chooses the least or the greatest of two: the first flag says that it is the first one, the
/// second that the first one is NaN.
template <bool least>
void choose(Step& s) {
  const DoubleLanes a = s.twofold(0), b = s.twofold(1);
  s.set_flag(0, lanes_where([&](int i) {
               if (a[i] != a[i]) return false;
               return b[i] != b[i] || (least ? a[i] < b[i] : a[i] > b[i]);
             }));
  s.set_flag(1, lanes_where([&](int i) { return a[i] != a[i]; }));
}

/// The upper half of a seed, from the upper half of a number.
template <class F>
void seed(Step& s, const F& f) {
  const Operand& from = s.from(0);
  Lanes high = from.is(OperandKind::real) ? Lanes{} : s.raw(from);
  if (from.is(OperandKind::real))
    high.fill(static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(from.value) >> 32U));
  s.set(lanes_of([&](int i) {
    double value = std::bit_cast<double>(std::uint64_t{high[i]} << 32U);
    if (from.absolute) value = std::fabs(value);
    return static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(f(value)) >> 32U);
  }));
}
void reciprocal(Step& s) {
  seed(s, [](double v) { return 1 / v; });
}
void reciprocal_root(Step& s) {
  seed(s, [](double v) { return 1 / std::sqrt(v); });
}

constexpr Width pair = Width::pair, word = Width::word;

constexpr Operation operations[] = {
    {"DADD", {"RZ", "RM", "RP"}, dadd, Result::value, Pipe::fp64, 10, pair, pair},
    {"DMUL", {"RZ", "RM", "RP"}, dmul, Result::value, Pipe::fp64, 10, pair, pair},
    {"DFMA", {"RZ", "RM", "RP"}, dfma, Result::value, Pipe::fp64, 10, pair, pair},
    {"DSETP",
     {"LT", "EQ", "LE", "GT", "NE", "GE", "NUM", "NAN", "LTU", "EQU", "LEU", "GTU", "NEU", "GEU",
      "AND", "OR", "XOR"},
     dsetp,
     Result::flags,
     Pipe::fp64,
     12,
     word,
     pair},
    {"DSETP.MIN", {"AND"}, choose<true>, Result::flags, Pipe::fp64, 12, word, pair},
    {"DSETP.MAX", {"AND"}, choose<false>, Result::flags, Pipe::fp64, 12, word, pair},
    {"MUFU.RCP64H", {}, reciprocal, Result::value, Pipe::special, 22},
    {"MUFU.RSQ64H", {}, reciprocal_root, Result::value, Pipe::special, 22},
};

}  // namespace

std::span<const Operation> double_operations() {
  return operations;
}

}  // namespace overlace::gpu_model
