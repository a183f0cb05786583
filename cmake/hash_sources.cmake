# SPDX-License-Identifier: Apache-2.0
# Run by cmake -P: writes OUTPUT, a header with NAME, the hash of the files in SOURCES.
cmake_policy(VERSION 3.25)
foreach(source ${SOURCES})
  file(SHA256 ${source} hash)
  string(APPEND hashes ${hash})
endforeach()
string(SHA256 hash "${hashes}")
file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT "// Generated from the sources' content: do not edit.
#pragma once
#include <string_view>

namespace overlace {
inline constexpr std::string_view @NAME@ = \"@hash@\";
}  // namespace overlace
")
