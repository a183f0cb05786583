// SPDX-License-Identifier: Apache-2.0
// The stages of a frame that nodes make.
#pragma once

#include <cstdint>
#include <string_view>

namespace overlace {

/// What a node produces, and what a port accepts, in pipeline order. Edges never go back a stage.
enum class Stage : std::uint8_t { tracks, links, curves, drawing };

/// "tracks", "links", "curves", "display list".
[[nodiscard]] std::string_view stage_name(Stage stage);

}  // namespace overlace
