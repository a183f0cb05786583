# SPDX-License-Identifier: Apache-2.0
# The second engine of link_knn, for overlace_gpu: FAISS on the CPU, and on GPUs if it was built for them.
if(NOT TARGET faiss)
  target_sources(overlace_gpu PRIVATE host/link_no_faiss.cpp)
  return()
endif()
target_sources(overlace_gpu PRIVATE host/link_faiss.cpp ../gpu/host/link_faiss_propose.cpp)
target_link_libraries(overlace_gpu PRIVATE faiss)

if(OVERLACE_HAVE_CUDA)
  find_package(CUDAToolkit QUIET)
endif()
if(CUDAToolkit_FOUND)
  include(CheckCXXSourceCompiles)
  set(CMAKE_REQUIRED_LIBRARIES faiss CUDA::cudart)
  check_cxx_source_compiles("
    #include <faiss/gpu/GpuDistance.h>
    #include <faiss/gpu/StandardGpuResources.h>
    int main() {
      faiss::gpu::StandardGpuResources resources;
      faiss::gpu::bfKnn(&resources, faiss::gpu::GpuDistanceParams());
    }" OVERLACE_FAISS_HAS_GPU)
  unset(CMAKE_REQUIRED_LIBRARIES)
endif()
if(OVERLACE_FAISS_HAS_GPU)
  target_sources(overlace_gpu PRIVATE cuda/link_faiss_propose.cpp)
  target_link_libraries(overlace_gpu PRIVATE CUDA::cudart)
  target_compile_definitions(overlace_gpu PRIVATE OVERLACE_HAVE_FAISS_GPU)
endif()
