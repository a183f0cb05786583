// SPDX-License-Identifier: Apache-2.0
// Two blocks at once: each operation on one is followed by the same on the other, so that a
// processor has work while it waits for the first. What waits fills its queues long before the next
// block comes into sight.
#pragma once

#include "graph/core/math.h"

namespace overlace {

/// What comparing TwoLanes gives. M is the mask type of L.
template <class M>
struct TwoMasks {
  M first, second;
};

/// A lane type made of two of another, L. Operations as in lanes_scalar.h.
template <class L>
struct TwoLanes {
  L first, second;

  TwoLanes() = default;
  OVL_FN TwoLanes(L a, L b) : first(a), second(b) {}
  OVL_FN explicit TwoLanes(L both) : first(both), second(both) {}
  OVL_FN TwoLanes(float value) : first(value), second(value) {}
};

// An operation of one, two or three operands, which gives lanes or masks.
#define OVL_TWO_1(name)                           \
  template <class L>                              \
  OVL_FN TwoLanes<L> name(const TwoLanes<L>& a) { \
    return {name(a.first), name(a.second)};       \
  }
#define OVL_TWO_2(name)                                                 \
  template <class L>                                                    \
  OVL_FN TwoLanes<L> name(const TwoLanes<L>& a, const TwoLanes<L>& b) { \
    return {name(a.first, b.first), name(a.second, b.second)};          \
  }
#define OVL_TWO_3(name)                                                                       \
  template <class L>                                                                          \
  OVL_FN TwoLanes<L> name(const TwoLanes<L>& a, const TwoLanes<L>& b, const TwoLanes<L>& c) { \
    return {name(a.first, b.first, c.first), name(a.second, b.second, c.second)};             \
  }
#define OVL_TWO_COMPARED(name)                                                   \
  template <class L>                                                             \
  OVL_FN auto name(const TwoLanes<L>& a, const TwoLanes<L>& b) {                 \
    return TwoMasks<decltype(name(a.first, b.first))>{name(a.first, b.first),    \
                                                      name(a.second, b.second)}; \
  }
#define OVL_TWO_MASKS(name)                                             \
  template <class M>                                                    \
  OVL_FN TwoMasks<M> name(const TwoMasks<M>& a, const TwoMasks<M>& b) { \
    return {name(a.first, b.first), name(a.second, b.second)};          \
  }
OVL_TWO_1(operator-)
OVL_TWO_1(abs)
OVL_TWO_1(floor)
OVL_TWO_1(sqrt)
OVL_TWO_2(operator+)
OVL_TWO_2(operator-)
OVL_TWO_2(operator*)
OVL_TWO_2(operator/)
OVL_TWO_2(min)
OVL_TWO_2(max)
OVL_TWO_2(signed_as)
OVL_TWO_3(fma)
OVL_TWO_3(fnma)
OVL_TWO_3(fms)
OVL_TWO_COMPARED(operator<)
OVL_TWO_COMPARED(operator>)
OVL_TWO_COMPARED(operator!=)
OVL_TWO_MASKS(operator&)
OVL_TWO_MASKS(operator|)
#undef OVL_TWO_1
#undef OVL_TWO_2
#undef OVL_TWO_3
#undef OVL_TWO_COMPARED
#undef OVL_TWO_MASKS

template <class M>
OVL_FN bool any(const TwoMasks<M>& m) {
  return any(m.first) || any(m.second);
}
template <class M, class L>
OVL_FN TwoLanes<L> select(const TwoMasks<M>& m, const TwoLanes<L>& yes, const TwoLanes<L>& no) {
  return {select(m.first, yes.first, no.first), select(m.second, yes.second, no.second)};
}

}  // namespace overlace
