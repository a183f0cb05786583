// SPDX-License-Identifier: Apache-2.0
// All draw operations with their descriptions, and the record that holds one on a device.
#pragma once

#include <cstddef>
#include <type_traits>
#include <variant>

#include "gpu/kernels/emit_boxes.h"
#include "gpu/kernels/emit_electric.h"
#include "gpu/kernels/emit_images.h"
#include "gpu/kernels/emit_lines.h"
#include "gpu/kernels/emit_particles.h"
#include "gpu/kernels/emit_points.h"
#include "gpu/kernels/one_of.h"

namespace overlace {

namespace detail {
template <class Kept, class Rest>
struct DeviceOps;
template <class... Kept>
struct DeviceOps<OneOf<Kept...>, std::variant<>> {
  using type = OneOf<Kept...>;
};
template <class... Kept, class Op, class... Rest>
struct DeviceOps<OneOf<Kept...>, std::variant<Op, Rest...>>
    : DeviceOps<
          std::conditional_t<DrawDescriptor<Op>::on_device, OneOf<Kept..., Op>, OneOf<Kept...>>,
          std::variant<Rest...>> {};
}  // namespace detail

/// One of the operations that kernels emit.
using DeviceDrawOp = detail::DeviceOps<OneOf<>, DrawOp>::type;

/// The most segments of a primitive, if the operation knows it; else `usual`.
[[nodiscard]] inline std::size_t segments_of(const DrawOp& op, std::size_t usual) {
  return std::visit(
      [usual]<class Op>(const Op& any) -> std::size_t {
        if constexpr (requires { DrawDescriptor<Op>::segments(any); })
          return DrawDescriptor<Op>::segments(any);
        return usual;
      },
      op);
}

}  // namespace overlace
