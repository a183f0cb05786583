# SPDX-License-Identifier: Apache-2.0
# nlohmann_json::nlohmann_json of wasm/libraries.
if(NOT TARGET nlohmann_json::nlohmann_json)
  add_library(nlohmann_json::nlohmann_json INTERFACE IMPORTED GLOBAL)
  set_target_properties(nlohmann_json::nlohmann_json PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES ${OVERLACE_WASM_PREFIX}/include)
endif()
set(nlohmann_json_FOUND TRUE)
