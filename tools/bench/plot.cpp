// SPDX-License-Identifier: Apache-2.0
// Lines, bands and labels, written as SVG.
#include "tools/bench/plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "tools/bench/rows.h"

namespace overlace {
namespace {

constexpr double margin_left = 58, margin_top = 74, margin_bottom = 62, margin_right = 16;
constexpr double panel_width = 310, panel_height = 260, panel_gap = 26;

constexpr const char* style = R"(<style>
text { font: 12px system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif; fill: #7d8590 }
.tick { font-size: 11.5px }
.title { font-size: 15px; font-weight: 600 }
.panel { font-size: 13px; font-weight: 600 }
.value { font-size: 11px; fill: #2f81f7 }
.grid { stroke: #7d8590; stroke-opacity: .22 }
.axis { stroke: #7d8590; stroke-opacity: .7 }
.draw { fill: none; stroke: #2f81f7; stroke-width: 2; stroke-linejoin: round }
.band { fill: #2f81f7; fill-opacity: .18 }
.dot { fill: #2f81f7 }
.copy { fill: none; stroke: #c9820a; stroke-width: 2; stroke-dasharray: 6 4 }
.copies { fill: #c9820a }
.guide { stroke: #7d8590; stroke-width: 1.3; stroke-dasharray: 1.5 4; stroke-linecap: round }
</style>
)";

/// A logarithmic axis between two positions in the picture.
struct Axis {
  double least, most;  ///< values at its ends
  double begin, end;   ///< px
  [[nodiscard]] double at(double value) const {
    if (most <= least) return (begin + end) / 2;
    return begin + (end - begin) * std::log(value / least) / std::log(most / least);
  }
};

class Svg {
 public:
  template <class... Values>
  void add(fmt::format_string<Values...> text, Values&&... values) {
    fmt::format_to(std::back_inserter(text_), text, std::forward<Values>(values)...);
  }
  void line(const char* kind, double x0, double y0, double x1, double y1) {
    add("<line class=\"{}\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\"/>\n", kind, x0,
        y0, x1, y1);
  }
  void text(const char* kind, double x, double y, const char* anchor, std::string_view words) {
    add("<text class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", kind, x, y,
        anchor, words);
  }
  [[nodiscard]] const std::string& str() const { return text_; }

 private:
  std::string text_;
};

/// Spans all times, with room for the text next to them.
Axis time_axis(std::span<const PlotPanel> panels) {
  double least = 1e9, most = 0;
  for (const PlotPanel& panel : panels)
    for (const PlotPoint& p : panel.points) {
      least = std::min({least, p.least, p.copy});
      most = std::max({most, p.median, p.copy});
    }
  return {least / 2.5, most * 2, margin_top + panel_height, margin_top};
}

class Panel {
 public:
  Panel(Svg& svg, const PlotPanel& panel, const Axis& y, double left)
      : svg_(svg),
        panel_(panel),
        y_(y),
        x_{panel.points.front().x, panel.points.back().x, left + 22, left + panel_width - 22},
        left_(left) {}

  void draw(bool first) {
    draw_grid(first);
    draw_guide();
    draw_band();
    draw_line("draw", &PlotPoint::median);
    draw_line("copy", &PlotPoint::copy);
    for (const PlotPoint& p : panel_.points) draw_point(p);
    name_copy();
  }

 private:
  void draw_grid(bool first) {
    const auto first_decade = static_cast<int>(std::ceil(std::log10(y_.least)));
    for (int decade = first_decade; decade <= std::log10(y_.most); ++decade) {
      const double ms = std::pow(10.0, decade);
      svg_.line("grid", left_, y_.at(ms), left_ + panel_width, y_.at(ms));
      if (first) svg_.text("tick", left_ - 8, y_.at(ms) + 4, "end", fmt::format("{:g}", ms));
    }
    svg_.line("axis", left_, y_.begin, left_ + panel_width, y_.begin);
    for (const PlotPoint& p : panel_.points) {
      svg_.line("axis", x_.at(p.x), y_.begin, x_.at(p.x), y_.begin + 4);
      svg_.text("tick", x_.at(p.x), y_.begin + 19, "middle", p.label);
    }
    svg_.text("panel", left_, y_.end - 14, "start", panel_.title);
    svg_.text("tick", left_ + panel_width / 2, y_.begin + 42, "middle", panel_.x_title);
  }

  /// Ends where it would leave the panel; its label is three quarters of the way along.
  void draw_guide() {
    const PlotPoint &first = panel_.points.front(), &last = panel_.points.back();
    if (panel_.guide == 0 || panel_.points.size() < 2) return;
    const double bound = panel_.guide > 0 ? y_.most : y_.least;
    const double leaves = first.x * std::pow(bound / first.median, 1 / panel_.guide);
    const double reach = std::log(std::min(last.x, leaves) / first.x);
    const auto x = [&](double part) { return x_.at(first.x * std::exp(reach * part)); };
    const auto y = [&](double part) {
      return y_.at(first.median * std::exp(reach * part * panel_.guide));
    };
    svg_.line("guide", x(0), y(0), x(1), y(1));
    svg_.text("tick", x(0.75) - 8, y(0.75) + (panel_.guide > 0 ? -4 : 16), "end",
              panel_.guide_label);
  }

  /// Below the right half of the copy's line.
  void name_copy() {
    double y = 0;
    for (const PlotPoint& p : panel_.points)
      if (x_.at(p.x) >= (x_.begin + x_.end) / 2) y = std::max(y, y_.at(p.copy));
    svg_.text("copies", x_.end, y + 18, "end", "a copy of the picture");
  }

  /// From the least time to the median.
  void draw_band() {
    svg_.add("<polygon class=\"band\" points=\"");
    for (const PlotPoint& p : panel_.points)
      svg_.add("{:.1f},{:.1f} ", x_.at(p.x), y_.at(p.median));
    for (auto p = panel_.points.rbegin(); p != panel_.points.rend(); ++p)
      svg_.add("{:.1f},{:.1f} ", x_.at(p->x), y_.at(p->least));
    svg_.add("\"/>\n");
  }

  void draw_line(const char* kind, double PlotPoint::*value) {
    svg_.add("<polyline class=\"{}\" points=\"", kind);
    for (const PlotPoint& p : panel_.points)
      svg_.add("{:.1f},{:.1f} ", x_.at(p.x), y_.at(p.*value));
    svg_.add("\"/>\n");
  }

  void draw_point(const PlotPoint& p) {
    const double x = x_.at(p.x), y = y_.at(p.median);
    svg_.add("<circle class=\"dot\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3.5\"/>\n", x, y);
    const bool below = panel_.guide > 0;  // the guide is above
    svg_.text("value", x, y + (below ? 19 : -9), "middle", digits(p.median));
  }

  Svg& svg_;
  const PlotPanel& panel_;
  const Axis& y_;
  Axis x_;
  double left_;
};

}  // namespace

std::string plot_svg(const std::string& title, std::span<const PlotPanel> panels) {
  const auto count = static_cast<double>(panels.size());
  const double width = margin_left + count * panel_width + (count - 1) * panel_gap + margin_right;
  const double height = margin_top + panel_height + margin_bottom;
  Svg svg;
  svg.add(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {:.0f} {:.0f}\" "
      "width=\"{:.0f}\" height=\"{:.0f}\">\n<title>{}</title>\n{}",
      width, height, width, height, title, style);
  svg.text("title", margin_left, 26, "start", title);
  const Axis y = time_axis(panels);
  svg.add(
      "<text transform=\"translate(16 {:.0f}) rotate(-90)\" text-anchor=\"middle\">"
      "ms per frame</text>\n",
      margin_top + panel_height / 2);
  double left = margin_left;
  for (const PlotPanel& panel : panels) {
    Panel(svg, panel, y, left).draw(left == margin_left);
    left += panel_width + panel_gap;
  }
  svg.add("</svg>\n");
  return svg.str();
}

}  // namespace overlace
