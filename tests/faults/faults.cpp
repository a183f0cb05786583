// SPDX-License-Identifier: Apache-2.0
// A library to preload that makes one system call or allocation fail.
//
// OVERLACE_FAULT=CALL:N:ERROR  the N-th CALL (pwrite, fdatasync, close, rename, read, open, flock,
//                              malloc) fails with errno ERROR; "short" writes half instead
// OVERLACE_FAULT_PATH=TEXT     only calls on files whose path contains TEXT count; allocations
//                              count from when such a file is opened
// OVERLACE_FAULT_LOG=FILE      gets the number of calls counted, when the process exits
//
// A crash, or running for more than half a minute, ends the process with status 99 and the name of
// the file whose code was running on stderr: "crashed in FILE" or "hung in FILE". Not all
// third-party libraries survive a failed allocation.
#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <sys/file.h>
#include <ucontext.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

// glibc's own names for the functions replaced below.
extern "C" {
void* __libc_malloc(std::size_t size);                           // NOLINT
void* __libc_calloc(std::size_t count, std::size_t size);        // NOLINT
void* __libc_realloc(void* memory, std::size_t size);            // NOLINT
void* __libc_memalign(std::size_t alignment, std::size_t size);  // NOLINT
}

namespace {

struct Fault {
  std::array<char, 32> call{};
  std::array<char, 256> path{};
  long number = 0;
  int error = 0;
  bool short_write = false;
};

Fault fault;
std::atomic<long> counted{0};
std::atomic<bool> armed{false};

bool is_of_interest(const char* file) {
  return std::strstr(file, "libc.so") == nullptr && std::strstr(file, "libfaults") == nullptr;
}

// The file that crashed, if directly known: of what ran, or of the caller of a null function.
const char* crashed_at(const ucontext_t& context) {
#if defined(__x86_64__)
  const auto& registers = context.uc_mcontext.gregs;
  auto* address = reinterpret_cast<void*>(registers[REG_RIP]);
  if (address == nullptr) address = *reinterpret_cast<void**>(registers[REG_RSP]);
  Dl_info info{};
  if (dladdr(address, &info) != 0 && is_of_interest(info.dli_fname)) return info.dli_fname;
#else
  static_cast<void>(context);
#endif
  return nullptr;
}

// The file of the innermost caller that is neither in the C library nor here.
const char* crashed_file() {
  std::array<void*, 64> frames{};
  const int count = ::backtrace(frames.data(), static_cast<int>(frames.size()));
  for (int i = 0; i < count; ++i) {
    Dl_info info{};
    if (dladdr(frames[static_cast<std::size_t>(i)], &info) == 0) continue;
    if (is_of_interest(info.dli_fname)) return info.dli_fname;
  }
  return nullptr;
}

// The file of the first address of code on the stack, where callers cannot be followed.
const char* file_on_stack(const ucontext_t& context) {
#if defined(__x86_64__)
  constexpr std::size_t most_words = 4096;
  auto* const* words = reinterpret_cast<void* const*>(context.uc_mcontext.gregs[REG_RSP]);
  for (std::size_t i = 0; i < most_words; ++i) {
    Dl_info info{};
    if (dladdr(words[i], &info) == 0 || info.dli_sname == nullptr) continue;
    if (is_of_interest(info.dli_fname)) return info.dli_fname;
  }
#else
  static_cast<void>(context);
#endif
  return nullptr;
}

[[noreturn]] void end(const char* what, const char* file) {
  constexpr int status_of_a_crash = 99;
  std::array<char, 4200> text{};
  const int size = std::snprintf(text.data(), text.size(), "%s in %s\n", what, file);
  static_cast<void>(!::write(STDERR_FILENO, text.data(), static_cast<std::size_t>(size)));
  ::_exit(status_of_a_crash);
}

// Where one way of naming the file crashes itself, this is called again and goes on with the next.
void on_crash(int signal, siginfo_t* /*info*/, void* data) {
  armed = false;
  static std::atomic<int> ways{0};
  static ucontext_t context;
  static const char* what = "crashed";
  if (ways == 0) {
    context = *static_cast<const ucontext_t*>(data);
    if (signal == SIGALRM) what = "hung";
  }
  for (const char* file = nullptr;;) {
    switch (ways++) {
      case 0:
        file = crashed_at(context);
        break;
      case 1:
        file = crashed_file();
        break;
      case 2:
        file = file_on_stack(context);
        break;
      default:
        file = "?";
        break;
    }
    if (file != nullptr) end(what, file);
  }
}

__attribute__((constructor)) void read_settings() {
  std::array<void*, 1> frame{};
  ::backtrace(frame.data(), 1);  // loads what it needs now, not in a handler
  struct sigaction action {};
  action.sa_sigaction = on_crash;
  action.sa_flags = SA_SIGINFO | SA_NODEFER;
  for (const int number : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGALRM})
    ::sigaction(number, &action, nullptr);
  constexpr unsigned longest_s = 30;
  ::alarm(longest_s);
  const char* text = std::getenv("OVERLACE_FAULT");
  std::array<char, 32> error{};
  if (text == nullptr ||
      std::sscanf(text, "%31[^:]:%ld:%31s", fault.call.data(), &fault.number, error.data()) != 3)
    return;
  fault.short_write = std::strcmp(error.data(), "short") == 0;
  fault.error = std::atoi(error.data());
  const char* path = std::getenv("OVERLACE_FAULT_PATH");
  std::snprintf(fault.path.data(), fault.path.size(), "%s", path == nullptr ? "" : path);
}

__attribute__((destructor)) void write_log() {
  const char* path = std::getenv("OVERLACE_FAULT_LOG");
  if (path == nullptr) return;
  armed = false;
  if (std::FILE* file = std::fopen(path, "w")) {
    std::fprintf(file, "%ld\n", counted.load());
    std::fclose(file);
  }
}

bool is(const char* call) {
  return std::strcmp(fault.call.data(), call) == 0;
}

bool concerns(const char* path) {
  return path != nullptr && std::strstr(path, fault.path.data()) != nullptr;
}

bool concerns(int file) {
  std::array<char, 64> link{};
  std::array<char, 4096> path{};
  std::snprintf(link.data(), link.size(), "/proc/self/fd/%d", file);
  return ::readlink(link.data(), path.data(), path.size() - 1) > 0 && concerns(path.data());
}

/// Counts a call; returns true, with errno set, if it is the one to fail.
bool fails() {
  if (++counted != fault.number) return false;
  errno = fault.error;
  return true;
}

bool allocation_fails() {
  return armed && is("malloc") && fails();
}

template <class Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

ssize_t write_at(int file, const void* data, std::size_t size, off64_t offset) {
  static auto* const real = next<ssize_t(int, const void*, std::size_t, off64_t)>("pwrite64");
  if (is("pwrite") && concerns(file) && fails()) {
    if (!fault.short_write) return -1;
    size = size / 2 + 1;
  }
  return real(file, data, size, offset);
}

int open_file(const char* path, int flags, mode_t mode) {
  static auto* const real = next<int(const char*, int, ...)>("open64");
  if (concerns(path)) armed = true;
  if (is("open") && concerns(path) && fails()) return -1;
  return real(path, flags, mode);
}

mode_t mode_of(int flags, std::va_list arguments) {
  return (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(arguments, mode_t) : 0;
}

}  // namespace

extern "C" {

ssize_t pwrite(int file, const void* data, size_t size, off_t offset) {
  return write_at(file, data, size, offset);
}
ssize_t pwrite64(int file, const void* data, size_t size, off64_t offset) {
  return write_at(file, data, size, offset);
}

ssize_t read(int file, void* data, size_t size) {
  static auto* const real = next<ssize_t(int, void*, std::size_t)>("read");
  return is("read") && concerns(file) && fails() ? -1 : real(file, data, size);
}

int fdatasync(int file) {
  static auto* const real = next<int(int)>("fdatasync");
  return is("fdatasync") && concerns(file) && fails() ? -1 : real(file);
}

int close(int file) {
  static auto* const real = next<int(int)>("close");
  const bool bad = is("close") && concerns(file) && fails();
  const int status = real(file);  // the kernel closes the file even if it reports an error
  if (bad) errno = fault.error;
  return bad ? -1 : status;
}

int flock(int file, int operation) noexcept {
  static auto* const real = next<int(int, int)>("flock");
  return is("flock") && concerns(file) && fails() ? -1 : real(file, operation);
}

int renameat2(int from_folder, const char* from, int to_folder, const char* to,
              unsigned flags) noexcept {
  static auto* const real = next<int(int, const char*, int, const char*, unsigned)>("renameat2");
  if (is("rename") && concerns(from) && fails()) return -1;
  return real(from_folder, from, to_folder, to, flags);
}
int rename(const char* from, const char* to) noexcept {
  static auto* const real = next<int(const char*, const char*)>("rename");
  return is("rename") && concerns(from) && fails() ? -1 : real(from, to);
}

int open(const char* path, int flags, ...) {
  std::va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = mode_of(flags, arguments);
  va_end(arguments);
  return open_file(path, flags, mode);
}
int open64(const char* path, int flags, ...) {
  std::va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = mode_of(flags, arguments);
  va_end(arguments);
  return open_file(path, flags, mode);
}

void* malloc(size_t size) {
  return allocation_fails() ? nullptr : __libc_malloc(size);
}
void* calloc(size_t count, size_t size) {
  return allocation_fails() ? nullptr : __libc_calloc(count, size);
}
void* realloc(void* memory, size_t size) {
  return allocation_fails() ? nullptr : __libc_realloc(memory, size);
}
void* aligned_alloc(size_t alignment, size_t size) {
  return allocation_fails() ? nullptr : __libc_memalign(alignment, size);
}
void* memalign(size_t alignment, size_t size) {
  return allocation_fails() ? nullptr : __libc_memalign(alignment, size);
}
int posix_memalign(void** memory, size_t alignment, size_t size) {
  if (allocation_fails()) return ENOMEM;
  *memory = __libc_memalign(alignment, size);
  return *memory == nullptr ? ENOMEM : 0;
}

}  // extern "C"
