// SPDX-License-Identifier: Apache-2.0
// Loops on several threads, without a sleep from one to the next.
#include "gpu/host/workers.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <thread>
#include <utility>
#include <vector>

namespace overlace {
namespace {

/// Bytes of a cache line: what different threads write lies on different ones.
constexpr std::size_t line = 64;

/// How long a helper waits for the next loop: somewhat longer than it takes to wake a thread.
constexpr std::chrono::microseconds longest_wait(50);

/// Waits for another thread: first for nanoseconds, later by letting others run.
class Pause {
 public:
  void operator()() {
    if (++rounds_ % rounds_until_yield == 0) {
      std::this_thread::yield();
    } else {
#if defined(__x86_64__)
      __builtin_ia32_pause();
#endif
    }
  }
  /// Whether it has taken longer than a helper should wait.
  [[nodiscard]] bool is_long() const {
    constexpr unsigned rounds_per_look = 16;
    return rounds_ % rounds_per_look == 0 &&
           std::chrono::steady_clock::now() - begin_ > longest_wait;
  }

 private:
  static constexpr unsigned rounds_until_yield = 1024;
  unsigned rounds_ = 0;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace

/// The state that workers share. A loop is open while its number is odd; a helper counts itself in
/// before it looks at that number, so a loop that was closed and has nobody inside is left.
class Workers::Team {
 public:
  explicit Team(int count) : members_(static_cast<std::size_t>(count)) {}

  /// Calls call_helper(member) for each helper that is wanted and not there: it has to help().
  template <class Call>
  void run(std::size_t count, const LoopWork& work, const Call& call_helper) {
    open(count, work);
    for (std::size_t i = 1; i < parts_; ++i)
      if (!members_[i].is_called.exchange(true)) call_helper(i);
    take_part(0);
    close();
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  }
  /// Takes part in loops until there is none for a while.
  void help(std::size_t member) {
    std::uint64_t seen = 0;  // the last loop that this member has looked at
    do {
      for (Pause pause; !pause.is_long() && !is_over_; pause()) {
        const std::uint64_t loop = loop_;
        if (!is_open(loop) || loop == seen) continue;
        seen = loop;
        join(member);
        pause = {};
      }
      members_[member].is_called = false;
      // A loop that has begun meanwhile counts on this member, unless it has called it anew.
    } while (is_open(loop_) && loop_ != seen && !members_[member].is_called.exchange(true));
  }
  /// Lets helpers leave at once.
  void end() { is_over_ = true; }

 private:
  /// A worker, and its part of the current loop.
  struct alignas(line) Member {
    std::atomic<std::size_t> next{0};
    std::size_t end = 0;
    std::atomic<bool> is_called{false};  ///< whether it comes, or is here
  };

  void open(std::size_t count, const LoopWork& work) {
    work_ = work;
    parts_ = std::min(members_.size(), count);
    for (std::size_t i = 0; i < parts_; ++i) {
      members_[i].next.store(count * i / parts_, std::memory_order_relaxed);
      members_[i].end = count * (i + 1) / parts_;
    }
    has_failed_.store(false, std::memory_order_relaxed);
    ++loop_;
  }
  void close() {
    ++loop_;
    for (Pause pause; inside_ != 0;) pause();
  }

  void join(std::size_t member) {
    ++inside_;
    if (is_open(loop_) && member < parts_) take_part(member);
    --inside_;
  }
  static bool is_open(std::uint64_t loop) { return loop % 2 != 0; }

  /// Does what is left of a member's own part, then of the others'.
  void take_part(std::size_t member) {
    for (std::size_t i = 0; i < parts_; ++i) {
      Member& of = members_[(member + i) % parts_];
      while (of.next.load(std::memory_order_relaxed) < of.end) {
        const std::size_t at = of.next.fetch_add(1, std::memory_order_relaxed);
        if (at < of.end) call(at, static_cast<int>(member));
      }
    }
  }
  void call(std::size_t at, int worker) {
    try {
      work_.call(work_.object, at, worker);
    } catch (...) {
      if (!has_failed_.exchange(true)) failure_ = std::current_exception();
    }
  }

  alignas(line) std::atomic<std::uint64_t> loop_{0};
  alignas(line) std::atomic<int> inside_{0};  ///< helpers that may look at the loop
  std::atomic<bool> is_over_{false};
  LoopWork work_;
  std::size_t parts_ = 0;
  std::atomic<bool> has_failed_{false};
  std::exception_ptr failure_;
  std::vector<Member> members_;
};

Workers::Workers(int count) : count_(count), arena_(count), team_(std::make_unique<Team>(count)) {}

Workers::~Workers() noexcept {
  team_->end();
  // Whoever waits in the arena also runs what has not begun.
  arena_.execute([this] { helpers_.wait(); });
}

void Workers::run(std::size_t count, const LoopWork& work) {
  team_->run(count, work, [this](std::size_t member) {
    arena_.enqueue(helpers_.defer([team = team_.get(), member] { team->help(member); }));
  });
}

}  // namespace overlace
