// SPDX-License-Identifier: Apache-2.0
// draw_log: lists the latest marks, such as who crossed a line or entered a zone.
#include <algorithm>
#include <cmath>

#include "graph/data/frame_tracks.h"
#include "node_list.h"
#include "nodes/parts/text_params.h"

namespace overlace {
namespace {

struct Params : TextParams {
  std::string text = "{time:.1f} s  {class} {id}  {event} {name}";
  int rows = 6;
  Number hold{4};
  BoxPosition position = BoxPosition::top_right;
  Number margin{percent(2.5F)};
};

/// The number of a text among the distinct texts of a column; a new text is added.
float number_of(const std::string& text, std::vector<std::string>& texts) {
  const auto found = std::ranges::find(texts, text);
  const auto index = found - texts.begin();
  if (found == texts.end()) texts.push_back(text);
  return static_cast<float>(index);
}

/// Turns marks into rows of a table, so that templates can write them like objects.
TrackTable table_of(const std::vector<TrackMark>& marks, const ClipInfo& clip) {
  std::vector<TrackRow> rows;
  std::vector<std::string> classes;
  AttributeColumn event{"event", {}, {}}, name{"name", {}, {}};
  for (const TrackMark& mark : marks) {
    TrackRow row{.frame = mark.frame, .id = mark.id, .box = {mark.at.x, mark.at.y, 0, 0}};
    if (!mark.class_name.empty())
      row.class_index = static_cast<int>(number_of(mark.class_name, classes));
    rows.push_back(row);
    event.values.push_back(number_of(mark.event, event.texts));
    name.values.push_back(number_of(mark.name, name.texts));
  }
  TrackTable table = make_track_table(rows, classes, {std::move(event), std::move(name)});
  finish_tracks(table, clip);
  return table;
}

/// What a plan holds for the log.
struct PlannedLog {
  PlannedLog(const std::vector<TrackMark>& marks, const ClipInfo& clip)
      : table(table_of(marks, clip)), columns(table) {}
  PlannedLog(const PlannedLog&) = delete;
  PlannedLog& operator=(const PlannedLog&) = delete;

  TrackTable table;
  FrameTracks columns;
  std::shared_ptr<const PlannedText<Params>> text;
};

/// Number of rows in the frames before `frame`.
std::uint32_t rows_before(const TrackTable& table, double frame) {
  const double frames = std::clamp(frame - table.first_frame, 0.0, double(table.frame_count()));
  return table.frame_begin.empty() ? 0 : table.frame_begin[static_cast<std::size_t>(frames)];
}

/// The rows that a frame shows: the latest ones within the hold time.
RowRange rows_at(const PlannedLog& log, const HostInputs& in) {
  const Params& p = *log.text->params;
  const double now = in.time.frame;
  const double hold = frames_within(in.clip, now, p.hold.at(in.time).constant);
  const std::uint32_t end = rows_before(log.table, now + 1);
  const std::uint32_t begin = std::min(rows_before(log.table, now + 1 - hold), end);
  return {std::max(begin, end - std::min(end, static_cast<std::uint32_t>(p.rows))), end};
}

/// One replay's memory.
struct LogWriter {
  LogWriter(std::shared_ptr<const PlannedLog> planned, const std::shared_ptr<GlyphAtlas>& atlas)
      : log(std::move(planned)), writer(log->text, atlas) {}

  std::shared_ptr<const PlannedLog> log;
  TextWriter<Params> writer;
  std::string lines;
};

/// Writes the text of every row, the latest at the bottom.
void write_rows(LogWriter& log, const ClipInfo& clip, RowRange rows) {
  const TrackTable& table = log.log->table;
  TrackView view = log.log->columns.at(table.first_frame);
  view.rows = rows;
  log.lines.clear();
  for (std::uint32_t row = rows.begin; row < rows.end; ++row) {
    if (row > rows.begin) log.lines += '\n';
    log.lines += log.writer.write({time_of(clip, table.frame_of(row)), &view, {.row = row}});
  }
}

void draw(LogWriter& log, const HostInputs& in, DisplayList& out) {
  const RowRange rows = rows_at(*log.log, in);
  if (rows.size() == 0) return;
  write_rows(log, in.clip, rows);
  const Params& p = *log.writer.planned->params;
  const Element none{};
  const TextStyle look = FrameTextStyle(p, in.time).at(in.tracks, none);
  const QuarterVec size = log.writer.painter.measure(log.lines, look);
  const Box frame{0, 0, static_cast<float>(in.clip.size.width),
                  static_cast<float>(in.clip.size.height)};
  const float margin = p.margin.at(in.time).constant;
  log.writer.painter.paint(log.lines, look, place_block(p.position, frame, size, margin, true),
                           size, p.position, out);
}

MakeHostDraw prepare(std::shared_ptr<const Params> params, PrepareContext& context) {
  if (context.tracks->marks.empty() && context.log)
    context.log(
        "the tracks have no events: draw_log writes nothing; track_line, track_zone and "
        "track_compare make them");
  auto log = std::make_shared<PlannedLog>(context.tracks->marks, context.clip);
  PrepareContext of_marks = context;
  of_marks.tracks = &log->table;
  log->text = std::make_shared<const PlannedText<Params>>(std::move(params), TemplateScope::object,
                                                          of_marks);
  return [log](const std::shared_ptr<GlyphAtlas>& atlas) -> HostDraw {
    return [writer = std::make_shared<LogWriter>(log, atlas)](
               const HostInputs& in, DisplayList& out) { draw(*writer, in, out); };
  };
}

}  // namespace

NodeType draw_log() {
  return Node<Params>("draw_log", Stage::drawing,
                      "Lists the latest events, such as who crossed a line or entered a zone.")
      .input("tracks", Stage::tracks,
             "Tracks that went through track_line, track_zone or track_compare.")
      .text("text", &Params::text,
            "Line for an event: {event} (in, out, enter, leave, switch), {name} of what saw it, "
            "{class} and {id} of the object, {time}, {timecode} and {frame} of the event, or a "
            "series.")
      .per_frame()
      .integer("rows", &Params::rows, {1, 100, Unit::count}, "Maximum number of events listed.")
      .fixed_number("hold", &Params::hold, {0, 86400, Unit::seconds},
                    "Time for which an event is listed.")
      .with(text_rows)
      .choice<BoxPosition>("position", &Params::position, box_position_names,
                           "Place in the picture.")
      .number("margin", &Params::margin, {0, 1e4, Unit::px},
              "Distance from the edge of the picture to the plate.")
      .shown_with(R"({"size": 12, "border_width": 2, "shadow": 2})")
      .draws_with_memory(prepare);
}

}  // namespace overlace
