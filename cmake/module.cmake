# SPDX-License-Identifier: Apache-2.0
# overlace_module(NAME source…): the shared library overlace-NAME.so beside the programs, which is
# loaded when it is first needed (graph/core/module.h). Only its own libraries link what it wraps.
function(overlace_module name)
  add_library(overlace-${name} MODULE ${ARGN})
  target_link_libraries(overlace-${name} PRIVATE overlace_options)
  set_target_properties(overlace-${name} PROPERTIES
    PREFIX "" LIBRARY_OUTPUT_DIRECTORY ${CMAKE_RUNTIME_OUTPUT_DIRECTORY})
endfunction()
