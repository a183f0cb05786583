# SPDX-License-Identifier: Apache-2.0
# Writes OUTPUT, a C++ file that holds every preset of FOLDER as text.
file(GLOB presets ${FOLDER}/*.json)
list(FILTER presets EXCLUDE REGEX "schema\\.json$")
list(LENGTH presets count)
set(entries "")
foreach(preset ${presets})
  get_filename_component(name ${preset} NAME_WE)
  file(READ ${preset} text)
  string(APPEND entries "    Preset{\"${name}\", R\"overlace(${text})overlace\"},\n")
endforeach()
file(WRITE ${OUTPUT} "// Generated from presets/: do not edit.
#include <array>

#include \"graph/document/document.h\"

namespace overlace {
namespace {

struct Preset {
  std::string_view name, text;
};
constexpr std::array<Preset, ${count}> presets = {
${entries}};

}  // namespace

std::vector<std::string> preset_names() {
  std::vector<std::string> names;
  for (const Preset& preset : presets) names.emplace_back(preset.name);
  return names;
}

std::string_view preset_text(std::string_view name) {
  for (const Preset& preset : presets)
    if (preset.name == name) return preset.text;
  return {};
}

}  // namespace overlace
")
