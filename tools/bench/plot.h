// SPDX-License-Identifier: Apache-2.0
// A plot of how cost grows: panels with logarithmic axes, as SVG.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace overlace {

/// A measurement at one position on the x axis. Times are positive, in ms.
struct PlotPoint {
  double x = 1;       ///< positive
  std::string label;  ///< of x: "10x", "1080p"
  double median = 1, least = 1;
  double copy = 1;  ///< median of the copy that it is compared with
};

/// One panel of the plot.
struct PlotPanel {
  std::string title, x_title;
  std::vector<PlotPoint> points;  ///< at least one, x ascending
  double guide = 0;               ///< exponent of a dotted line through the first point; 0: none
  std::string guide_label;
};

/// Panels side by side with a common axis in ms, in colours that show on white and on black. Texts
/// are inserted as they are: no markup, no "&" and no "<".
[[nodiscard]] std::string plot_svg(const std::string& title, std::span<const PlotPanel> panels);

}  // namespace overlace
