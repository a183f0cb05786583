// SPDX-License-Identifier: Apache-2.0
// Reserved descriptors, and a stack of our own where the system's is too small.
#include "cli/process_start.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <ucontext.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>

namespace overlace {
namespace {

constexpr std::size_t stack_bytes = std::size_t{8} << 20U;

void reserve_descriptors() {
  for (const int file : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(file, F_GETFD) != -1 || errno != EBADF) continue;
    // The wrong way round, so that its use fails. A new file gets the lowest free number: this one.
    static_cast<void>(::open("/dev/null", file == STDIN_FILENO ? O_WRONLY : O_RDONLY));
  }
}

void give_threads_room() {
  pthread_attr_t usual;
  if (::pthread_getattr_default_np(&usual) != 0) return;
  std::size_t bytes = 0;
  ::pthread_attr_getstacksize(&usual, &bytes);
  if (bytes < stack_bytes && ::pthread_attr_setstacksize(&usual, stack_bytes) == 0)
    ::pthread_setattr_default_np(&usual);
  ::pthread_attr_destroy(&usual);
}

bool has_room() {
  rlimit limit{};
  return ::getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= stack_bytes;
}

/// Memory for a stack, which ends in a page that cannot be touched.
class Stack {
 public:
  Stack()
      : memory_(::mmap(nullptr, stack_bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK | MAP_NORESERVE, -1, 0)) {
    if (exists()) ::mprotect(memory_, static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)), PROT_NONE);
  }
  ~Stack() {
    if (exists()) ::munmap(memory_, stack_bytes);
  }
  Stack(const Stack&) = delete;
  Stack& operator=(const Stack&) = delete;

  [[nodiscard]] bool exists() const { return memory_ != MAP_FAILED; }
  [[nodiscard]] void* memory() const { return memory_; }

 private:
  void* memory_;
};

struct Work {
  const std::function<int()>* program;
  int code = 0;
};

/// A context starts with whole numbers only: the two halves of a pointer.
void run_work(unsigned high, unsigned low) {
  auto* const work = reinterpret_cast<Work*>(std::uintptr_t{high} << 32U | low);
  work->code = (*work->program)();
}

/// A thread would have a stack of its own as well, but a batch must have one thread when it forks.
int run_on(const Stack& stack, const std::function<int()>& program) {
  Work work{&program};
  const auto address = reinterpret_cast<std::uintptr_t>(&work);
  ucontext_t here{}, there{};
  if (::getcontext(&there) != 0) return program();
  there.uc_stack.ss_sp = stack.memory();
  there.uc_stack.ss_size = stack_bytes;
  there.uc_link = &here;
  ::makecontext(&there, reinterpret_cast<void (*)()>(run_work), 2,
                static_cast<unsigned>(address >> 32U), static_cast<unsigned>(address));
  ::swapcontext(&here, &there);
  return work.code;
}

}  // namespace

int run_process(const std::function<int()>& program) {
  reserve_descriptors();
  give_threads_room();
  if (has_room()) return program();
  const Stack stack;
  return stack.exists() ? run_on(stack, program) : program();
}

}  // namespace overlace
