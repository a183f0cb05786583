# SPDX-License-Identifier: Apache-2.0
# Threads::Threads: WASI's libc has the locks.
if(NOT TARGET Threads::Threads)
  add_library(Threads::Threads INTERFACE IMPORTED GLOBAL)
endif()
set(Threads_FOUND TRUE)
