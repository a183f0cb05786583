// SPDX-License-Identifier: Apache-2.0
// Locked temporary folder, checked writes, flush, rename or exchange.
#include "io/files/atomic_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "graph/core/error.h"
#include "graph/core/system_calls.h"
#include "io/files/temporary.h"

namespace overlace {
namespace {

namespace fs = std::filesystem;

/// "out" for "out/".
std::string without_slash(std::string path) {
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  return path;
}

bool is_or_holds(const std::string& folder, const std::string& input) {
  if (input.empty()) return false;
  std::error_code ignored;
  return are_same(input, folder) ||
         (fs::exists(folder, ignored) && are_same(folder_of(input).string(), folder));
}

void check_content(const std::string& path, bool overwrite, const ReplaceableName& replaceable) {
  std::error_code failure;
  for (const fs::directory_entry& entry : fs::directory_iterator(path, failure)) {
    if (!overwrite)
      throw Error(ErrorCode::usage, "the folder already exists and is not empty",
                  "replace it with --overwrite", SourceLocation{path});
    const std::string name = entry.path().filename().string();
    if (!fs::is_regular_file(entry.symlink_status()) || !replaceable(name))
      throw Error(ErrorCode::usage,
                  fmt::format("the folder holds '{}', which would be lost with it", name),
                  "name a folder that does not exist yet", SourceLocation{path});
  }
  if (failure)
    throw Error(ErrorCode::output, "the folder cannot be listed: " + failure.message(), "",
                SourceLocation{path});
}

bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

void check_output_folder(const std::string& path, const OutputPolicy& policy,
                         const ReplaceableName& replaceable) {
  if (path.empty()) throw Error(ErrorCode::usage, "the output has no name");
  check_name_lengths(path);
  const std::string folder = without_slash(path);
  if (std::ranges::any_of(policy.inputs,
                          [&](const std::string& input) { return is_or_holds(folder, input); }))
    throw Error(ErrorCode::usage, "the output folder is, or holds, the input",
                "choose another name", SourceLocation{path});
  if (are_same(folder, "."))
    throw Error(ErrorCode::usage, "is the current folder, which would be replaced",
                "name a folder in it, or start from its parent", SourceLocation{path});
  std::error_code ignored;
  if (fs::is_directory(folder, ignored))
    return check_content(folder, policy.overwrite, replaceable);
  if (fs::exists(fs::symlink_status(folder, ignored)))
    throw Error(ErrorCode::usage, "is a file; the format is written as a folder of files",
                "choose another name", SourceLocation{path});
  if (::access(folder_of(folder).c_str(), W_OK) != 0)
    throw Error(ErrorCode::output, fmt::format("cannot create it: {}", std::strerror(errno)),
                errno == ENOENT ? "create its parent folder first" : "", SourceLocation{path});
}

AtomicFolder::AtomicFolder(const std::string& path, OutputPolicy policy,
                           ReplaceableName replaceable)
    : path_(path),
      target_(resolved(without_slash(path))),
      policy_(std::move(policy)),
      replaceable_(std::move(replaceable)) {
  check_output_folder(path, policy_, replaceable_);
  Temporary made = make_temporary(target_, [](const char* name) {
    if (::mkdir(name, 0777) != 0) return -1;
    const int folder = ::open(name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder < 0) {
      const int error = errno;
      ::rmdir(name);
      errno = error;
    }
    return folder;
  });
  if (made.file < 0) fail("cannot create it", errno);
  temporary_ = std::move(made.path);
  folder_ = made.file;
}

AtomicFolder::~AtomicFolder() {
  if (folder_ < 0) return;
  std::error_code ignored;
  fs::remove_all(temporary_, ignored);
  ::close(folder_);
}

void AtomicFolder::write(const std::string& name, std::string_view text) {
  const int file = ::openat(folder_, name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file < 0) fail("cannot create a file in it", errno);
  int error = write_all(file, text) ? 0 : errno;
  if (::close(file) != 0 && error == 0) error = errno;
  if (error != 0) fail("writing failed", error);
}

void AtomicFolder::commit() {
  if (!flush_file_system(folder_)) fail("writing to the disk failed", errno);
  // rename replaces an empty folder, but no other file.
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) {
    if (errno != ENOTEMPTY && errno != EEXIST) fail("cannot put it under its name", errno);
    replace();
  }
  ::close(std::exchange(folder_, -1));
  flush_folder(folder_of(target_));
}

void AtomicFolder::replace() {
  check_content(target_, policy_.overwrite, replaceable_);
  std::string old = temporary_;
  if (const int exchange = exchange_names(temporary_.c_str(), target_.c_str()); exchange != 0) {
    if (exchange != EINVAL && exchange != ENOSYS)
      fail("cannot put it in the other one's place", exchange);
    // Some file systems cannot exchange names.
    old += ".old";
    if (::rename(target_.c_str(), old.c_str()) != 0) fail("cannot move the other one away", errno);
    if (::rename(temporary_.c_str(), target_.c_str()) != 0) {
      const int error = errno;
      static_cast<void>(::rename(old.c_str(), target_.c_str()));
      fail("cannot put it in the other one's place", error);
    }
  }
  std::error_code ignored;
  fs::remove_all(old, ignored);
}

void AtomicFolder::fail(const char* what, int error) const {
  throw Error(ErrorCode::output, fmt::format("{}: {}", what, std::strerror(error)), "",
              SourceLocation{path_});
}

}  // namespace overlace
