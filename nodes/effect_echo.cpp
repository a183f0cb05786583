// SPDX-License-Identifier: Apache-2.0
// effect_echo: earlier frames of a drawing underneath it, as afterimages.
#include "node_list.h"

namespace overlace {

NodeType effect_echo() {
  return Node<EchoParams>("effect_echo", Stage::layer,
                          "Draws earlier frames of a drawing under it, each fainter than the next.")
      .input("layer", Stage::layer, "What leaves echoes; it is part of the result.")
      .per_frame()
      .integer("copies", &EchoParams::copies, {1, most_echo_copies, Unit::count},
               "Number of earlier frames shown.")
      .integer("spacing", &EchoParams::spacing, {1, 1000, Unit::frames},
               "Frames from one copy to the next.")
      .number("decay", &EchoParams::decay, {0, 1, Unit::ratio},
              "Opacity of the first copy, and of each relative to the one before it.")
      .with(place_rows)
      .echoes([](const EchoParams& echo) -> const EchoParams& { return echo; });
}

}  // namespace overlace
