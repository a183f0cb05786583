// SPDX-License-Identifier: Apache-2.0
#include "tests/run_tests.h"

#include <gtest/gtest.h>

#include <cstdio>

namespace overlace::test {

int run_tests(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  if (GTEST_FLAG_GET(list_tests)) return RUN_ALL_TESTS();
  const int code = RUN_ALL_TESTS();
  const ::testing::UnitTest& tests = *::testing::UnitTest::GetInstance();
  if (tests.test_to_run_count() == 0) {
    std::fputs("no case has such a name\n", stderr);
    return 1;
  }
  return code == 0 && tests.successful_test_count() == 0 ? all_skipped : code;
}

}  // namespace overlace::test
