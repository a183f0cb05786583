// SPDX-License-Identifier: Apache-2.0
// A locked file that holds the owner's process id.
#include "batch/batch_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <thread>

#include "batch/output_root.h"
#include "graph/core/error.h"

namespace overlace {
namespace {

std::string owner_in(int file) {
  std::array<char, 64> text{};
  const ssize_t count = ::pread(file, text.data(), text.size() - 1, 0);
  return count > 0 ? std::string(text.data(), static_cast<std::size_t>(count)) : "another process";
}

void sign(int file) {
  const std::string owner = fmt::format("pid {}", ::getpid());
  const bool written =
      ::ftruncate(file, 0) == 0 && ::pwrite(file, owner.data(), owner.size(), 0) > 0;
  static_cast<void>(written);  // used only in messages
}

/// False if another process holds the file, with errno set. is_held has it for a moment.
bool lock(int file, int mode) {
  constexpr int tries = 5;
  constexpr auto moment = std::chrono::milliseconds(20);
  for (int i = 0; i < tries; ++i) {
    if (::flock(file, mode | LOCK_NB) == 0) return true;
    if (errno != EWOULDBLOCK) return false;
    std::this_thread::sleep_for(moment);
  }
  errno = EWOULDBLOCK;
  return false;
}

/// Throws Error(usage) if another process holds the file, and Error(output) if it cannot be made or
/// locked.
FileDescriptor take(const std::string& path, int mode, const std::string& root) {
  FileDescriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666));
  if (!file)
    throw Error(ErrorCode::output, fmt::format("cannot create it: {}", std::strerror(errno)), {},
                SourceLocation{path});
  if (!lock(file.get(), mode)) {
    if (errno != EWOULDBLOCK)
      throw Error(ErrorCode::output, fmt::format("cannot be locked: {}", std::strerror(errno)),
                  "outputs must be on a file system that supports locks", SourceLocation{path});
    throw Error(ErrorCode::usage,
                fmt::format("another batch is writing here: owned by {}", owner_in(file.get())),
                "wait for it, or stop it", SourceLocation{root});
  }
  sign(file.get());
  return file;
}

}  // namespace

BatchLock::BatchLock(const std::string& root, const Shard& shard) {
  make_own_folder(root);
  const std::filesystem::path folder = own_folder(root);
  file_ = take((folder / "batch.lock").string(), shard.is_whole() ? LOCK_EX : LOCK_SH, root);
  if (!shard.is_whole()) shard_ = take((folder / (shard.name() + ".lock")).string(), LOCK_EX, root);
}

bool BatchLock::is_held(const std::string& root) {
  std::error_code gone;
  for (const auto& entry : std::filesystem::directory_iterator(own_folder(root), gone)) {
    if (entry.path().extension() != ".lock") continue;
    const FileDescriptor file(
        ::open(entry.path().c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (file && ::flock(file.get(), LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK) return true;
  }
  return false;
}

}  // namespace overlace
