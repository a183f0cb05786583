// SPDX-License-Identifier: Apache-2.0
// What depends on the graph is made anew as a whole, so that an error leaves what was there.
#include "render/still_session.h"

#include <optional>
#include <set>
#include <utility>

#include "graph/analysis/redaction.h"
#include "graph/types/registry.h"
#include "io/frames/frame_pool.h"
#include "io/read/small_frames.h"
#include "io/tracks/file_version.h"
#include "io/write/picture_encoder.h"
#include "render/cover_painter.h"
#include "render/frame_drawing.h"
#include "render/frame_router.h"
#include "render/media.h"
#include "render/option_effects.h"
#include "render/provenance.h"

namespace overlace {
namespace {

ReaderOptions reading_options(const StillSettings& settings, const LogSink& log) {
  ReaderOptions reading = settings.input.reading;
  reading.log = log;
  reading.autorotate = true;
  reading.keep_plates = keeps_plates(settings.output);
  return reading;
}

/// Passes every note on once.
LogSink each_once(const LogSink& log) {
  if (!log) return {};
  return [log, told = std::make_shared<std::set<std::string>>()](const std::string& text) {
    if (told->insert(text).second) log(text);
  };
}

WriterRun run_of(const StillSettings& settings, const GraphSource& source, const LogSink& log) {
  return {.inputs = source.files,
          .attributes = provenance(source.document, settings.graph),
          .scope = copy_scope(!source.graph.redact.empty(), false),
          .log = log};
}

/// Draws drafts.
Device drafting_device(const DeviceSettings& settings) {
  constexpr int looked_back = 300;  // frames
  return cpu_device(
      {.threads = settings.threads, .simd = settings.simd, .link_memory = looked_back});
}

/// The replay of what is drawn, made when it is first needed.
Replay& replay_of(std::unique_ptr<Replay>& replay, const FrameDrawing& drawing,
                  const Device& device) {
  if (replay == nullptr) replay = device(drawing.plan());
  return *replay;
}

/// The writer's options, with what draws layers and paints mattes.
WriterOptions served(WriterOptions writer, const FrameDrawing& drawing, const Device& device) {
  drawing.serve(writer, device);
  return writer;
}

}  // namespace

/// What draws a graph at one size.
struct StillSession::Drawn {
  Drawn(const Session& session, const SessionTables& tables, const StillSettings& settings,
        const WriterOptions& writer, Device on, const LogSink& log)
      : size(tables.of_clip.clip.size),
        drawing(session, tables, settings.graph, settings.device, writer, log),
        device(std::move(on)) {
    if (drawing.covers()) covers.emplace(drawing.covers(), device);
  }

  Size size;
  FrameDrawing drawing;
  Device device;
  std::optional<CoverPainter> covers;  ///< where the graph redacts
};

/// What makes files of its frames.
struct StillSession::Encoded {
  Encoded(const Drawn& drawn, const GraphSource& source, const StillSettings& settings,
          const VideoReader& reader, const LogSink& log)
      : run(run_of(settings, source, log)),
        encoder(settings.output, reader, served(settings.writer, drawn.drawing, drawn.device), run),
        router(encoder.format(), reader, nullptr) {}

  WriterRun run;
  PictureEncoder encoder;
  FrameRouter router;
};

/// Everything that depends on the graph.
struct StillSession::Shown {
  Shown(Session of_graph, const GraphSource& of, const StillSettings& settings,
        const AnalysisProgress& progress)
      : session(std::move(of_graph)),
        source(of),
        tables(session.analyse(settings.graph.values, progress)) {}

  Session session;
  GraphSource source;
  SessionTables tables;
  std::unique_ptr<Drawn> drawn, drafted;  ///< null until they are needed
  std::unique_ptr<Encoded> encoded;
};

StillSession::StillSession(StillSettings settings, LogSink log, std::size_t kept_bytes)
    : settings_(std::move(settings)),
      log_(std::move(log)),
      log_once_(each_once(log_)),
      device_(choose_device(settings_.device, log_once_)),
      frames_(settings_.input.path, reading_options(settings_, log_once_), kept_bytes),
      small_frames_(std::make_unique<SmallFrames>(frames_, kept_bytes)) {
  settings_.graph.coded = info().coded;
}

StillSession::~StillSession() = default;

Media StillSession::media(const Graph& graph) {
  Media media = media_of_files(settings_for(graph, settings_.graph), info().clip,
                               settings_.input.path, log_once_);
  media.file_version = file_version;
  media.read_texture = textures_.around(std::move(media.read_texture));
  media.read_lut = luts_.around(std::move(media.read_lut));
  return media;
}

Session StillSession::open(SessionDocument document) {
  const Graph graph =
      build_graph(document.json, document.name, builtin_nodes(), document.variables);
  return open(std::move(document), graph);
}

Session StillSession::open(SessionDocument document, const Graph& graph) {
  return shown_ ? shown_->session.next(std::move(document), media(graph))
                : Session(std::move(document), media(graph));
}

void StillSession::show(const GraphSource& source, const AnalysisProgress& progress) {
  check_drawing(source.graph, settings_.writer);
  const VideoReader& reader = frames_.reader();
  note_without_effect(settings_.typed,
                      run_facts(reader, source.graph, settings_.output, settings_.writer, false),
                      log_once_);
  shown_ =
      std::make_unique<Shown>(open(source.document, source.graph), source, settings_, progress);
}

StillSession::Drawn& StillSession::drawn() {
  if (shown_->drawn) return *shown_->drawn;
  auto drawn = std::make_unique<Drawn>(shown_->session, shown_->tables, settings_, settings_.writer,
                                       device_.device(), log_once_);
  hand_on(replay_, drawn->drawing.plan());
  shown_->drawn = std::move(drawn);
  return *shown_->drawn;
}

StillSession::Encoded& StillSession::encoded() {
  if (!shown_->encoded)
    shown_->encoded =
        std::make_unique<Encoded>(drawn(), shown_->source, settings_, frames_.reader(), log_once_);
  return *shown_->encoded;
}

StillSession::Drawn& StillSession::drafted(Size size) {
  if (shown_->drafted && shown_->drafted->size == size) return *shown_->drafted;
  auto drafted =
      std::make_unique<Drawn>(shown_->session, at_size(shown_->tables, size), settings_,
                              WriterOptions{}, drafting_device(settings_.device), log_once_);
  hand_on(draft_replay_, drafted->drawing.plan());
  shown_->drafted = std::move(drafted);
  return *shown_->drafted;
}

bool StillSession::reach(std::int32_t frame, Deadline deadline) {
  return frames_.towards(frame, deadline).number >= frame;
}

DecodedFrame StillSession::small(std::int32_t frame, Size size, Deadline deadline) {
  small_frames_->resize(size);
  return small_frames_->towards(frame, deadline);
}

GrabbedFrame StillSession::copy_of(const DecodedFrame& small) const {
  return {FramePool().copy(*small.frame), small_frames_->color(), AlphaKind::opaque, small.time};
}

DraftPicture StillSession::plain_draft(std::int32_t frame, Size size, Deadline deadline) {
  const DecodedFrame picture = small(frame, size, deadline);
  return {copy_of(picture), picture.number < frame};
}

DraftPicture StillSession::draft(std::int32_t frame, Size size, Deadline deadline) {
  Drawn& drawn = drafted(size);
  const DecodedFrame picture = small(frame, size, deadline);
  DraftPicture draft{copy_of(picture), picture.number < frame};
  const ImageView view = draft.picture.view();
  if (drawn.covers) drawn.covers->hide(picture, [&] { return view; });
  replay_of(draft_replay_, drawn.drawing, drawn.device).draw(picture.time, view);
  return draft;
}

GrabbedFrame StillSession::plain(std::int32_t frame) {
  return drawable_copy(frames_.frame(frame), info());
}

GrabbedFrame StillSession::draw(std::int32_t frame) {
  Drawn& drawn = this->drawn();
  const DecodedFrame picture = frames_.frame(frame);
  GrabbedFrame copy = drawable_copy(picture, info());
  if (drawn.covers) drawn.covers->hide(picture, [&] { return copy.view(); });
  replay_of(replay_, drawn.drawing, drawn.device).draw(copy.time(), copy.view());
  return copy;
}

Still StillSession::encode(std::int32_t frame, const PixelRect& part) {
  auto& [run, encoder, router] = encoded();
  Drawn& drawn = this->drawn();
  Replay& replay = replay_of(replay_, drawn.drawing, drawn.device);
  DecodedFrame picture = frames_.frame(frame);
  const FrameRoute route = router.route_of(*picture.frame, replay.memory());
  router.to_drawing(picture.frame, route);
  if (drawn.covers)
    drawn.covers->hide(picture, [&] { return router.drawable(picture.frame, route); });
  replay.draw(picture.time, router.drawable(picture.frame, route));
  router.to_encoder(picture.frame, route);
  if (drawn.covers) warn_of_gaps(picture.number);
  return {picture.time.frame, encoder.encode(picture, part)};
}

/// Warns of what a graph that redacts does not hide in a frame, counted from the clip's first one.
void StillSession::warn_of_gaps(std::int32_t frame) const {
  const std::int32_t number = info().clip.first_frame + frame;
  std::vector<Redaction> all =
      redactions(shown_->session.graph(settings_.graph.values), shown_->tables.of_clip);
  for (Redaction& redaction : all) {
    std::erase_if(redaction.gaps,
                  [=](const TrackGap& gap) { return number < gap.first || number > gap.last; });
    redaction.pictures = shown_->drawn->covers->pictures();
  }
  for (const std::string& warning : warnings(all)) log_(warning);
}

void StillSession::log_losses() const {
  if (shown_->drawn) shown_->drawn->drawing.log_losses(log_);
}

const Graph& StillSession::graph() const {
  return shown_->source.graph;
}

const ClipTables& StillSession::tables() const {
  return shown_->tables.of_clip;
}

const std::shared_ptr<const Plan>& StillSession::plan() {
  return drawn().drawing.plan();
}

}  // namespace overlace
