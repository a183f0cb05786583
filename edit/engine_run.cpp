// SPDX-License-Identifier: Apache-2.0
// Messages in, messages out.
#include "edit/engine_run.h"

#include <utility>

#include "edit/answers/edit_engine.h"
#include "edit/message_socket.h"
#include "edit/still_clip.h"

namespace overlace {

void run_edit_engine(const EditSettings& settings, int socket) {
  const OpenClip open = [&](LogSink log) { return open_still_clip(settings, std::move(log)); };
  EditEngine engine({settings.still.graph, settings.is_example, open},
                    [socket](const Json& event) { write_message(socket, {event}); });
  while (const auto question = read_message(socket))
    if (!write_message(socket, engine.answer(*question))) return;
}

}  // namespace overlace
