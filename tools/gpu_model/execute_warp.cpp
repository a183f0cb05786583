// SPDX-License-Identifier: Apache-2.0
// Exchange between lanes.
#include "tools/gpu_model/compare.h"
#include "tools/gpu_model/operations.h"
#include "tools/gpu_model/step.h"

namespace overlace::gpu_model {
namespace {

/// All lanes of the group vote, even those that do not receive the result.
void vote_any(Step& s) {
  const LaneMask votes = s.group & s.predicate(s.from(0));
  Lanes lanes;
  lanes.fill(votes);
  s.set(lanes);
  s.set_flag(0, votes != 0 ? all_lanes : 0);
}
void vote_all(Step& s) {
  const LaneMask votes = s.group & s.predicate(s.from(0));
  Lanes lanes;
  lanes.fill(votes);
  s.set(lanes);
  s.set_flag(0, votes == s.group ? all_lanes : 0);
}

/// Each lane gets the value of lane source(lane, b, c), or keeps its own if that is outside its
/// segment. In c, bits 8 to 12 say which bits of a lane's number name its segment, and bits 0 to 4
/// where it ends.
template <class F>
void shuffle(Step& s, const F& source) {
  const Lanes value = s.word(0), b = s.word(1), c = s.word(2);
  LaneMask inside = 0;
  Lanes out;
  for (int lane = 0; lane < warp_lanes; ++lane) {
    const auto l = static_cast<std::uint32_t>(lane);
    const std::uint32_t segment = c[lane] >> 8U & 31U, first = l & segment;
    const std::uint32_t last = first | (c[lane] & ~segment & 31U);
    const std::int64_t from = source(l, b[lane], segment, first);
    const bool is_inside = from >= first && (from <= last || from <= l);
    inside |= LaneMask{is_inside ? 1U : 0U} << lane;
    out[lane] = value[is_inside ? static_cast<std::size_t>(from) : static_cast<std::size_t>(lane)];
  }
  s.set(out);
  s.set_flag(0, inside);
}
void shuffle_index(Step& s) {
  shuffle(s, [](std::uint32_t, std::uint32_t b, std::uint32_t segment, std::uint32_t first) {
    return std::int64_t{first | (b & ~segment & 31U)};
  });
}
void shuffle_up(Step& s) {
  shuffle(s, [](std::uint32_t lane, std::uint32_t b, std::uint32_t, std::uint32_t) {
    return std::int64_t{lane} - std::int64_t{b & 31U};
  });
}

template <class F>
void reduce(Step& s, std::uint32_t start, const F& f) {
  const Lanes value = s.word(0);
  std::uint32_t all = start;
  for (int lane = 0; lane < warp_lanes; ++lane)
    if (s.is_active(lane)) all = f(all, value[lane]);
  Lanes lanes;
  lanes.fill(all);
  s.set(lanes);
}
void reduce_sum(Step& s) {
  reduce(s, 0, [](std::uint32_t a, std::uint32_t b) { return a + b; });
}
void reduce_or(Step& s) {
  reduce(s, 0, [](std::uint32_t a, std::uint32_t b) { return a | b; });
}
void reduce_and(Step& s) {
  reduce(s, ~0U, [](std::uint32_t a, std::uint32_t b) { return a & b; });
}

constexpr Result with_flag = Result::value_flag;

constexpr Operation operations[] = {
    {"VOTE.ANY", {}, vote_any, with_flag, Pipe::alu, 10},
    {"VOTE.ALL", {}, vote_all, with_flag, Pipe::alu, 10},
    {"VOTEU.ANY", {}, vote_any, with_flag, Pipe::alu, 10},
    {"VOTEU.ALL", {}, vote_all, with_flag, Pipe::alu, 10},
    {"SHFL.IDX", {}, shuffle_index, Result::value_flags, Pipe::memory, 24},
    {"SHFL.UP", {}, shuffle_up, Result::value_flags, Pipe::memory, 24},
    {"REDUX.SUM", {}, reduce_sum, Result::value, Pipe::memory, 24},
    {"REDUX.OR", {}, reduce_or, Result::value, Pipe::memory, 24},
    {"REDUX.AND", {}, reduce_and, Result::value, Pipe::memory, 24},
};

}  // namespace

std::span<const Operation> warp_operations() {
  return operations;
}

}  // namespace overlace::gpu_model
