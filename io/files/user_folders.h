// SPDX-License-Identifier: Apache-2.0
// Folders that the user's environment names.
#pragma once

#include <filesystem>
#include <string>

namespace overlace {

/// The value of a variable of the environment; "" where it is not set.
[[nodiscard]] std::filesystem::path environment_path(const char* name);

/// The user's folder for state of this name, which outlives a run: overlace/NAME in
/// $XDG_STATE_HOME, or in ~/.local/state; "" when neither variable is set.
[[nodiscard]] std::filesystem::path user_state(const char* name);

}  // namespace overlace
