// SPDX-License-Identifier: Apache-2.0
// The fonts that the tests rely on, and a check for Errors.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "graph/core/error.h"
#include "text/font.h"

namespace overlace::test {

/// DejaVu Sans, Book: has Latin, Arabic, Hebrew, an "fi" ligature and an é; lacks Devanagari.
inline constexpr const char* test_font = "DejaVu Sans";

/// Skips the test when the fonts are not installed.
class FontTest : public ::testing::Test {
 protected:
  void SetUp() override {
    try {
      (void)find_font(test_font);
    } catch (const Error&) {
      GTEST_SKIP() << "DejaVu Sans is not installed";
    }
  }
};

/// Runs `f` and returns the first problem of the Error(usage) that it must throw.
template <class F>
Diagnostic problem_of(F f) {
  try {
    f();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    return error.problems().front();
  }
  ADD_FAILURE() << "no error";
  return {};
}

}  // namespace overlace::test
