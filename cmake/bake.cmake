# SPDX-License-Identifier: Apache-2.0
# Texts in the program. overlace_bake(OUTPUT NAME HEADER FILES file…) adds a command that writes OUTPUT, a C++ file with the
# functions of HEADER: NAME_names(), the files' names without extension, and NAME_text(name), their content.
if(NOT CMAKE_SCRIPT_MODE_FILE)
  set(OVERLACE_BAKE ${CMAKE_CURRENT_LIST_FILE})
  function(overlace_bake output name header)
    cmake_parse_arguments(arg "" "" "FILES" ${ARGN})
    add_custom_command(OUTPUT ${output}
      COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DNAME=${name} -DHEADER=${header} "-DFILES=${arg_FILES}" -P ${OVERLACE_BAKE}
      DEPENDS ${arg_FILES} ${OVERLACE_BAKE}
      COMMENT "Baking ${output}"
      VERBATIM)
  endfunction()
  return()
endif()

list(LENGTH FILES count)
set(entries "")
foreach(file ${FILES})
  get_filename_component(stem ${file} NAME_WE)
  file(READ ${file} text)
  string(APPEND entries "    Text{\"${stem}\", R\"overlace(${text})overlace\"},\n")
endforeach()
file(WRITE ${OUTPUT} "// Generated from files: do not edit.
#include <array>

#include \"${HEADER}\"

namespace overlace {
namespace {

struct Text {
  std::string_view name, text;
};
constexpr std::array<Text, ${count}> texts = {
${entries}};

}  // namespace

std::vector<std::string> ${NAME}_names() {
  std::vector<std::string> names;
  for (const Text& text : texts) names.emplace_back(text.name);
  return names;
}

std::string_view ${NAME}_text(std::string_view name) {
  for (const Text& text : texts)
    if (text.name == name) return text.text;
  return {};
}

}  // namespace overlace
")
