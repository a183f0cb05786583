// SPDX-License-Identifier: Apache-2.0
// Files installed beside the program. Modules are shared libraries that are loaded on first use:
// until then their dependencies cost nothing, and nothing else needs them installed.
#pragma once

#include <string>

namespace overlace {

/// The path of a file beside the program or library that contains this code, or in
/// ../lib/overlace (seen from a program's folder), ../overlace or overlace (from a library's); ""
/// when it is in none of them.
[[nodiscard]] std::string installed_file(const std::string& name);

/// What to do where the module or program overlace-NAME is not installed: its package has its name.
[[nodiscard]] std::string install_hint(const std::string& name);

/// The address of `function` in the shared library `file`, which stays loaded. Only an absolute
/// path is taken: no folder is searched for it. Throws Error(unavailable) with the loader's reason.
/// Thread-safe.
[[nodiscard]] void* find_in_library(const std::string& file, const char* function);

/// The address of `function` in the module overlace-NAME.so, or null where that is not installed.
/// Modules stay loaded. Thread-safe; finding a loaded module again takes microseconds.
[[nodiscard]] void* find_in_module(const std::string& name, const char* function);

/// The same, with its type.
template <class Function>
[[nodiscard]] Function* module_function(const std::string& name, const char* function) {
  return reinterpret_cast<Function*>(find_in_module(name, function));
}

}  // namespace overlace
