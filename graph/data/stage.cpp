// SPDX-License-Identifier: Apache-2.0
// Names of the stages.
#include "graph/data/stage.h"

namespace overlace {

std::string_view stage_name(Stage stage) {
  switch (stage) {
    case Stage::audio:
      return "audio";
    case Stage::tracks:
      return "tracks";
    case Stage::links:
      return "links";
    case Stage::curves:
      return "curves";
    case Stage::drawing:
      return "display list";
    case Stage::layer:
      return "layer";
    case Stage::picture:
      return "picture";
    case Stage::sound:
      return "sound";
  }
  return "";
}

}  // namespace overlace
