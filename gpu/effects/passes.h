// SPDX-License-Identifier: Apache-2.0
// What effects are made of: passes over images, and where they work.
#pragma once

#include <cstddef>
#include <span>
#include <type_traits>

#include "gpu/kernels/lut.h"
#include "gpu/kernels/tiled_image.h"
#include "graph/core/orientation.h"

namespace overlace {

/// Passes that an effect adds. A back-end has code for each of them, or makes what several of them
/// make in another way.
///
/// A pass over images is a plain record with: `block`, the tiles that a CPU worker makes at once;
/// is_active(), false if this frame does not need it; output(). One that reads surrounding pixels
/// has source(), source_x(column) and source_y(row): the pixels of the source that a tile reads.
/// One that does not is a PointPass.
template <class... Passes>
struct PassList {};

template <class... A, class... B>
constexpr PassList<A..., B...> operator+(PassList<A...>, PassList<B...>) {
  return {};
}

/// A list without some of its passes.
template <class... Passes, class... Others>
constexpr auto without(PassList<Passes...>, PassList<Others...>) {
  const auto kept = []<class Pass>(PassList<Pass>) {
    if constexpr ((std::is_same_v<Pass, Others> || ...))
      return PassList<>{};
    else
      return PassList<Pass>{};
  };
  return (PassList<>{} + ... + kept(PassList<Passes>{}));
}

template <class... Effects>
struct EffectList {};
/// The passes that the effects of a list add.
template <class... Effects>
constexpr auto passes_of(EffectList<Effects...>) {
  return (PassList<>{} + ... + typename Effects::Passes{});
}

/// The effect of a list that implements an operation.
template <class Op, class List>
struct FindEffect;
template <class Op, class First, class... Rest>
struct FindEffect<Op, EffectList<First, Rest...>>
    : std::conditional_t<std::is_same_v<Op, typename First::Op>, std::type_identity<First>,
                         FindEffect<Op, EffectList<Rest...>>> {};

inline constexpr std::size_t most_effect_inputs = 4;

/// Where an effect works.
struct EffectPlace {
  TiledImage inputs[most_effect_inputs];  ///< by port; unconnected ones have no pixels
  TiledImage output;                      ///< as large as the inputs
  std::byte* scratch = nullptr;  ///< of the operation's own scratch_bytes; a multiple of 256 long
  Orientation stored{};
  std::span<const LutView> luts{};  ///< of the plan, where passes read them
  /// Colours may be darker than black, as a video's are: nothing is limited to 0.
  bool has_dark_light = false;
};

/// An effect that is one pass from its layer to the output: `Effect::pass(op, place, record)`. The
/// same pass can change the picture: see gpu/effects/picture_change.h.
template <class Effect, class EffectPass>
struct OnePass {
  using Pass = EffectPass;
  using Passes = PassList<Pass>;
  static constexpr std::size_t layers = 1;

  template <class Runner, class Op, class Record>
  static void run(Runner& runner, const Op& op, const EffectPlace& place, const Record* record) {
    runner.run(Effect::pass(op, place, record));
  }
};

/// Takes an image's memory from `free`, which advances by a multiple of 256 bytes.
inline TiledImage take_image(std::byte*& free, Size size) {
  TiledImage image;
  image.size = size;
  image.pixels = reinterpret_cast<std::uint16_t*>(free);
  image.occupied = reinterpret_cast<std::uint8_t*>(free) + layer_pixels_bytes(size);
  free += image_bytes(size);
  return image;
}

}  // namespace overlace
