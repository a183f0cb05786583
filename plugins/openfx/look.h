// SPDX-License-Identifier: Apache-2.0
// What an effect draws: a preset with its knobs as parameters, or any graph.
#pragma once

#include <overlace.h>

#include <string>
#include <vector>

#include "plugins/openfx/host.h"

namespace overlace::ofx {

/// How a knob is shown in the host.
enum class Kind { number, percent, integer, boolean, color, text };

/// A knob of a preset as a parameter.
struct Knob {
  Kind kind = Kind::text;
  std::string name, doc;
  std::string text;         ///< default of a text
  double value = 0;         ///< default of a number, in per cent or not
  double color[4] = {};     ///< default of a colour
  double min = 0, max = 0;  ///< of numbers; infinite if unlimited
};

/// One effect in the bundle.
struct Look {
  std::string preset;      ///< empty: the effect whose graph the user supplies
  std::string identifier;  ///< "org.overlace.constellation"
  std::string label, doc;
  std::vector<Knob> knobs;
};

/// All effects, in order: presets by name, then the one for graphs.
[[nodiscard]] const std::vector<Look>& looks();

/// "NAME=VALUE" of every knob, and the lines of `overrides`, as set in an instance.
[[nodiscard]] std::vector<std::string> settings_of(const Look& look, const Effect& effect);
/// The preset, or the graph that the instance names: its `document` takes precedence over its file.
[[nodiscard]] std::string graph_of(const Look& look, const Effect& effect);

}  // namespace overlace::ofx
