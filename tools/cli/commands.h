// SPDX-License-Identifier: Apache-2.0
// The subcommands of the command line. Each adds itself to the parser; the one chosen sets the
// action to run.
#pragma once

#include <CLI/App.hpp>
#include <functional>

namespace overlace {

/// What the chosen subcommand does; returns the exit code.
using Action = std::function<int()>;
/// Adds one or more subcommands to `app`; when parsed, they store their work in `action`.
using AddCommand = void (*)(CLI::App& app, Action& action);

void add_render_command(CLI::App& app, Action& action);
void add_frame_command(CLI::App& app, Action& action);
void add_sheet_command(CLI::App& app, Action& action);
void add_check_command(CLI::App& app, Action& action);
void add_explain_command(CLI::App& app, Action& action);
void add_dump_command(CLI::App& app, Action& action);
void add_reference_commands(CLI::App& app, Action& action);  ///< nodes, schema, presets
void add_codecs_command(CLI::App& app, Action& action);
void add_tracks_command(CLI::App& app, Action& action);
void add_devices_command(CLI::App& app, Action& action);
void add_bench_command(CLI::App& app, Action& action);

}  // namespace overlace
