// SPDX-License-Identifier: Apache-2.0
// Readable names of kernels.
#pragma once

#include <string>
#include <typeinfo>

namespace overlace {

/// A C++ symbol, demangled; any other text as it is.
[[nodiscard]] std::string demangled(const char* symbol);
/// The name of a kernel's class without the project's namespace: "CompareAll<1>".
[[nodiscard]] std::string kernel_name(const std::type_info& kernel);
/// The same, without its template arguments if it is long: "PaintTiles".
[[nodiscard]] std::string short_kernel_name(const std::string& name);

}  // namespace overlace
