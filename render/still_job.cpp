// SPDX-License-Identifier: Apache-2.0
// A session for one frame.
#include "render/still_job.h"

#include "io/files/atomic_output.h"
#include "render/frame_drawing.h"

namespace overlace {

std::int32_t render_still(const StillSettings& settings, const FrameChoice& frame,
                          const LogSink& log) {
  const GraphSource source = load_graph(settings.graph);
  const OutputPolicy policy =
      output_policy(settings.writer, {.inputs = source.files}, settings.input.path);
  check_beside(settings.output, settings.writer);
  check_drawing(source.graph, settings.writer);
  check_still(settings.output, policy);
  StillSession session(settings, log, 0);
  const std::int32_t number = existing_frame(frame, session.info());
  session.show(source);
  const Still still = session.encode(number);
  AtomicOutput output(settings.output, policy);
  output.write(still.bytes);
  output.commit();
  session.log_losses();
  return still.frame;
}

}  // namespace overlace
