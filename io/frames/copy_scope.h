// SPDX-License-Identifier: Apache-2.0
// What may be copied from a source beside its pictures, where those hide objects.
#pragma once

#include <cstdint>

namespace overlace {

/// What is copied beside the pictures.
enum class CopyScope : std::uint8_t {
  everything,
  no_pictures,  ///< sound, subtitles and tags; no other pictures, and no data
  sound_only,   ///< no words either: only tags that name nobody and no place
};

/// The scope for a graph that redacts, or does not. Words may name those who are hidden.
[[nodiscard]] constexpr CopyScope copy_scope(bool redacts, bool keeps_words) {
  if (!redacts) return CopyScope::everything;
  return keeps_words ? CopyScope::no_pictures : CopyScope::sound_only;
}

}  // namespace overlace
