// SPDX-License-Identifier: Apache-2.0
// Entries are instances of gpu/cuda/launch.h's run_kernel<Kernel>.
#include "tools/gpu_model/kernel_library.h"

#include <fmt/format.h>

#include "gpu/device/kernel_name.h"
#include "graph/core/error.h"

namespace overlace::gpu_model {
namespace {

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

}  // namespace overlace::gpu_model
