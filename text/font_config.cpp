// SPDX-License-Identifier: Apache-2.0
// Reads fontconfig's configuration and our own fonts.
#include "text/font_config.h"

#include <fontconfig/fontconfig.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "graph/core/error.h"
#include "graph/core/module.h"

namespace overlace {
namespace {

struct Destroy {
  void operator()(FcConfig* config) const { FcConfigDestroy(config); }
  void operator()(FcChar8* text) const { std::free(text); }
};
using ConfigPtr = std::unique_ptr<FcConfig, Destroy>;

const FcChar8* fc_text(const char* text) {
  return reinterpret_cast<const FcChar8*>(text);
}

/// Where fonts usually are, for machines that do not say.
constexpr const char* usual_folders = R"(<fontconfig>
  <dir>/usr/share/fonts</dir><dir prefix="xdg">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>)";

/// What generic families mean where nothing else that is installed is meant by them.
constexpr const char* generic_families = R"(<fontconfig>
  <alias><family>sans-serif</family><default><family>DejaVu Sans</family></default></alias>
  <alias><family>serif</family><default><family>DejaVu Serif</family></default></alias>
  <alias><family>monospace</family><default><family>DejaVu Sans Mono</family></default></alias>
</fontconfig>)";

/// The machine's configuration. If there is none, fontconfig would say so on standard error.
ConfigPtr machine_config() {
  ConfigPtr config(FcConfigCreate());
  const std::unique_ptr<FcChar8, Destroy> file(FcConfigGetFilename(config.get(), nullptr));
  if (file != nullptr) return ConfigPtr(FcInitLoadConfig());
  FcConfigParseAndLoadFromMemory(config.get(), fc_text(usual_folders), FcFalse);
  return config;
}

/// Sorted: of fonts that fit equally well, fontconfig takes the first.
std::vector<std::string> own_fonts() {
  std::vector<std::string> files;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(installed_file("fonts"), error))
    if (entry.is_regular_file(error)) files.push_back(entry.path().string());
  std::ranges::sort(files);
  return files;
}

/// Adds fonts file by file: for a folder, fontconfig would write a cache.
ConfigPtr load() {
  ConfigPtr config = machine_config();
  if (config == nullptr ||
      !FcConfigParseAndLoadFromMemory(config.get(), fc_text(generic_families), FcFalse) ||
      !FcConfigBuildFonts(config.get()))
    throw Error(ErrorCode::out_of_memory, "fontconfig could not be started");
  for (const std::string& file : own_fonts())
    FcConfigAppFontAddFile(config.get(), fc_text(file.c_str()));
  return config;
}

}  // namespace

_FcConfig* font_config() {
  static FcConfig* const config = load().release();  // threads may use it until the process ends
  return config;
}

}  // namespace overlace
