// SPDX-License-Identifier: Apache-2.0
// Child processes, and what remains when none can be started.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <iterator>
#include <stdexcept>
#include <thread>
#include <vector>

#include "batch/child_process.h"
#include "graph/core/error.h"

namespace overlace {
namespace {

std::ptrdiff_t open_files() {
  const auto files = std::filesystem::directory_iterator("/proc/self/fd");
  return std::distance(begin(files), end(files));
}

TEST(ChildProcess, TellsItsExitCode) {
  ChildProcess child([] { return 42; }, "");
  std::optional<ChildEnd> end;
  while (!(end = child.ended())) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_EQ(end->code, 42);
}

TEST(ChildProcess, EndsWithWhatItThrowsAndHarmsNoOther) {
  ChildProcess other([] { return ::pause(); }, "");
  ChildProcess child([]() -> int { throw std::runtime_error("thrown"); }, "");
  std::optional<ChildEnd> end;
  while (!(end = child.ended())) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_EQ(end->code, 128 + SIGABRT);
  EXPECT_FALSE(other.ended());
}

TEST(ChildProcess, LeavesNoFileOpenWhereThereAreTooFew) {
  rlimit limit{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &limit), 0);
  rlimit few = limit;
  few.rlim_cur = 100;
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &few), 0);
  std::vector<FileDescriptor> all;
  for (int file = 0; (file = ::dup(STDIN_FILENO)) >= 0;) all.emplace_back(file);
  all.resize(all.size() - 1);                // frees one descriptor to list the files
  for (int spare = 1; spare < 4; ++spare) {  // a child needs four
    const std::ptrdiff_t before = open_files();
    EXPECT_THROW(ChildProcess([] { return 0; }, ""), Error) << spare;
    EXPECT_EQ(open_files(), before) << spare;
    all.resize(all.size() - 1);
  }
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &limit), 0);
}

}  // namespace
}  // namespace overlace
