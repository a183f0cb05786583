# SPDX-License-Identifier: Apache-2.0
# Lists made from file names: every FOLDER/X.cpp defines `TYPE X()`. Sets for the caller, and for its
# configure_file: `registry_sources`, `declarations` and `calls`.
function(collect_registry folder type)
  file(GLOB sources CONFIGURE_DEPENDS ${folder}/*.cpp)
  foreach(source ${sources})
    get_filename_component(stem ${source} NAME_WE)
    string(APPEND declarations "${type} ${stem}();\n")
    string(APPEND calls "      ${stem}(),\n")
  endforeach()
  set(registry_sources ${sources} PARENT_SCOPE)
  set(declarations "${declarations}" PARENT_SCOPE)
  set(calls "${calls}" PARENT_SCOPE)
endfunction()
