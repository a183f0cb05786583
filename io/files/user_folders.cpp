// SPDX-License-Identifier: Apache-2.0
// The XDG base directories.
#include "io/files/user_folders.h"

#include <cstdlib>

namespace overlace {

namespace fs = std::filesystem;

fs::path environment_path(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

fs::path user_state(const char* name) {
  const fs::path below = fs::path("overlace") / name;
  if (const fs::path state = environment_path("XDG_STATE_HOME"); !state.empty())
    return state / below;
  if (const fs::path home = environment_path("HOME"); !home.empty())
    return home / ".local" / "state" / below;
  return {};
}

}  // namespace overlace
