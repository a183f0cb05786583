// SPDX-License-Identifier: Apache-2.0
// The subcommands of the command line. Each adds itself to the program.
#pragma once

#include "cli/options.h"

namespace overlace {

void add_render_command(const Command& program);
void add_batch_command(const Command& program);
void add_farm_commands(const Command& batch);
void add_frame_command(const Command& program);
void add_watch_command(const Command& program);
void add_sheet_command(const Command& program);
void add_series_command(const Command& program);
void add_sound_command(const Command& program);
void add_join_command(const Command& program);
void add_check_command(const Command& program);
/// Only in a build with the editor's page (OVERLACE_EDIT).
void add_edit_command(const Command& program);
void add_explain_command(const Command& program);
void add_dump_command(const Command& program);
void add_nodes_command(const Command& program);
void add_schema_command(const Command& program);
void add_presets_command(const Command& program);
void add_set_command(const Command& program);
void add_codecs_command(const Command& program);
void add_tracks_command(const Command& program);
void add_devices_command(const Command& program);
void add_help_command(const Command& program);
void add_describe_command(const Command& program);
void add_complete_command(const Command& program);

}  // namespace overlace
