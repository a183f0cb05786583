// SPDX-License-Identifier: Apache-2.0
// A locked file with the owner's number in it.
#include "batch/batch_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "graph/core/error.h"

namespace overlace {
namespace {

std::string owner_in(int file) {
  std::array<char, 64> text{};
  const ssize_t count = ::pread(file, text.data(), text.size() - 1, 0);
  return count > 0 ? std::string(text.data(), static_cast<std::size_t>(count)) : "another process";
}

int open_lock(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (file < 0)
    throw Error(ErrorCode::output, fmt::format("cannot create it: {}", std::strerror(errno)), {},
                SourceLocation{path});
  return file;
}

/// Closes the file and throws where another process has it.
void take(int file, int mode, const std::string& root) {
  if (::flock(file, mode | LOCK_NB) == 0) return;
  const std::string owner = owner_in(file);
  ::close(file);
  throw Error(ErrorCode::usage, fmt::format("a batch that writes here runs: owned by {}", owner),
              "wait for it, or stop it", SourceLocation{root});
}

void sign(int file) {
  const std::string owner = fmt::format("pid {}", ::getpid());
  const bool written =
      ::ftruncate(file, 0) == 0 && ::pwrite(file, owner.data(), owner.size(), 0) > 0;
  static_cast<void>(written);  // it is for messages alone
}

}  // namespace

BatchLock::BatchLock(const std::string& root, const Shard& shard) {
  const std::filesystem::path folder = std::filesystem::path(root) / ".overlace";
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  file_ = open_lock((folder / "batch.lock").string());
  take(file_, shard.is_whole() ? LOCK_EX : LOCK_SH, root);
  sign(file_);
  if (shard.is_whole()) return;
  try {
    shard_ = open_lock((folder / (shard.name() + ".lock")).string());
    take(shard_, LOCK_EX, root);
  } catch (...) {
    ::close(file_);
    throw;
  }
  sign(shard_);
}

BatchLock::~BatchLock() {
  if (shard_ >= 0) ::close(shard_);
  ::close(file_);
}

}  // namespace overlace
