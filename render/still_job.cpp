// SPDX-License-Identifier: Apache-2.0
// Decides as a render does, and draws one frame.
#include "render/still_job.h"

#include <optional>

#include "graph/analysis/redaction.h"
#include "graph/core/log.h"
#include "io/read/grab.h"
#include "io/write/picture_encoder.h"
#include "render/cover_painter.h"
#include "render/frame_choice.h"
#include "render/frame_drawing.h"
#include "render/frame_router.h"
#include "render/graph_source.h"
#include "render/media.h"
#include "render/option_effects.h"
#include "render/provenance.h"

namespace overlace {
namespace {

VideoReader open_reader(const InputSettings& input, const std::string& output, const LogSink& log) {
  ReaderOptions reading = input.reading;
  reading.log = log;
  reading.autorotate = true;
  reading.keep_plates = keeps_plates(output);
  return VideoReader(input.path, reading);
}

/// Takes a frame along its route, up to the encoder. `covers` may be null.
void draw_on(DecodedFrame& picture, FrameRouter& router, Replay& replay, CoverPainter* covers) {
  const FrameRoute route = router.route_of(*picture.frame, replay.memory());
  router.to_drawing(picture.frame, route);
  if (covers != nullptr)
    covers->hide(picture, [&] { return router.drawable(picture.frame, route); });
  replay.draw(picture.time, router.drawable(picture.frame, route));
  router.to_encoder(picture.frame, route);
}

/// Warns of what a graph that redacts does not hide in a frame, counted from the clip's first one.
void warn_of_gaps(const Graph& graph, const ClipTables& tables, std::int32_t frame,
                  const std::vector<OtherPictures>& pictures, const LogSink& log) {
  const std::int32_t shown = tables.clip.first_frame + frame;
  std::vector<Redaction> all = redactions(graph, tables);
  for (Redaction& redaction : all) {
    std::erase_if(redaction.gaps,
                  [=](const TrackGap& gap) { return shown < gap.first || shown > gap.last; });
    redaction.pictures = pictures;
  }
  for (const std::string& warning : warnings(all)) log(warning);
}

}  // namespace

std::int32_t render_still(StillSettings settings, const LogSink& log) {
  GraphSettings& graph = settings.graph;
  WriterOptions& writer = settings.writer;
  check_beside(settings.output, writer);
  const GraphSource source = load_graph(graph);
  check_drawing(source.graph, writer);
  graph.reading = reading_for(source.graph, std::move(graph.reading));
  const WriterRun run{.inputs = source.files,
                      .attributes = provenance(source.document, graph),
                      .scope = copy_scope(!source.graph.redact.empty(), false),
                      .log = log};
  const OutputPolicy policy = output_policy(writer, run, settings.input.path);
  check_still(settings.output, policy);

  const ChosenDevice device = choose_device(settings.device, log);
  VideoReader reader = open_reader(settings.input, settings.output, log);
  graph.coded = reader.info().coded;
  note_without_effect(settings.typed,
                      run_facts(reader, source.graph, settings.output, writer, false), log);
  const std::int32_t number = existing_frame(settings.frame, reader.info());
  const Session session(source.document,
                        media_of_files(graph, reader.info().clip, settings.input.path, log));
  const SessionTables tables = session.analyse(graph.values);
  const FrameDrawing drawing(session, tables, graph, settings.device, writer, log);
  std::optional<CoverPainter> covers;
  if (drawing.covers()) covers.emplace(drawing.covers(), device.device());
  drawing.serve(writer, device.device());
  PictureEncoder encoder(settings.output, reader, writer, run);
  FrameRouter router(encoder.format(), reader, nullptr);
  DecodedFrame picture = read_frame(reader, number);
  draw_on(picture, router, *session.replay(drawing.plan(), device.device()),
          covers ? &*covers : nullptr);
  if (covers)
    warn_of_gaps(session.graph(graph.values), tables.of_clip, number, covers->pictures(), log);
  AtomicOutput output(settings.output, policy);
  output.write(encoder.encode(picture));
  output.commit();
  drawing.log_losses(log);
  return picture.time.frame;
}

}  // namespace overlace
