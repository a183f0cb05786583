// SPDX-License-Identifier: Apache-2.0
// Decides as a render does, and draws once.
#include "render/still_job.h"

#include "graph/core/log.h"
#include "io/read/grab.h"
#include "io/write/image_sequence.h"
#include "io/write/still.h"
#include "render/frame_choice.h"
#include "render/graph_source.h"
#include "render/media.h"

namespace overlace {

std::int32_t render_still(const StillSettings& settings, const LogSink& log) {
  const GraphSettings& graph = settings.graph;
  const GraphSource source = load_graph(graph);
  OutputPolicy policy{settings.overwrite, source.files};
  policy.inputs.push_back(settings.input.path);
  check_still(settings.output, policy);
  const ChosenDevice device = choose_device(settings.device, log);
  ReaderOptions reading = settings.input.reading;
  reading.log = log;
  reading.autorotate = true;
  reading.keep_plates = keeps_plates(settings.output);
  VideoReader reader(settings.input.path, reading);
  const ClipInfo& clip = reader.info().clip;
  const std::int32_t number = existing_frame(settings.frame, reader.info());
  const Session session(source.document, media_of_files(graph, clip, settings.input.path, log));
  const auto plan = session.plan(session.analyse(graph.values), plan_settings(graph));
  const GrabbedFrame frame = grab_frame(reader, number);
  session.replay(plan, device.device())->draw(frame.time(), frame.view());
  write_still(settings.output, frame.view(), policy, {.plate = frame.plate()});
  return frame.time().frame;
}

}  // namespace overlace
