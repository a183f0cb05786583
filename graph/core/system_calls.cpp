// SPDX-License-Identifier: Apache-2.0
#include "graph/core/system_calls.h"

#include <unistd.h>

#include <cerrno>
#include <limits>

#if !defined(__wasi__)
#include <stdio.h>  // NOLINT(modernize-deprecated-headers): renameat2 is Linux's
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include <array>
#include <chrono>
#include <thread>

#include "graph/core/file_descriptor.h"
#endif

namespace overlace {

#if defined(__wasi__)

bool is_own(uid_t /*owner*/) {
  return true;
}

bool has_writer(int /*pipe*/) {
  return false;
}

bool lock_alone(int /*file*/) {
  return true;
}

int duplicate(int /*file*/) {
  return -1;
}

bool flush_file_system(int folder) {
  return ::fsync(folder) == 0;
}

int rename_to_free_name(const char* /*from*/, const char* /*to*/) {
  return ENOSYS;
}

int exchange_names(const char* /*a*/, const char* /*b*/) {
  return ENOSYS;
}

void advise_huge_pages(void* /*memory*/, std::size_t /*bytes*/) {}

std::size_t address_limit() {
  return std::numeric_limits<std::size_t>::max();
}

#else

bool is_own(uid_t owner) {
  return owner == ::geteuid();
}

bool has_writer(int pipe) {
  constexpr int tries = 20;
  constexpr std::chrono::milliseconds moment(20);
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return false;
  const FileDescriptor out(ends[0]), in(ends[1]);
  for (int i = 0; i < tries; ++i) {
    // Takes nothing from the pipe. 0 means that there are neither data nor writers (tee(2)).
    if (::tee(pipe, in.get(), 1, SPLICE_F_NONBLOCK) != 0) return true;
    std::this_thread::sleep_for(moment);
  }
  return false;
}

bool lock_alone(int file) {
  return ::flock(file, LOCK_EX | LOCK_NB) == 0;
}

int duplicate(int file) {
  return ::dup(file);
}

bool flush_file_system(int folder) {
  return ::syncfs(folder) == 0;
}

int rename_to_free_name(const char* from, const char* to) {
  return ::renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0 ? 0 : errno;
}

int exchange_names(const char* a, const char* b) {
  return ::renameat2(AT_FDCWD, a, AT_FDCWD, b, RENAME_EXCHANGE) == 0 ? 0 : errno;
}

void advise_huge_pages(void* memory, std::size_t bytes) {
  static_cast<void>(::madvise(memory, bytes, MADV_HUGEPAGE));
}

std::size_t address_limit() {
  rlimit space{};
  if (::getrlimit(RLIMIT_AS, &space) != 0 || space.rlim_cur == RLIM_INFINITY)
    return std::numeric_limits<std::size_t>::max();
  return static_cast<std::size_t>(space.rlim_cur);
}

#endif

}  // namespace overlace
