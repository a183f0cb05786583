// SPDX-License-Identifier: Apache-2.0
// Parts of ours that lie beside a program. Modules are shared libraries that are loaded when they
// are first needed: what they link costs nothing before, and need not be installed for anything
// else.
#pragma once

#include <string>

namespace overlace {

/// The path of a file beside the program or library that this code is part of, or in
/// ../lib/overlace (from a program's folder), ../overlace or overlace (from a library's); "" when
/// it is in none.
[[nodiscard]] std::string installed_file(const std::string& name);

/// The address of `function` in the module overlace-NAME.so, or null where that is not installed. A
/// module stays loaded. Any thread; a module that is loaded is found again in microseconds.
[[nodiscard]] void* find_in_module(const std::string& name, const char* function);

/// The same with its type.
template <class Function>
[[nodiscard]] Function* module_function(const std::string& name, const char* function) {
  return reinterpret_cast<Function*>(find_in_module(name, function));
}

}  // namespace overlace
