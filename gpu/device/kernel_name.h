// SPDX-License-Identifier: Apache-2.0
// What kernels are called.
#pragma once

#include <string>
#include <typeinfo>

namespace overlace {

/// The text of a symbol of C++; what is none stays as it is.
[[nodiscard]] std::string demangled(const char* symbol);
/// The name of a kernel's class without the project's namespace: "CompareAll<1>".
[[nodiscard]] std::string kernel_name(const std::type_info& kernel);
/// The same, without what it is made of where that is long: "PaintTiles".
[[nodiscard]] std::string short_kernel_name(const std::string& name);

}  // namespace overlace
