// SPDX-License-Identifier: Apache-2.0
// composite: paints several drawings as one, with an opacity and a blend mode of its own.
#include "node_list.h"

namespace overlace {

NodeType composite() {
  return Node<GroupParams>("composite", Stage::drawing,
                           "Paints several drawings as one layer, with its own blend mode.")
      .inputs("layers", Stage::drawing, "Drawings in paint order, bottom first.")
      .choice<BlendMode>("blend", &GroupParams::blend,
                         {{"normal", BlendMode::normal},
                          {"add", BlendMode::add},
                          {"screen", BlendMode::screen},
                          {"multiply", BlendMode::multiply},
                          {"difference", BlendMode::difference}},
                         "How the layer meets what is below it.")
      .number("opacity", &GroupParams::opacity, {0, 1, Unit::ratio},
              "Opacity of the layer as a whole.")
      .groups([](const GroupParams& group) -> const GroupParams& { return group; });
}

}  // namespace overlace
