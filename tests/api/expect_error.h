// SPDX-License-Identifier: Apache-2.0
// What a refused call must tell.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "tests/api/library_host.h"

namespace overlace::test {

/// Expects an error of this code whose text contains these words, and frees it.
inline void expect_error(int code, ovl_error* error, int expected, const std::string& words) {
  const Handle<ovl_error> owned(error);
  EXPECT_EQ(code, expected) << words;
  ASSERT_NE(error, nullptr) << words;
  EXPECT_EQ(ovl_error_code(error), expected);
  EXPECT_NE(std::string(ovl_error_text(error)).find(words), std::string::npos)
      << ovl_error_text(error);
}

}  // namespace overlace::test
