# SPDX-License-Identifier: Apache-2.0
# TBB::tbb where there is one thread.
if(NOT TARGET TBB::tbb)
  add_library(TBB::tbb INTERFACE IMPORTED GLOBAL)
  target_include_directories(TBB::tbb INTERFACE ${CMAKE_CURRENT_LIST_DIR}/../tbb)
endif()
set(TBB_FOUND TRUE)
