// SPDX-License-Identifier: Apache-2.0
// A variant of plain records that is itself a plain record: the host writes it, kernels read it.
#pragma once

#include <cstdint>
#include <memory>
#include <type_traits>

#include "graph/core/math.h"

namespace overlace {

namespace detail {

template <class... T>
union OneOfStorage {
  std::uint8_t none = 0;
};
template <class Head, class... Tail>
union OneOfStorage<Head, Tail...> {
  Head head;
  OneOfStorage<Tail...> tail;
  constexpr OneOfStorage() : tail{} {}
};

template <class F>
OVL_FN bool visit(const OneOfStorage<>&, std::uint32_t, const F&) {
  return false;
}
template <class F, class Head, class... Tail>
OVL_FN bool visit(const OneOfStorage<Head, Tail...>& storage, std::uint32_t index, const F& f) {
  if (index == 0) return f(storage.head);
  std::uint32_t rest = index - 1;
#ifdef __CUDA_ARCH__
  // Hides that all comparisons are of one number: a jump table costs a load and an indirect branch.
  asm("" : "+r"(rest));
#endif
  return visit(storage.tail, rest, f);
}

}  // namespace detail

/// One of several trivially copyable records, or none of them.
template <class... T>
class OneOf {
  static_assert((std::is_trivially_copyable_v<T> && ...));

 public:
  OneOf() = default;
  template <class U>
  requires(std::is_same_v<T, U> || ...)
      OneOf(const U& record) {  // NOLINT(google-explicit-constructor): as std::variant
    put<0>(storage_, record);
  }

  [[nodiscard]] OVL_FN bool is_none() const { return index_ == sizeof...(T); }
  /// What f(record) returns for the record it holds; false when it holds none.
  template <class F>
  OVL_FN bool visit(const F& f) const {
    return detail::visit(storage_, index_, f);
  }

 private:
  template <std::uint32_t index, class Head, class... Tail, class U>
  void put(detail::OneOfStorage<Head, Tail...>& storage, const U& record) {
    if constexpr (std::is_same_v<Head, U>) {
      std::construct_at(&storage.head, record);
      index_ = index;
    } else {
      put<index + 1>(storage.tail, record);
    }
  }

  std::uint32_t index_ = sizeof...(T);
  detail::OneOfStorage<T...> storage_;
};

}  // namespace overlace
