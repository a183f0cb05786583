// SPDX-License-Identifier: Apache-2.0
// draw_graph: shows how a value of the frame or of each object changed in the last seconds.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "graph/data/figures.h"
#include "graph/data/frame_tracks.h"
#include "graph/plan/paint.h"
#include "node_list.h"
#include "nodes/parts/panel_params.h"

namespace overlace {
namespace {

enum class GraphStyle : std::uint8_t { line, area, bars };
enum class GraphRange : std::uint8_t { clip, fixed };

struct Params : ObjectPanelParams {
  Number value{1};
  GraphStyle style = GraphStyle::line;
  Number seconds{10};
  GraphRange range = GraphRange::clip;
  Number low{0};
  Number high{1};
  Number width{percent(32)};
  Number height{percent(11)};
  Number line_width{percent(0.3F)};
  Number dot_size{percent(1)};
  Paint color{Color{0.36F, 0.88F, 0.9F, 1}};
  Paint fill{Color{0.36F, 0.88F, 0.9F, 0.25F}};
  int bars = 40;
  int grid = 2;
  Paint grid_color{Color{1, 1, 1, 0.15F}};
};

constexpr int most_points = 256;    ///< of a line
constexpr float grid_share = 0.3F;  ///< width of grid lines relative to the line's

/// The smallest and largest of some values.
struct Extent {
  float least = std::numeric_limits<float>::infinity(), most = -least;

  void add(float value) {
    least = std::min(least, value);
    most = std::max(most, value);
  }
  /// Where a value lies between them, 0 to 1; 0.5 if they are the same.
  [[nodiscard]] float share(float value) const {
    return most > least ? std::clamp((value - least) / (most - least), 0.0F, 1.0F) : 0.5F;
  }
};

/// What a plan holds for the graph.
struct PlannedGraph {
  std::shared_ptr<const PlannedText<Params>> text;
  std::vector<float> values;  ///< by frame of the clip, if the graph shows a value of the frame
  Extent extent;              ///< of all values of the clip

  [[nodiscard]] const Params& params() const { return *text->params; }
};

/// Number of frames: those of the clip or of its longest series, whichever is more.
std::int32_t frames_of(const PrepareContext& context) {
  std::size_t frames = static_cast<std::size_t>(std::max(context.clip.frame_count, 0));
  if (context.series != nullptr)
    for (const SharedSeries& series : *context.series)
      if (series->sample_rate == 0) frames = std::max(frames, series->values.size());
  return static_cast<std::int32_t>(std::min<std::size_t>(frames, max_track_frames));
}

void measure_frames(const PrepareContext& context, PlannedGraph& graph) {
  const std::int32_t frames = frames_of(context);
  for (std::int32_t i = 0; i < frames; ++i) {
    const FrameTime time = time_of(context.clip, context.clip.first_frame + i);
    graph.values.push_back(graph.params().value.at(time).constant);
    graph.extent.add(graph.values.back());
  }
}

void measure_objects(const PrepareContext& context, PlannedGraph& graph) {
  const FrameTracks tracks(*context.tracks);
  for (std::int32_t i = 0; i < context.tracks->frame_count(); ++i) {
    const std::int32_t frame = context.tracks->first_frame + i;
    const TrackView view = tracks.at(frame);
    const FrameNumber value = graph.params().value.at(time_of(context.clip, frame));
    for (std::uint32_t row = view.rows.begin; row < view.rows.end; ++row)
      graph.extent.add(value.at(view, {.row = row}));
  }
}

std::shared_ptr<const PlannedGraph> plan(std::shared_ptr<const Params> params,
                                         PrepareContext& context) {
  auto graph = std::make_shared<PlannedGraph>();
  graph->text =
      std::make_shared<const PlannedText<Params>>(std::move(params), scope_of(context), context);
  context.tracks == nullptr ? measure_frames(context, *graph) : measure_objects(context, *graph);
  // Areas and bars start at 0.
  if (graph->params().style != GraphStyle::line) graph->extent.add(0);
  return graph;
}

/// A value for consecutive frames, with the ages of the frame before the first and of the last one:
/// 0 now, 1 at the far side of the graph.
struct Point {
  float begin, end, value;
};

/// Takes the values of frames from the newest to the oldest and averages every `step` frames into a
/// point. Groups count from the clip's first frame, so that points keep their frames as they age.
class PointMaker {
 public:
  PointMaker(const ClipInfo& clip, std::int32_t now, std::int32_t frames, std::int32_t step,
             std::vector<Point>& out)
      : clip_(clip),
        now_(now),
        frames_(frames),
        step_(step),
        seconds_(seconds_between(clip, now - frames, now)),
        out_(out) {
    out_.clear();
  }

  [[nodiscard]] bool takes(std::int32_t frame) const { return now_ - frame <= frames_; }
  void take(std::int32_t frame, float value) {
    const std::int32_t index = (frame - clip_.first_frame) / step_;
    if (count_ > 0 && index != index_) finish();
    index_ = index;
    sum_ += static_cast<double>(value);
    ++count_;
  }
  void finish() {
    const std::int32_t begin = clip_.first_frame + index_ * step_;
    const std::int32_t end = std::min(begin + step_ - 1, now_);
    if (count_ > 0) out_.push_back({age(begin - 1), age(end), static_cast<float>(sum_ / count_)});
    sum_ = 0;
    count_ = 0;
  }

 private:
  [[nodiscard]] float age(std::int32_t frame) const {
    return static_cast<float>(seconds_between(clip_, frame, now_) / seconds_);
  }

  const ClipInfo& clip_;
  std::int32_t now_, frames_, step_;
  double seconds_;
  std::vector<Point>& out_;
  std::int32_t index_ = 0;
  int count_ = 0;
  double sum_ = 0;
};

/// A graph's paint and lengths, and the positions of its values.
struct Look {
  Box room;
  Extent extent;
  LinePaint line, grid;
  Color fill;
  float dot;

  [[nodiscard]] float x(float age) const {
    return room.x + room.width * (1 - std::clamp(age, 0.0F, 1.0F));
  }
  [[nodiscard]] float y(float value) const {
    return room.y + room.height * (1 - extent.share(value));
  }
};

/// One replay's memory.
class GraphPainter {
 public:
  GraphPainter(std::shared_ptr<const PlannedGraph> graph, const std::shared_ptr<GlyphAtlas>& atlas)
      : graph_(std::move(graph)), writer_(graph_->text, atlas) {}

  void draw(const HostInputs& in, DisplayList& out) {
    const Params& p = graph_->params();
    const FrameTextStyle text_look(p, in.time);
    for_each_panel(p, in, out, [&](const Panel& panel) {
      in.table == nullptr ? read_frames(in) : read_object(in, panel.object.row);
      const TextStyle letters = shown(text_look.at(in.tracks, panel.object), panel.there);
      const auto length = [&](const Number& number) {
        return number.at(in.time).at(in.tracks, panel.object) * panel.there.size;
      };
      const Box room =
          paint_panel(write_on_panel(writer_, in, panel.object), letters,
                      {length(p.width), length(p.height)}, panel.place, writer_.painter, out);
      paint(look_of(in, panel, room, length(p.line_width), length(p.dot_size), letters.opacity),
            panel.there.drawn, out);
    });
  }

 private:
  [[nodiscard]] PointMaker points_at(const HostInputs& in) {
    const Params& p = graph_->params();
    const double wanted = frames_within(in.clip, in.time.frame, p.seconds.at(in.time).constant);
    const auto frames = static_cast<std::int32_t>(std::clamp(wanted, 1.0, 1e7));
    const int points = p.style == GraphStyle::bars ? p.bars : most_points;
    return {in.clip, in.time.frame, frames, (frames + points - 1) / points, points_};
  }

  void read_frames(const HostInputs& in) {
    PointMaker points = points_at(in);
    for (std::int32_t f = in.time.frame; f >= in.clip.first_frame && points.takes(f); --f)
      points.take(f, value_of(in, f));
    points.finish();
  }
  [[nodiscard]] float value_of(const HostInputs& in, std::int32_t frame) const {
    const auto index = static_cast<std::size_t>(frame - in.clip.first_frame);
    if (index < graph_->values.size()) return graph_->values[index];
    return graph_->params().value.at(time_of(in.clip, frame)).constant;
  }

  void read_object(const HostInputs& in, std::uint32_t row) {
    PointMaker points = points_at(in);
    for (std::int32_t f = in.time.frame; row != no_row && points.takes(f);) {
      const FrameNumber value = graph_->params().value.at(time_of(in.clip, f));
      points.take(f, value.at(in.tracks, {.row = row}));
      row = in.table->previous[row];
      if (row != no_row) f = in.table->frame_of(row);
    }
    points.finish();
  }

  [[nodiscard]] Look look_of(const HostInputs& in, const Panel& panel, const Box& room,
                             float line_width, float dot, float opacity) const {
    const Params& p = graph_->params();
    const auto color = [&](const Paint& paint) {
      return fade(paint.at(in.time).at(in.tracks, panel.object), opacity);
    };
    Look look{.room = room,
              .extent = graph_->extent,
              .line = {.color = color(p.color), .width = line_width, .dash = {}, .glow = {}},
              .grid = {.color = color(p.grid_color),
                       .width = std::max(line_width * grid_share, 1.0F),
                       .dash = {},
                       .glow = {}},
              .fill = color(p.fill),
              .dot = dot};
    if (p.range == GraphRange::fixed)
      look.extent = {p.low.at(in.time).at(in.tracks, panel.object),
                     p.high.at(in.time).at(in.tracks, panel.object)};
    return look;
  }

  void paint(const Look& look, float drawn, DisplayList& out) {
    paint_grid(look, out);
    if (graph_->params().style == GraphStyle::bars)
      paint_bars(look, out);
    else
      paint_line(look, drawn, out);
  }

  void paint_grid(const Look& look, DisplayList& out) const {
    const int lines = graph_->params().grid;
    for (int i = 0; i < lines; ++i) {
      const float share = lines == 1 ? 1 : static_cast<float>(i) / static_cast<float>(lines - 1);
      const float y = look.room.y + look.room.height * share;
      const Vec2 ends[] = {{look.room.x, y}, {look.room.x + look.room.width, y}};
      append_polyline(ends, look.grid, out);
    }
  }

  void paint_bars(const Look& look, DisplayList& out) const {
    constexpr float shown = 0.75F;  // share of a bar's pitch; the rest is the gap before it
    const float base = look.y(0);
    for (const Point& point : points_) {
      const float top = look.y(point.value), right = look.x(point.end);
      const float width = (right - look.x(point.begin)) * shown;
      append_box({right - width, std::min(top, base), width, std::abs(top - base)}, 0,
                 look.line.color, out);
    }
  }

  void paint_line(const Look& look, float drawn, DisplayList& out) {
    LinePaint line = look.line;
    line.trim_end = drawn;
    line_.clear();
    for (const Point& point : points_) line_.push_back({look.x(point.end), look.y(point.value)});
    if (line_.empty()) return;
    const Vec2 newest = line_.front();
    if (graph_->params().style == GraphStyle::area && line_.size() > 1) {
      const float base = look.y(0), oldest = line_.back().x;
      area_.assign(line_.begin(), line_.end());
      area_.push_back({oldest, base});
      area_.push_back({newest.x, base});
      AreaRings rings(out);
      rings.add(area_);
      rings.paint(look.fill);
    }
    append_polyline(line_, line, out);
    append_dot(newest, look.dot / 2, look.line.color, out);
  }

  std::shared_ptr<const PlannedGraph> graph_;
  TextWriter<Params> writer_;
  std::vector<Point> points_;
  std::vector<Vec2> line_, area_;
};

MakeHostDraw prepare(std::shared_ptr<const Params> params, PrepareContext& context) {
  return [graph = plan(std::move(params), context)](const std::shared_ptr<GlyphAtlas>& atlas) {
    return HostDraw([painter = std::make_shared<GraphPainter>(graph, atlas)](
                        const HostInputs& in, DisplayList& out) { painter->draw(in, out); });
  };
}

}  // namespace

NodeType draw_graph() {
  constexpr Range length{0, 1e4, Unit::px};
  return Node<Params>("draw_graph", Stage::drawing,
                      "Shows how a value has changed over the last seconds.")
      .optional_input(
          "tracks", Stage::tracks,
          "Objects that each get a graph of their own value; without them, the picture has one.",
          objects_needed_by<Params>)
      .number("value", &Params::value, {},
              "What to show: a series, an expression, or an attribute of objects.")
      .choice<GraphStyle>(
          "style", &Params::style,
          {{"line", GraphStyle::line}, {"area", GraphStyle::area}, {"bars", GraphStyle::bars}},
          "Shape of the graph; area and bars start at 0.")
      .fixed_number("seconds", &Params::seconds, {0.1, 3600, Unit::seconds},
                    "Time span of the graph; its right edge is now.")
      .choice<GraphRange>(
          "range", &Params::range, {{"clip", GraphRange::clip}, {"fixed", GraphRange::fixed}},
          "Values at the bottom and the top: the clip's minimum and maximum, or low and high.")
      .number("low", &Params::low, {}, "Value at the bottom of a fixed range.")
      .number("high", &Params::high, {}, "Value at the top of a fixed range.")
      .number("width", &Params::width, length, "Width of the graph.")
      .number("height", &Params::height, length, "Height of the graph.")
      .number("line_width", &Params::line_width, {0, 64, Unit::px}, "Width of the line.")
      .number("dot_size", &Params::dot_size, length, "Diameter of the dot at the current value.")
      .color("color", &Params::color, "Colour of line and bars.")
      .color("fill", &Params::fill, "Colour of the area.")
      .integer("bars", &Params::bars, {1, 500, Unit::count},
               "Number of bars; each is the mean of its frames.")
      .integer("grid", &Params::grid, {0, 20, Unit::count}, "Number of horizontal grid lines.")
      .color("grid_color", &Params::grid_color, "Colour of the grid lines.")
      .with(panel_rows)
      .with(presence_rows)
      .shown_with(
          R"({"value": {"expr": "x + frame"}, "style": "area", "range": "fixed", "high": 190,
                       "seconds": 0.4, "width": 40, "height": 20, "line_width": 3, "text": "id {id}",
                       "size": 12, "border_width": 2, "shadow": 2})")
      .shown_with("bars", R"({"value": {"expr": "x + frame"}, "style": "bars", "seconds": 0.7})")
      .draws_with_memory(prepare);
}

}  // namespace overlace
