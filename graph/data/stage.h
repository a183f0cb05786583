// SPDX-License-Identifier: Apache-2.0
// The stages of a frame, as made by nodes.
#pragma once

#include <cstdint>
#include <string_view>

namespace overlace {

/// What a node produces, and what a port accepts, in pipeline order. Edges never go back a stage.
/// A layer is pixels with alpha; a drawing becomes one where a port wants a layer. The picture is
/// the video's own samples: no port takes it, only the paint order. Audio is the clip's own sound,
/// and what was measured in it; sound is what a graph plays, and only the list of sounds takes it.
enum class Stage : std::uint8_t { audio, tracks, links, curves, drawing, layer, picture, sound };

/// "audio", "tracks", "links", "curves", "display list", "layer", "picture", "sound".
[[nodiscard]] std::string_view stage_name(Stage stage);
/// Whether a node of this stage makes a table of the whole clip, before its first frame.
[[nodiscard]] constexpr bool is_of_clip(Stage stage) {
  return stage <= Stage::tracks;
}
/// Whether a port of stage `port` accepts what a node of stage `from` makes.
[[nodiscard]] constexpr bool accepts(Stage port, Stage from) {
  return from == port || (port == Stage::layer && from == Stage::drawing);
}

}  // namespace overlace
