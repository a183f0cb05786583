// SPDX-License-Identifier: Apache-2.0
// A picture of how cost grows: panels with logarithmic axes, as SVG.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace overlace {

/// Something measured at one place of the x axis. Positive times in ms.
struct PlotPoint {
  double x = 1;       ///< positive
  std::string label;  ///< of x: "10x", "1080p"
  double median = 1, least = 1;
  double copy = 1;  ///< median of what it is compared with
};

/// One diagram of the picture.
struct PlotPanel {
  std::string title, x_title;
  std::vector<PlotPoint> points;  ///< at least one, x ascending
  double guide = 0;               ///< exponent of a dotted line through the first point; 0: none
  std::string guide_label;
};

/// Panels side by side over one axis of ms; in colours that show on white and on black. Texts are
/// put in as they are: no markup, no "&" and no "<".
[[nodiscard]] std::string plot_svg(const std::string& title, std::span<const PlotPanel> panels);

}  // namespace overlace
