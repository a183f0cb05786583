// SPDX-License-Identifier: Apache-2.0
// Calls that WASI has not, as a kernel without them answers: callers take their other way, or
// report the error.
#include <errno.h>
#include <sys/sendfile.h>

ssize_t sendfile(int to, int from, off_t* offset, size_t count) {
  errno = EINVAL;
  return -1;
}
