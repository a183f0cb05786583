// SPDX-License-Identifier: Apache-2.0
// Decides as a render does, and draws once.
#include "render/still_job.h"

#include "io/read/grab.h"
#include "io/write/image_sequence.h"
#include "io/write/still.h"
#include "render/frame_choice.h"
#include "render/graph_source.h"
#include "render/media.h"

namespace overlace {

std::int32_t render_still(const StillSettings& settings, const Say& say) {
  OutputPolicy policy{settings.overwrite, files_read(settings.graph)};
  policy.inputs.push_back(settings.input.path);
  check_still(settings.output, policy);
  const ChosenDevice device = choose_device(settings.device, say);
  const Graph graph = load_graph(settings.graph);
  ReaderOptions reading = settings.input.reading;
  reading.say = say;
  reading.upright = true;
  reading.keep_plates = keeps_plates(settings.output);
  VideoReader reader(settings.input.path, reading);
  const ClipInfo& clip = reader.info().clip;
  const std::int32_t number = existing_frame(settings.frame, reader.info());
  const Media media = media_of_files(settings.graph, clip, settings.input.path, say);
  const auto plan = make_plan(graph, media, {.layered = settings.graph.layered});
  const GrabbedFrame frame = grab_frame(reader, number);
  device.make_replay(plan)->draw(frame.time(), frame.view());
  write_still(settings.output, frame.view(), policy, {.plate = frame.plate()});
  return number;
}

}  // namespace overlace
