// SPDX-License-Identifier: Apache-2.0
// Live drawing: a session, and what the caller may put into it and draw on.
#include "render/live.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "api/c_error.h"
#include "api/caller_columns.h"
#include "api/caller_image.h"
#include "api/caller_texts.h"
#include "api/drawing.h"
#include "api/file_sources.h"
#include "api/library.h"
#include "api/program.h"
#include "api/structs.h"
#include "render/graph_source.h"

using overlace::LiveSession;

struct ovl_live {
  LiveSession session;
  bool ignores_ids;  ///< those that rows bring
};

namespace overlace::api {
namespace {

GraphSettings graph_of(const ovl_live_options& options) {
  GraphSettings graph;
  require(options.graph != nullptr, "ovl_live_options.graph is NULL");
  graph.document = options.graph;
  graph.values = read_settings(options.settings, options.setting_count);
  if (options.files_below != nullptr) graph.files_below = {options.files_below};
  return graph;
}

LiveOptions live_of(const ovl_live_options& options) {
  LiveOptions live;
  require(options.ids <= OVL_IDS_ASSIGNED, "ovl_live_options.ids is unknown: see enum ovl_ids");
  live.assign_ids = options.ids != OVL_IDS_GIVEN;
  if (options.memory != 0) live.memory = options.memory;
  if (options.max_rows != 0) live.max_rows = options.max_rows;
  live.delay = options.delay;
  live.class_names =
      caller_texts(options.class_names, options.class_count, "ovl_live_options.class_names");
  return live;
}

/// Makes replays that draw on the caller's stream.
Device device_of(const ovl_device_options* options) {
  NamedDevice device = library().device(options);
  if (device.stream == nullptr) return std::move(device.make);
  return [device = std::move(device)](std::shared_ptr<const Plan> plan) {
    std::unique_ptr<Replay> replay = device.make(std::move(plan));
    replay->set_stream(device.stream);
    return replay;
  };
}

LiveSession session_of(const ovl_live_options& options, const ovl_device_options* device) {
  const GraphSettings graph = graph_of(options);
  LogSink log;
  if (options.log != nullptr)
    log = [log = options.log, data = options.log_data](const std::string& note) {
      log(data, note.c_str());
    };
  GraphSource source = load_graph(graph);
  return {std::move(source.document), file_sources(graph, read_clip(options.clip), std::move(log)),
          device_of(device), live_of(options), graph.values};
}

void put(ovl_live& live, std::int32_t frame, const ovl_columns* columns) {
  CallerColumns given = read_columns(columns, frame, live.session.class_names().size());
  for (const std::int32_t of_row : given.frame)
    require(of_row == frame, "ovl_columns.frame names other frames than the one that is put");
  if (live.ignores_ids) given.rows.id.assign(given.rows.row_count(), no_id);
  live.session.put(frame, std::move(given.rows));
}

/// A replay that may draw on the picture is there only after the frame has been planned.
ImageView view_for(LiveSession& session, const FrameTime& time, const ovl_image* image) {
  const ImageView view = image_view(image, session.clip().size);
  if (view.memory == Memory::cuda) {
    static_cast<void>(session.bounds(time));
    check_memory(view, session.memory());
  }
  return view;
}

}  // namespace
}  // namespace overlace::api

using namespace overlace::api;

extern "C" {

int ovl_live_create(const ovl_live_options* options, const ovl_device_options* device,
                    ovl_live** live, ovl_error** error) {
  return guarded(error, [&] {
    require(live != nullptr, "there is nowhere to put the session: it is NULL");
    *live = nullptr;
    const auto given = read_struct(options, "ovl_live_options");
    *live = new ovl_live{session_of(given, device), given.ids == OVL_IDS_ASSIGNED};
  });
}

void ovl_live_free(ovl_live* live) {
  delete live;
}

int ovl_live_put(ovl_live* live, int32_t frame, const ovl_columns* columns, ovl_error** error) {
  return guarded(error, [&] {
    require(live != nullptr, "the session is NULL");
    put(*live, frame, columns);
  });
}

int ovl_live_draw(ovl_live* live, int32_t frame, const ovl_image* image, ovl_stats* stats,
                  ovl_error** error) {
  return guarded(error, [&] {
    require(live != nullptr, "the session is NULL");
    check_stats(stats);
    check_struct(image, "ovl_image");
    const auto time = time_of_image(live->session.clip(), frame, *image);
    put_stats(live->session.draw(time, view_for(live->session, time, image)), stats);
  });
}

int ovl_live_bounds(ovl_live* live, int32_t frame, ovl_rect* rect, ovl_error** error) {
  return guarded(error, [&] {
    require(live != nullptr && rect != nullptr, "the session and the rectangle must not be NULL");
    *rect = c_rect(live->session.bounds(overlace::time_of(live->session.clip(), frame)));
  });
}

int ovl_live_set(ovl_live* live, const char* const* settings, size_t setting_count,
                 ovl_error** error) {
  return guarded(error, [&] {
    require(live != nullptr, "the session is NULL");
    live->session.set(read_settings(settings, setting_count));
  });
}

int ovl_live_restart(ovl_live* live, ovl_error** error) {
  return guarded(error, [&] {
    require(live != nullptr, "the session is NULL");
    live->session.restart();
  });
}

uint64_t ovl_live_lost(const ovl_live* live) {
  return live == nullptr ? 0 : live->session.lost();
}

}  // extern "C"
