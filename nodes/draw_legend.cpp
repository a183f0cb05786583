// SPDX-License-Identifier: Apache-2.0
// draw_legend: names the colours of classes, or of a text attribute, and counts objects.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <vector>

#include "graph/core/utf8.h"
#include "graph/data/figures.h"
#include "graph/data/frame_tracks.h"
#include "graph/plan/paint.h"
#include "graph/values/colors.h"
#include "node_list.h"
#include "nodes/parts/panel_params.h"
#include "text/quarters.h"

namespace overlace {
namespace {

/// The colours of the palette `bright`, by class.
Paint by_class() {
  Paint color;
  Paint::Map map{.attribute = "class", .series = {}, .palette = true, .missing = {}};
  for (const std::string_view hex : find_colors(named_palettes(), "bright")->colors)
    map.output.push_back({*parse_color(hex)});
  map.missing = map.output.front();
  color.map.push_back(std::move(map));
  return color;
}

struct Params : PanelParams {
  std::string by = "class";
  Paint swatch = by_class();
  Number swatch_size{percent(1.8F)};
  bool counts = true;

  Params() { position = BoxPosition::top_right; }
};

/// A text that occurs in the clip, and the first row that has it.
struct Entry {
  std::string name;
  float number;
  std::uint32_t row;
};

/// The texts that an attribute's numbers stand for.
const std::vector<std::string>& texts_of(const std::string& by, AttributeRef attribute,
                                         const TrackTable& table) {
  if (attribute.source == AttributeSource::class_index) return table.class_names;
  if (attribute.source == AttributeSource::column &&
      !table.attributes[attribute.column].texts.empty())
    return table.attributes[attribute.column].texts;
  throw Error(ErrorCode::usage, fmt::format("'{}' is a number, and a legend lists text values", by),
              "\"by\" takes class, or a text attribute");
}

/// What a plan holds for the legend.
struct PlannedLegend {
  std::shared_ptr<const Params> params;
  AttributeRef by;
  std::vector<Entry> entries;  ///< by first appearance, so that the legend does not change
  std::size_t most = 0;        ///< most objects in one frame
  TextTemplate title;
  FontFamily fonts;
};

AttributeRef attribute_of(const std::string& by, const TrackTable& table) {
  if (const auto found = find_attribute(by, &table)) return *found;
  std::vector<std::string> names{"class"};
  for (const AttributeColumn& column : table.attributes)
    if (!column.texts.empty()) names.push_back(column.name);
  throw Error(ErrorCode::usage, fmt::format("the objects have no attribute '{}'", by),
              suggest(by, names));
}

std::vector<Entry> entries_of(const Params& p, AttributeRef by, const TrackTable& table) {
  const std::vector<std::string>& texts = texts_of(p.by, by, table);
  const FrameTracks columns(table);
  const TrackView view = columns.at(table.first_frame);
  std::vector<Entry> entries;
  for (std::uint32_t row = 0; row < table.row_count(); ++row) {
    const float number = attribute_value(view, by, {.row = row});
    const bool is_named = number >= 0 && number < static_cast<float>(texts.size());
    if (!is_named || std::ranges::find(entries, number, &Entry::number) != entries.end()) continue;
    const std::string& name = texts[static_cast<std::size_t>(number)];
    entries.push_back({p.upper_case ? to_upper(name) : name, number, row});
  }
  return entries;
}

std::shared_ptr<const PlannedLegend> plan(std::shared_ptr<const Params> params,
                                          PrepareContext& context) {
  const TrackTable& table = *context.tracks;
  const AttributeRef by = at_param("by", [&] { return attribute_of(params->by, table); });
  std::vector<Entry> entries = at_param("by", [&] { return entries_of(*params, by, table); });
  if (entries.empty() && context.log)
    context.log(
        fmt::format("no object has a text for '{}': draw_legend draws nothing", params->by));
  TextTemplate title = template_of("text", params->text, TemplateScope::frame, *params, context);
  std::vector<std::string_view> texts = title.known_texts();
  for (const Entry& entry : entries) texts.emplace_back(entry.name);
  FontFamily fonts = chosen_font(params->font, texts, context);
  return std::make_shared<const PlannedLegend>(PlannedLegend{.params = std::move(params),
                                                             .by = by,
                                                             .entries = std::move(entries),
                                                             .most = busiest_frame(table),
                                                             .title = std::move(title),
                                                             .fonts = std::move(fonts)});
}

/// Draws the legend, with one replay's memory.
class LegendPainter {
 public:
  LegendPainter(std::shared_ptr<const PlannedLegend> legend,
                const std::shared_ptr<GlyphAtlas>& atlas)
      : legend_(std::move(legend)), painter_(legend_->fonts, atlas) {}

  void draw(const HostInputs& in, DisplayList& out) {
    if (legend_->entries.empty()) return;
    const Params& p = *legend_->params;
    const TextStyle look = FrameTextStyle(p, in.time).at(in.tracks, {});
    const Columns columns = measure(look, p.swatch_size.at(in.time).constant);
    legend_->title.format({.time = in.time, .tracks = &in.tracks}, text_);
    Box line = paint_panel(text_, look, columns.size(legend_->entries.size()),
                           {picture_box(in.clip), p.position, p.margin.at(in.time).constant, true},
                           painter_, out);
    line.height = columns.line;
    const FrameColor color = p.swatch.at(in.time);
    for (const Entry& entry : legend_->entries) {
      paint_entry(entry, fade(color.at(in.tracks, {.row = entry.row}), look.opacity), look, columns,
                  line, out);
      if (p.counts) {
        write_count(in, entry);
        paint_text_at(text_, look, line, BoxPosition::right, painter_, out);
      }
      line.y += line.height;
    }
  }

 private:
  /// Widths of the columns, and the height of a line, px.
  struct Columns {
    float swatch, gap, names, counts, line;
    [[nodiscard]] Vec2 size(std::size_t lines) const {
      return {swatch + gap + names + counts, line * static_cast<float>(lines)};
    }
  };

  [[nodiscard]] Columns measure(const TextStyle& look, float swatch) {
    const TextStyle letters = without_plate(look);
    Columns columns{.swatch = swatch, .gap = swatch * 0.6F, .names = 0, .counts = 0, .line = 0};
    for (const Entry& entry : legend_->entries) {
      const QuarterVec size = painter_.measure(entry.name, letters);
      columns.names = std::max(columns.names, to_px(size.x));
      columns.line = std::max({columns.line, to_px(size.y), swatch * 1.25F});
    }
    if (!legend_->params->counts) return columns;
    write(legend_->most);
    columns.counts = 2 * columns.gap + to_px(painter_.measure(text_, letters).x);
    return columns;
  }

  void paint_entry(const Entry& entry, const Color& color, const TextStyle& look,
                   const Columns& columns, const Box& line, DisplayList& out) {
    const Box swatch{line.x, line.y + (line.height - columns.swatch) / 2, columns.swatch,
                     columns.swatch};
    append_box(swatch, columns.swatch / 4, color, out);
    const float before = columns.swatch + columns.gap;
    paint_text_at(entry.name, look, {line.x + before, line.y, line.width - before, line.height},
                  BoxPosition::left, painter_, out);
  }

  void write_count(const HostInputs& in, const Entry& entry) {
    std::size_t count = 0;
    for (std::uint32_t row = in.tracks.rows.begin; row < in.tracks.rows.end; ++row)
      if (attribute_value(in.tracks, legend_->by, {.row = row}) == entry.number) ++count;
    write(count);
  }
  void write(std::size_t number) {
    text_.clear();
    fmt::format_to(std::back_inserter(text_), "{}", number);
  }

  std::shared_ptr<const PlannedLegend> legend_;
  TextPainter painter_;
  std::string text_;
};

MakeHostDraw prepare(std::shared_ptr<const Params> params, PrepareContext& context) {
  return [legend = plan(std::move(params), context)](const std::shared_ptr<GlyphAtlas>& atlas) {
    return HostDraw([painter = std::make_shared<LegendPainter>(legend, atlas)](
                        const HostInputs& in, DisplayList& out) { painter->draw(in, out); });
  };
}

}  // namespace

NodeType draw_legend() {
  return Node<Params>("draw_legend", Stage::drawing,
                      "Explains the colours of classes, or of a text attribute.")
      .input("tracks", Stage::tracks, "The objects.")
      .text("by", &Params::by, "What it lists: class, or a text attribute.")
      .color("color", &Params::swatch,
             "Colour beside each name; use the map that colours the objects.")
      .per_frame()
      .number("swatch_size", &Params::swatch_size, {0, 1000, Unit::px},
              "Side of the coloured squares.")
      .boolean("counts", &Params::counts, "Show how many objects there are in the frame.")
      .with(panel_rows)
      .shown_with(R"({"text": "legend", "size": 12, "border_width": 2, "shadow": 2})")
      .draws_with_memory(prepare);
}

}  // namespace overlace
