// SPDX-License-Identifier: Apache-2.0
// overlace join: one video from parts that were rendered separately.
#include <fmt/format.h>

#include <memory>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/interrupt.h"
#include "graph/core/quantity.h"
#include "io/write/frame_sink.h"
#include "io/write/join.h"

namespace overlace {
namespace {

struct Options {
  JoinOptions join;
  NoteChoice notes;
};

int run_join(Options& options) {
  const Interrupt interrupt;
  const Interrupt::Listening listening;
  JoinOptions& join = options.join;
  join.log = notes_to_user(options.notes);
  try {
    const JoinResult result = join_parts(join, &Interrupt::asked());
    tell(stdout, fmt::format("{}: {} of {}, {}", join.output, count_text(result.frames, "frame"),
                             count_text(static_cast<std::int64_t>(join.parts.size()), "part"),
                             size_text(static_cast<double>(result.bytes_written))));
    if (!result.lost_sound.empty())
      throw Error(ErrorCode::loss, "finished with loss", result.lost_sound.front(),
                  SourceLocation{join.output});
  } catch (const Stopped&) {
    throw Interrupted();
  }
  return 0;
}

}  // namespace

void add_join_command(const Command& program) {
  const auto options = std::make_shared<Options>();
  JoinOptions& join = options->join;
  const Command command =
      program.subcommand("join", "Join parts that 'render --frames' made, without re-encoding");
  command.text("IN", join.source, "The video that all parts were rendered from").required();
  command.texts("PART", join.parts, "The parts, in order").required();
  command.text("-o,--output FILE", join.output, "Video file").required();
  command.flag("--overwrite", join.policy.overwrite, "Replace an existing output");
  command.flag("-q,--quiet", options->notes.quiet, "Do not report what is left out");
  command.runs([options] { return run_join(*options); });
}

}  // namespace overlace
