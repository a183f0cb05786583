// SPDX-License-Identifier: Apache-2.0
// Finding installed files, and dlopen.
#include "graph/core/module.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "graph/core/error.h"

namespace overlace {
namespace {

/// The file of the program or shared library that contains this code, as the kernel knows it: the
/// loader has the name that it was given, which the working folder or argv[0] may take elsewhere.
std::filesystem::path own_file() {
  const auto here = reinterpret_cast<std::uintptr_t>(&find_in_module);
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    std::uintptr_t begin = 0, end = 0;
    int name = 0;
    // address           perms offset  dev   inode       pathname    (proc_pid_maps(5))
    if (std::sscanf(line.c_str(), "%zx-%zx %*s %*s %*s %*s %n", &begin, &end, &name) >= 2 &&
        begin <= here && here < end)
      return line.substr(static_cast<std::size_t>(name));
  }
  return {};
}

/// "" if it is not known.
const std::filesystem::path& own_folder() {
  static const std::filesystem::path folder = own_file().parent_path();
  return folder;
}

/// Null if the library cannot be loaded.
void* open_library(const std::string& file) {
  return dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
}

[[noreturn]] void refuse(const std::string& file, const char* why) {
  throw Error(
      ErrorCode::unavailable,
      fmt::format("{} cannot be loaded: {}", std::filesystem::path(file).filename().string(), why),
      "", SourceLocation{file});
}

}  // namespace

std::string installed_file(const std::string& name) {
  const std::filesystem::path& folder = own_folder();
  if (folder.empty()) return {};
  for (const auto& place : {folder, folder / ".." / "lib" / "overlace", folder / ".." / "overlace",
                            folder / "overlace"})
    if (std::error_code error; std::filesystem::exists(place / name, error))
      return (place / name).string();
  return {};
}

std::string install_hint(const std::string& name) {
  return "install the package overlace-" + name;
}

void* find_in_library(const std::string& file, const char* function) {
  if (!std::filesystem::path(file).is_absolute()) refuse(file, "its path is not absolute");
  void* const library = open_library(file);
  if (library == nullptr) refuse(file, dlerror());
  void* const address = dlsym(library, function);
  if (address == nullptr) refuse(file, dlerror());
  return address;
}

void* find_in_module(const std::string& name, const char* function) {
  const std::string file = installed_file("overlace-" + name + ".so");
  void* const module = file.empty() ? nullptr : open_library(file);
  return module == nullptr ? nullptr : dlsym(module, function);
}

}  // namespace overlace
