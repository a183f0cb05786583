// SPDX-License-Identifier: Apache-2.0
// Names from the compiler's symbols.
#include "gpu/device/kernel_name.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>
#include <string_view>

namespace overlace {

std::string demangled(const char* symbol) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(symbol, nullptr, nullptr, &status), &std::free);
  return status == 0 ? text.get() : symbol;
}

std::string kernel_name(const std::type_info& kernel) {
  constexpr std::string_view own = "overlace::";
  std::string name = demangled(kernel.name());
  for (auto at = name.find(own); at != std::string::npos; at = name.find(own))
    name.erase(at, own.size());
  return name;
}

std::string short_kernel_name(const std::string& name) {
  constexpr std::size_t most = 20;
  return name.size() <= most ? name : name.substr(0, name.find('<'));
}

}  // namespace overlace
