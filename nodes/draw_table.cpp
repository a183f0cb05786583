// SPDX-License-Identifier: Apache-2.0
// draw_table: writes texts and values of the frame in rows and columns.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <vector>

#include "graph/data/figures.h"
#include "graph/plan/paint.h"
#include "node_list.h"
#include "nodes/parts/panel_params.h"
#include "text/quarters.h"

namespace overlace {
namespace {

struct Params : PanelParams {
  std::vector<std::string> rows = {"frame | {frame}", "time | {time:.1f} s"};
  bool header = false;
  Paint header_color{Color{1, 1, 1, 0.7F}};
  Number column_width{percent(8)};
  Number row_gap{percent(0.4F)};
  Number rule_width{percent(0.12F)};

  Params() { position = BoxPosition::top_left; }
};

using Row = std::vector<TextTemplate>;

/// What a plan holds for the table.
struct PlannedTable {
  std::shared_ptr<const Params> params;
  TextTemplate title;
  std::vector<Row> rows;
  std::size_t columns = 0;  ///< of the longest row
  FontFamily fonts;
};

/// Splits a text at its bars (|).
std::vector<std::string_view> cells_of(std::string_view row) {
  std::vector<std::string_view> cells;
  for (std::size_t end = row.find('|'); end != row.npos; end = row.find('|')) {
    cells.push_back(row.substr(0, end));
    row.remove_prefix(end + 1);
  }
  cells.push_back(row);
  return cells;
}

std::shared_ptr<const PlannedTable> plan(std::shared_ptr<const Params> params,
                                         PrepareContext& context) {
  const auto parse = [&](const std::string& param, std::string_view text) {
    return template_of(param, text, TemplateScope::frame, *params, context);
  };
  PlannedTable table{
      .params = params, .title = parse("text", params->text), .rows = {}, .fonts = {}};
  for (std::size_t i = 0; i < params->rows.size(); ++i) {
    Row& row = table.rows.emplace_back();
    for (const std::string_view cell : cells_of(params->rows[i]))
      row.push_back(parse(fmt::format("rows/{}", i), cell));
    table.columns = std::max(table.columns, row.size());
  }
  std::vector<std::string_view> texts = table.title.known_texts();
  for (const Row& row : table.rows)
    for (const TextTemplate& cell : row)
      std::ranges::copy(cell.known_texts(), std::back_inserter(texts));
  table.fonts = chosen_font(params->font, texts, context);
  return std::make_shared<const PlannedTable>(std::move(table));
}

/// One replay's memory, and the texts of one frame.
class TablePainter {
 public:
  TablePainter(std::shared_ptr<const PlannedTable> table, const std::shared_ptr<GlyphAtlas>& atlas)
      : table_(std::move(table)),
        painter_(table_->fonts, atlas),
        cells_(table_->rows.size() * table_->columns),
        widths_(table_->columns) {}

  void draw(const HostInputs& in, DisplayList& out) {
    const Params& p = *table_->params;
    const TextStyle look = FrameTextStyle(p, in.time).at(in.tracks, {});
    TextStyle heading = look;
    heading.color = p.header_color.at(in.time).constant;
    write(in);
    measure(look, p.column_width.at(in.time).constant);
    const float gap = p.row_gap.at(in.time).constant;
    table_->title.format({.time = in.time, .tracks = &in.tracks}, title_);
    const Box room = paint_panel(
        title_, look, size(gap),
        {picture_box(in.clip), p.position, p.margin.at(in.time).constant, true}, painter_, out);
    float y = room.y;
    for (std::size_t row = 0; row < table_->rows.size(); ++row, y += line_ + gap) {
      const bool is_header = p.header && row == 0;
      paint_row(row, is_header ? heading : look, {room.x, y, room.width, line_}, out);
      if (!is_header) continue;
      const float rule = p.rule_width.at(in.time).constant;
      append_box({room.x, y + line_ + (gap - rule) / 2, room.width, rule}, 0,
                 fade(heading.color, look.opacity), out);
    }
  }

 private:
  void write(const HostInputs& in) {
    for (std::size_t row = 0; row < table_->rows.size(); ++row)
      for (std::size_t i = 0; i < table_->rows[row].size(); ++i)
        table_->rows[row][i].format({.time = in.time, .tracks = &in.tracks}, cell(row, i));
  }

  /// Columns are as wide as their widest text; all but the first are at least `least` px wide.
  void measure(const TextStyle& look, float least) {
    const TextStyle letters = without_plate(look);
    line_ = 0;
    for (std::size_t i = 0; i < table_->columns; ++i) {
      widths_[i] = i == 0 ? 0 : least;
      for (std::size_t row = 0; row < table_->rows.size(); ++row) {
        const QuarterVec text = painter_.measure(cell(row, i), letters);
        widths_[i] = std::max(widths_[i], to_px(text.x) + (i == 0 ? 0 : look.size));
        line_ = std::max(line_, to_px(text.y));
      }
    }
  }
  [[nodiscard]] Vec2 size(float gap) const {
    const auto rows = static_cast<float>(table_->rows.size());
    Vec2 size{0, std::max(rows * line_ + (rows - 1) * gap, 0.0F)};
    for (const float width : widths_) size.x += width;
    return size;
  }

  /// The first column is flush left, all others are flush right.
  void paint_row(std::size_t row, const TextStyle& look, Box line, DisplayList& out) {
    for (std::size_t i = 0; i < table_->columns; ++i) {
      line.width = widths_[i];
      paint_text_at(cell(row, i), look, line, i == 0 ? BoxPosition::left : BoxPosition::right,
                    painter_, out);
      line.x += line.width;
    }
  }

  [[nodiscard]] std::string& cell(std::size_t row, std::size_t column) {
    return cells_[row * table_->columns + column];
  }

  std::shared_ptr<const PlannedTable> table_;
  TextPainter painter_;
  std::vector<std::string> cells_;  ///< row by row
  std::vector<float> widths_;       ///< px
  float line_ = 0;                  ///< height of a row, px
  std::string title_;
};

MakeHostDraw prepare(std::shared_ptr<const Params> params, PrepareContext& context) {
  return [table = plan(std::move(params), context)](const std::shared_ptr<GlyphAtlas>& atlas) {
    return HostDraw([painter = std::make_shared<TablePainter>(table, atlas)](
                        const HostInputs& in, DisplayList& out) { painter->draw(in, out); });
  };
}

std::string tracks_needed_by(const Params& p) {
  const auto counts = [&](std::string_view text) {
    return TextTemplate(text, TemplateScope::frame, nullptr, {}, {.upper_case = p.upper_case})
        .has(BuiltinField::count);
  };
  for (std::size_t i = 0; i < p.rows.size(); ++i)
    for (const std::string_view text : cells_of(p.rows[i]))
      if (at_param(fmt::format("rows/{}", i), [&] { return counts(text); }))
        return "{count} in the rows";
  return "";
}

}  // namespace

NodeType draw_table() {
  return Node<Params>("draw_table", Stage::drawing,
                      "Writes texts and numbers of the frame in rows and columns.")
      .optional_input("tracks", Stage::tracks, "The objects that {count} counts.", tracks_needed_by)
      .text_list("rows", &Params::rows,
                 "Rows from the top; | separates columns: \"gate | {gate.in} | {gate.out}\".")
      .per_frame()
      .boolean("header", &Params::header, "Use the first row as a header, with a line below it.")
      .color("header_color", &Params::header_color, "Colour of the header and its line.")
      .number("column_width", &Params::column_width, {0, 1e4, Unit::px},
              "Minimum width of the columns after the first, so that growing numbers do not shift "
              "anything.")
      .number("row_gap", &Params::row_gap, {0, 1000, Unit::px}, "Space between rows.")
      .number("rule_width", &Params::rule_width, {0, 64, Unit::px},
              "Width of the line below the header.")
      .with(panel_rows)
      .shown_with(
          R"({"text": "table", "size": 12, "border_width": 2, "shadow": 2, "header": true})")
      .draws_with_memory(prepare);
}

}  // namespace overlace
