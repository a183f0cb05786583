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

}  // namespace

BatchLock::BatchLock(const std::string& root) {
  const std::filesystem::path folder = std::filesystem::path(root) / ".overlace";
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  const std::string path = (folder / "batch.lock").string();
  file_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (file_ < 0)
    throw Error(ErrorCode::output, fmt::format("cannot create it: {}", std::strerror(errno)), {},
                SourceLocation{path});
  if (::flock(file_, LOCK_EX | LOCK_NB) != 0) {
    const std::string owner = owner_in(file_);
    ::close(file_);
    throw Error(ErrorCode::usage, fmt::format("a batch that writes here runs: owned by {}", owner),
                "wait for it, or stop it", SourceLocation{root});
  }
  const std::string owner = fmt::format("pid {}", ::getpid());
  const bool written =
      ::ftruncate(file_, 0) == 0 && ::pwrite(file_, owner.data(), owner.size(), 0) > 0;
  static_cast<void>(written);  // it is for messages alone
}

BatchLock::~BatchLock() {
  ::close(file_);
}

}  // namespace overlace
