# SPDX-License-Identifier: Apache-2.0
# The module with FAISS, on the CPU, and on GPUs if it was built for them: the second engine of link_knn, and
# proposals for link_similar.
if(NOT TARGET faiss)
  return()
endif()
overlace_module(faiss ${CMAKE_SOURCE_DIR}/gpu/host/link_faiss_propose.cpp ${CMAKE_SOURCE_DIR}/tracking/similarity_faiss.cpp)
target_link_libraries(overlace-faiss PRIVATE faiss)
add_dependencies(overlace_gpu overlace-faiss)
add_dependencies(overlace_tracking overlace-faiss)

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
  target_sources(overlace-faiss PRIVATE ${CMAKE_SOURCE_DIR}/gpu/cuda/link_faiss_propose.cpp)
  target_link_libraries(overlace-faiss PRIVATE CUDA::cudart)
  target_compile_definitions(overlace-faiss PRIVATE OVERLACE_HAVE_FAISS_GPU)
endif()
