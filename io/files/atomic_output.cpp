// SPDX-License-Identifier: Apache-2.0
// Locked temporary file, checked writes, data flush, rename, folder flush.
#include "io/files/atomic_output.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include "graph/core/error.h"
#include "graph/core/system_calls.h"
#include "io/files/named_file.h"
#include "io/files/temporary.h"

namespace overlace {
namespace {

namespace fs = std::filesystem;

}  // namespace

void check_output(const std::string& path, const OutputPolicy& policy) {
  if (path.empty()) throw Error(ErrorCode::usage, "the output has no name");
  check_name_lengths(path);
  if (std::ranges::any_of(policy.inputs,
                          [&path](const std::string& input) { return are_same(input, path); }))
    throw Error(ErrorCode::usage, "the output is the input file", "choose another name",
                SourceLocation{path});
  struct stat output {};
  if (::stat(path.c_str(), &output) != 0) {
    std::error_code ignored;
    if (errno == ENOENT && fs::is_symlink(path, ignored))
      throw Error(ErrorCode::usage, "is a symbolic link to a file that does not exist", "remove it",
                  SourceLocation{path});
    if (::access(folder_of(path).c_str(), W_OK) == 0) return;
    if (is_uri(path))
      throw Error(ErrorCode::usage, "is an address; overlace writes files only",
                  "write a file, then upload it", SourceLocation{path});
    throw Error(ErrorCode::output, fmt::format("cannot create it: {}", std::strerror(errno)),
                errno == ENOENT ? "create its folder first" : "", SourceLocation{path});
  }
  if (S_ISDIR(output.st_mode))
    throw Error(ErrorCode::usage, "is a folder", "", SourceLocation{path});
  if (!S_ISREG(output.st_mode)) {
    throw Error(ErrorCode::usage, "is a device, pipe or socket; a regular file is needed", "",
                SourceLocation{path});
  }
  if (!policy.overwrite) {
    throw Error(ErrorCode::usage, "exists already", "replace it with --overwrite",
                SourceLocation{path});
  }
}

AtomicOutput::AtomicOutput(const std::string& path, const OutputPolicy& policy)
    : path_(path), target_(resolved(path)), overwrite_(policy.overwrite), durable_(policy.durable) {
  check_output(path, policy);
  create_temporary();
}

void AtomicOutput::create_temporary() {
  Temporary made = make_temporary(target_, [](const char* path) {
    return ::open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  });
  if (made.file < 0) fail("cannot create it", errno);
  temporary_ = std::move(made.path);
  file_ = made.file;
}

AtomicOutput::~AtomicOutput() {
  discard();
}

void AtomicOutput::discard() noexcept {
  if (file_ < 0) return;
  ::close(file_);
  file_ = -1;
  ::unlink(temporary_.c_str());
}

bool AtomicOutput::write(std::span<const std::byte> bytes) noexcept {
  while (!bytes.empty() && failure_ == 0) {
    const ssize_t written = ::pwrite(file_, bytes.data(), bytes.size(), position_);
    if (written > 0) {
      bytes = bytes.subspan(static_cast<std::size_t>(written));
      position_ += written;
      size_ = std::max(size_, position_);
    } else if (written == 0 || errno != EINTR) {
      failure_ = written == 0 ? ENOSPC : errno;
    }
  }
  return failure_ == 0;
}

void AtomicOutput::throw_if_failed() const {
  if (failure_ != 0) fail("writing failed", failure_);
}

void AtomicOutput::commit() {
  throw_if_failed();
  if (durable_ && ::fdatasync(file_) != 0) fail("writing to the disk failed", errno);
  const int lock = duplicate(file_);  // the lock lasts until the file has its name
  const int closed = ::close(std::exchange(file_, -1)) == 0 ? 0 : errno;
  const int error = closed != 0 ? closed : rename_file(temporary_, target_, overwrite_);
  if (error != 0) ::unlink(temporary_.c_str());
  ::close(lock);
  if (error != 0) fail(closed != 0 ? "closing failed" : "cannot put it under its name", error);
  if (durable_) flush_folder(folder_of(target_));
}

void AtomicOutput::fail(const char* what, int error) const {
  throw Error(ErrorCode::output, fmt::format("{}: {}", what, std::strerror(error)), "",
              SourceLocation{path_});
}

}  // namespace overlace
