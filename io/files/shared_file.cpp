// SPDX-License-Identifier: Apache-2.0
// Exchanges names until what comes out is what was expected.
#include "io/files/shared_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <thread>
#include <utility>

#include "graph/core/error.h"
#include "graph/core/file_descriptor.h"
#include "graph/core/regular_file.h"
#include "graph/core/system_calls.h"
#include "io/files/temporary.h"

namespace overlace {
namespace {

[[noreturn]] void fail(const std::string& path, const char* what, int error) {
  throw Error(ErrorCode::output, fmt::format("{}: {}", what, std::strerror(error)), "",
              SourceLocation{path});
}

/// Holds the folder for this program, where its file system can: others that exchange there wait.
class FolderLock {
 public:
  explicit FolderLock(const std::string& target)
      : folder_(::open(folder_of(target).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    // An exchange takes milliseconds. Whoever holds the folder for longer is no program of ours.
    constexpr std::chrono::milliseconds wait{2};
    constexpr int attempts = 1000;
    for (int i = 0; i < attempts && !lock_alone(folder_.get()); ++i) {
      if (errno != EWOULDBLOCK && errno != EINTR) return;
      std::this_thread::sleep_for(wait);
    }
  }

 private:
  FileDescriptor folder_;
};

std::string content_of(const std::string& path, std::size_t limit) {
  const RegularFile file(path);
  if (!file) throw Error(ErrorCode::input, file.problem(), "", SourceLocation{path});
  if (file.size() > limit)
    throw Error(ErrorCode::input,
                fmt::format("has {} bytes; at most {} are read", file.size(), limit), "",
                SourceLocation{path});
  return file.read(limit);
}

/// Whether the file of this name has the text, and nobody has it open to write into it: who opened
/// it under its other name still can.
bool is_settled(const std::string& path, std::string_view text) {
  const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (!file) return false;
  // A read lease is refused while the file is open for writing; there is none for files of other
  // users. Its signal is one that does nothing.
  static_cast<void>(::fcntl(file.get(), F_SETSIG, SIGURG));
  if (::fcntl(file.get(), F_SETLEASE, F_RDLCK) == 0)
    static_cast<void>(::fcntl(file.get(), F_SETLEASE, F_UNLCK));
  else if (errno == EAGAIN)
    return false;
  const RegularFile opened(path);
  return opened && opened.size() == text.size() && opened.read(text.size() + 1) == text;
}

std::string hidden_name(const std::string& target) {
  const std::string name = std::filesystem::path(target).filename().string();
  return (folder_of(target) / name_with("." + name, ".saving")).string();
}

/// A new version under a hidden name, with the rights of the file that it is to replace. One that a
/// killed program has left there gives way: the folder is locked.
class Version {
 public:
  Version(const std::string& path, const std::string& target, std::string_view text)
      : path_(path), target_(target), hidden_(hidden_name(target)) {
    struct stat status {};
    if (::stat(target.c_str(), &status) != 0) fail(path, "cannot be found", errno);
    if (::access(target.c_str(), W_OK) != 0) fail(path, "cannot be written", errno);
    ::unlink(hidden_.c_str());
    file_ = FileDescriptor(
        ::open(hidden_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (!file_) fail(path, "cannot write beside it", errno);
    write(text);
    if (::fchown(file_.get(), status.st_uid, status.st_gid) != 0) {
      // It then belongs to who has written it.
    }
    constexpr mode_t rights = 07777;
    if (::fchmod(file_.get(), status.st_mode & rights) != 0 || ::fdatasync(file_.get()) != 0)
      discard_and_fail(errno);
    file_.close();
  }
  ~Version() { ::unlink(hidden_.c_str()); }
  Version(const Version&) = delete;
  Version& operator=(const Version&) = delete;

  [[nodiscard]] const std::string& hidden() const { return hidden_; }
  /// Exchanges the names of what is hidden and the file. Returns 0 or an errno.
  [[nodiscard]] int exchange() const { return exchange_names(hidden_.c_str(), target_.c_str()); }
  /// Gives it the file's name, whatever has that.
  void rename() const {
    if (::rename(hidden_.c_str(), target_.c_str()) != 0) fail(path_, "cannot replace it", errno);
  }

 private:
  void write(std::string_view text) {
    while (!text.empty()) {
      const ssize_t written = ::write(file_.get(), text.data(), text.size());
      if (written < 0 && errno != EINTR) discard_and_fail(errno);
      if (written > 0) text.remove_prefix(static_cast<std::size_t>(written));
    }
  }
  [[noreturn]] void discard_and_fail(int error) {
    ::unlink(hidden_.c_str());
    fail(path_, "writing failed", error);
  }

  const std::string& path_;
  const std::string& target_;
  std::string hidden_;
  FileDescriptor file_;
};

/// Puts `version` in place of `base`. Returns whether it is there.
bool put_in_place(const Version& version, const std::string& path, std::string_view base,
                  std::string_view text) {
  const int error = version.exchange();
  if (error == EINVAL || error == ENOSYS) {  // of a file system that cannot exchange
    version.rename();
    return true;
  }
  if (error != 0) fail(path, "cannot replace it", error);
  if (is_settled(version.hidden(), base)) return true;
  // Somebody else's version came out, and goes back. If meanwhile a third one has taken the place
  // of ours, it comes out instead, and is the newest: it goes back as well, over the second.
  std::string there(text);
  for (int attempts = 0; attempts < 1000; ++attempts) {
    const RegularFile hidden(version.hidden());
    std::string next = hidden.read(hidden.size());
    if (const int again = version.exchange(); again != 0)
      fail(path, "cannot put back what somebody else has written", again);
    if (is_settled(version.hidden(), there)) return false;
    there = std::move(next);
  }
  return false;
}

}  // namespace

SharedFile::SharedFile(std::string path, std::size_t limit)
    : path_(std::move(path)), target_(resolved(path_)), limit_(limit) {
  reload();
}

bool SharedFile::reload() {
  const FolderLock lock(target_);
  std::string text = content_of(path_, limit_);
  return std::exchange(text_, std::move(text)) != text_;
}

bool SharedFile::replace(std::string_view text) {
  const FolderLock lock(target_);
  if (content_of(target_, limit_) != text_) return false;
  const Version version(path_, target_, text);
  if (!put_in_place(version, path_, text_, text)) return false;
  flush_folder(folder_of(target_));
  text_ = text;
  return true;
}

}  // namespace overlace
