// SPDX-License-Identifier: Apache-2.0
// Exit codes for exceptions of the standard library; the numbers are those of docs/running.md.
#include <gtest/gtest.h>

#include <filesystem>
#include <new>
#include <stdexcept>
#include <system_error>

#include "cli/failure.h"

namespace overlace {
namespace {

template <class Exception>
int exit_code_of(const Exception& exception) {
  return failure_of(std::make_exception_ptr(exception)).exit_code;
}

std::filesystem::filesystem_error file_error(std::errc code) {
  return {"cannot rename", "clip.mp4", std::make_error_code(code)};
}

TEST(Failure, LackOfMemoryIsOneCodeWhoeverFindsIt) {
  EXPECT_EQ(exit_code_of(std::bad_alloc()), 33);
  EXPECT_EQ(exit_code_of(file_error(std::errc::not_enough_memory)), 33);
  EXPECT_EQ(exit_code_of(std::system_error(std::make_error_code(std::errc::not_enough_memory))),
            33);
}

TEST(Failure, ShortagesMayPass) {
  EXPECT_EQ(exit_code_of(file_error(std::errc::too_many_files_open)), 75);
  EXPECT_EQ(exit_code_of(std::system_error(EAGAIN, std::generic_category(), "thread")), 75);
}

TEST(Failure, TheRestIsABug) {
  EXPECT_EQ(exit_code_of(file_error(std::errc::not_a_directory)), 1);
  EXPECT_EQ(exit_code_of(std::logic_error("no such slot")), 1);
}

}  // namespace
}  // namespace overlace
