// SPDX-License-Identifier: Apache-2.0
// Entries are instances of gpu/cuda/launch.h's run_kernel<Kernel>.
#include "tools/gpu_model/library.h"

#include <cxxabi.h>
#include <fmt/format.h>

#include <cstdlib>
#include <memory>

#include "graph/core/error.h"

namespace overlace::gpu_model {
namespace {

std::string demangled(const char* name) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(name, nullptr, nullptr, &status), &std::free);
  return status == 0 ? text.get() : name;
}

/// "BeginPass" of "void overlace::cuda::run_kernel<overlace::BeginPass>(overlace::BeginPass)".
std::string kernel_of_entry(const std::string& entry) {
  constexpr std::string_view before = "run_kernel<";
  const auto begin = entry.find(before);
  const auto end = entry.find(">(");
  if (begin == std::string::npos || end == std::string::npos) return entry;
  std::string name = entry.substr(begin + before.size(), end - begin - before.size());
  while (name.ends_with(' ')) name.pop_back();
  return name;
}

}  // namespace

KernelLibrary::KernelLibrary(std::string_view listing) {
  for (ListedFunction& function : read_listing(listing)) {
    std::string kernel = kernel_of_entry(demangled(function.name.c_str()));
    functions_.emplace(std::move(kernel), std::move(function));
  }
}

const Program& KernelLibrary::program(const std::type_info& kernel) {
  const std::string name = demangled(kernel.name());
  if (const auto known = programs_.find(name); known != programs_.end()) return known->second;
  const auto function = functions_.find(name);
  if (function == functions_.end())
    throw Error(ErrorCode::internal, fmt::format("the listing has no code of {}", name));
  return programs_.emplace(name, decode(function->second)).first->second;
}

std::string kernel_name(const std::type_info& kernel) {
  constexpr std::string_view own = "overlace::";
  std::string name = demangled(kernel.name());
  for (auto at = name.find(own); at != std::string::npos; at = name.find(own))
    name.erase(at, own.size());
  return name;
}

}  // namespace overlace::gpu_model
