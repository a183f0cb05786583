// SPDX-License-Identifier: Apache-2.0
// The main function of most test programs.
#include "tests/run_tests.h"

int main(int argc, char** argv) {
  return overlace::test::run_tests(argc, argv);
}
