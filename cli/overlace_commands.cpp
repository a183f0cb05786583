// SPDX-License-Identifier: Apache-2.0
// The program with every command, which `overlace` becomes for commands that need video.
#include "cli/commands.h"
#include "cli/main_program.h"
#include "cli/process_start.h"

int main(int argc, char** argv) {
  using namespace overlace;
  static constexpr AddCommand commands[] = {
      add_render_command,   add_batch_command,  add_frame_command,   add_sheet_command,
      add_join_command,     add_check_command,  add_explain_command, add_dump_command,
      add_nodes_command,    add_schema_command, add_presets_command, add_set_command,
      add_codecs_command,   add_tracks_command, add_devices_command, add_sound_command,
      add_watch_command,    add_series_command, add_help_command,    add_describe_command,
      add_complete_command,
#ifdef OVERLACE_EDIT
      add_edit_command,
#endif
  };
  return run_process([&] { return run_program(commands, argc, argv); });
}
