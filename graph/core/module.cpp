// SPDX-License-Identifier: Apache-2.0
// Finding installed files, and dlopen.
#include "graph/core/module.h"

#include <dlfcn.h>

#include <filesystem>

namespace overlace {
namespace {

/// The folder of the program or shared library that contains this code. The loader knows a program
/// by the name used to start it, which need not include a path.
std::filesystem::path own_folder() {
  Dl_info info{};
  const bool known = dladdr(reinterpret_cast<void*>(&find_in_module), &info) != 0;
  const std::string name = known && info.dli_fname != nullptr ? info.dli_fname : "";
  std::error_code error;
  std::filesystem::path file;
  if (name.find('/') != std::string::npos) file = std::filesystem::canonical(name, error);
  if (file.empty() || error) file = std::filesystem::canonical("/proc/self/exe", error);
  return file.parent_path();
}

}  // namespace

std::string installed_file(const std::string& name) {
  const std::filesystem::path folder = own_folder();
  for (const auto& place : {folder, folder / ".." / "lib" / "overlace", folder / ".." / "overlace",
                            folder / "overlace"})
    if (std::error_code error; std::filesystem::exists(place / name, error))
      return (place / name).string();
  return {};
}

void* find_in_module(const std::string& name, const char* function) {
  const std::string file = installed_file("overlace-" + name + ".so");
  void* const module = file.empty() ? nullptr : dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  return module == nullptr ? nullptr : dlsym(module, function);
}

}  // namespace overlace
