# SPDX-License-Identifier: Apache-2.0
# overlace_module(NAME source…): the shared library overlace-NAME.so beside the programs, which is
# loaded when it is first needed (graph/core/module.h). Only its own libraries link what it wraps. It exports C
# functions by the name of overlace_*; all else is bound within.
set(OVERLACE_MODULE_EXPORTS ${CMAKE_CURRENT_LIST_DIR}/module.map)
function(overlace_module name)
  add_library(overlace-${name} MODULE ${ARGN})
  target_link_libraries(overlace-${name} PRIVATE overlace_options)
  target_link_options(overlace-${name} PRIVATE -Wl,--version-script=${OVERLACE_MODULE_EXPORTS} -Wl,--as-needed)
  set_target_properties(overlace-${name} PROPERTIES LINK_DEPENDS ${OVERLACE_MODULE_EXPORTS}
    PREFIX "" LIBRARY_OUTPUT_DIRECTORY ${CMAKE_RUNTIME_OUTPUT_DIRECTORY})
endfunction()
