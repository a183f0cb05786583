# SPDX-License-Identifier: Apache-2.0
# The runtime that a static FAISS asks for. Nothing of ours is compiled for OpenMP.
find_package(OpenMP QUIET)
if(NOT TARGET OpenMP::OpenMP_CXX)
  # Clang without its own runtime: distributions build FAISS by GCC, for GCC's.
  include(CheckLibraryExists)
  check_library_exists(gomp omp_get_max_threads "" OVERLACE_HAVE_GOMP)
  if(OVERLACE_HAVE_GOMP)
    add_library(OpenMP::OpenMP_CXX INTERFACE IMPORTED)
    target_link_libraries(OpenMP::OpenMP_CXX INTERFACE gomp)
  endif()
endif()
