// SPDX-License-Identifier: Apache-2.0
// Names of temporaries, their locks, and whether two names mean the same file.
#include "io/files/temporary.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdio>
#include <utility>

#include "graph/core/digest.h"
#include "graph/core/error.h"
#include "graph/core/system_calls.h"

namespace overlace {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t longest_name = NAME_MAX;

std::string temporary_name(const fs::path& target, int attempt) {
  const std::string name =
      name_with("." + target.filename().string(), fmt::format(".{}.part", attempt));
  return (folder_of(target) / name).string();
}

bool has_name(int file) {
  struct stat status {};
  return ::fstat(file, &status) == 0 && status.st_nlink > 0;
}

// Whether an open file still has this name: its owner may have renamed it meanwhile.
bool is_named(const std::string& name, int file) {
  struct stat named {
  }, opened{};
  return ::lstat(name.c_str(), &named) == 0 && ::fstat(file, &opened) == 0 &&
         named.st_dev == opened.st_dev && named.st_ino == opened.st_ino;
}

constexpr int most_attempts = 1000;

// False when the name is free. Only the holder of a temporary's lock may remove or rename it; where
// the file system has no locks, every temporary counts as in use.
bool remove_if_abandoned(const std::string& temporary) {
  constexpr int careful = O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
  int file = ::open(temporary.c_str(), O_RDWR | careful);
  if (file < 0 && errno == EISDIR) file = ::open(temporary.c_str(), O_RDONLY | careful);
  if (file < 0) return errno != ENOENT;
  const bool locked = lock_alone(file);
  std::error_code ignored;
  if (locked && is_named(temporary, file)) fs::remove_all(temporary, ignored);
  ::close(file);
  return true;
}

// Leftovers of killed runs. Their numbers are consecutive, but for one that a run has released
// meanwhile.
void remove_abandoned(const fs::path& target) {
  int free_names = 0;
  for (int attempt = 0; free_names < 2 && attempt <= most_attempts; ++attempt)
    if (!remove_if_abandoned(temporary_name(target, attempt))) ++free_names;
}

// False when another run removed the new file as abandoned before it was locked.
bool claim(int file) {
  if (!lock_alone(file) && errno == EWOULDBLOCK) return false;
  return has_name(file);
}

}  // namespace

fs::path folder_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

std::string name_with(const std::string& name, const std::string& suffix) {
  constexpr std::size_t digits = 8;
  if (name.size() + suffix.size() <= longest_name) return name + suffix;
  Digest digest;
  digest.add(name);
  const std::string tail = "." + hex_of(digest.value()).substr(0, digits) + suffix;
  std::size_t kept = longest_name - tail.size();
  const auto is_inside_character = [&name](std::size_t at) { return (name[at] & 0xC0) == 0x80; };
  while (kept > 0 && is_inside_character(kept)) --kept;
  return name.substr(0, kept) + tail;
}

void check_name_lengths(const fs::path& path) {
  for (const fs::path& part : path)
    if (const std::size_t bytes = part.string().size(); bytes > longest_name)
      throw Error(ErrorCode::usage,
                  fmt::format("has a name of {} bytes, which is too long for a file system", bytes),
                  fmt::format("shorten it to {} bytes", longest_name),
                  SourceLocation{path.string()});
}

std::string resolved(const std::string& path) {
  std::error_code error;
  const fs::path real = fs::canonical(path, error);
  return error ? path : real.string();
}

// Also works for outputs that do not exist yet.
bool are_same(const std::string& a, const std::string& b) {
  struct stat first {
  }, second{};
  const bool first_there = ::stat(a.c_str(), &first) == 0;
  const bool second_there = ::stat(b.c_str(), &second) == 0;
  if (first_there && second_there)
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino;
  std::error_code error;
  return first_there == second_there && !a.empty() &&
         fs::weakly_canonical(fs::absolute(a), error) ==
             fs::weakly_canonical(fs::absolute(b), error) &&
         !error;
}

Temporary make_temporary(const fs::path& target, const std::function<int(const char*)>& make) {
  remove_abandoned(target);
  // Once a file exists nothing may throw: the file would stay behind.
  Temporary made;
  for (int attempt = 0; made.file < 0; ++attempt) {
    made.path = temporary_name(target, attempt);
    made.file = make(made.path.c_str());
    if (made.file < 0 && (errno != EEXIST || attempt > most_attempts)) return made;
    if (made.file >= 0 && !claim(made.file)) ::close(std::exchange(made.file, -1));
  }
  return made;
}

int rename_file(const std::string& from, const std::string& to, bool overwrite) {
  if (!overwrite) {
    const int renamed = rename_to_free_name(from.c_str(), to.c_str());
    if (renamed != EINVAL && renamed != ENOSYS) return renamed;
    // Some file systems can link but not rename without replacing; some can do neither.
    if (::link(from.c_str(), to.c_str()) == 0) return ::unlink(from.c_str()) == 0 ? 0 : errno;
    if (errno != EPERM && errno != EOPNOTSUPP) return errno;
    if (::access(to.c_str(), F_OK) == 0) return EEXIST;
  }
  return ::rename(from.c_str(), to.c_str()) == 0 ? 0 : errno;
}

void flush_folder(const fs::path& folder) {
  const int file = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file < 0) return;
  static_cast<void>(::fsync(file));
  ::close(file);
}

}  // namespace overlace
