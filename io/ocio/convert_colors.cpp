// SPDX-License-Identifier: Apache-2.0
// OpenColorIO converts a few colours; pixels never come here.
#include <OpenColorIO/OpenColorIO.h>
#include <fmt/format.h>

#include <cctype>
#include <string_view>
#include <vector>

#include "graph/core/error.h"
#include "graph/core/regular_file.h"
#include "io/frames/plate_space.h"

namespace overlace {
namespace {

namespace ocio = OCIO_NAMESPACE;

/// The sRGB texture space by names and aliases: of ACES configs 1.3 and later, 1.0 to 1.2, and
/// Nuke's.
constexpr std::array<const char*, 6> texture_names{
    "sRGB - Texture",           "srgb_texture", "srgb_tx", "srgb_rec709_scene",
    "Utility - sRGB - Texture", "sRGB"};

/// The number after "line", which YAML parsers give; 0 where there is none.
std::size_t line_in(std::string_view message) {
  const std::size_t at = message.find("line ");
  std::size_t line = 0;
  for (std::size_t i = at; at != std::string_view::npos && i + 5 < message.size() &&
                           std::isdigit(static_cast<unsigned char>(message[i + 5])) != 0;
       ++i)
    line = line * 10 + static_cast<std::size_t>(message[i + 5] - '0');
  return line;
}

ocio::ConstConfigRcPtr read_config(const std::string& file) {
  ocio::SetLoggingFunction([](const char*) {});  // libraries never print
  const bool is_built_in = file.starts_with("ocio://");
  if (!is_built_in)
    if (const RegularFile config(file); !config)
      throw Error(ErrorCode::input, "cannot be read: " + config.problem(), "name a config file",
                  SourceLocation{file});
  try {
    return ocio::Config::CreateFromFile(file.c_str());
  } catch (const std::exception& error) {
    throw Error(
        ErrorCode::input, fmt::format("cannot be read as an OpenColorIO config: {}", error.what()),
        is_built_in ? fmt::format("this is OpenColorIO {}: write the config out with 2.2 or newer, "
                                  "which have it built in",
                                  ocio::GetVersion())
                    : "",
        SourceLocation{file, "", line_in(error.what())});
  }
}

std::vector<std::string> names_in(const ocio::Config& config) {
  std::vector<std::string> names;
  for (int i = 0; i < config.getNumColorSpaces(); ++i) {
    const ocio::ConstColorSpaceRcPtr space =
        config.getColorSpace(config.getColorSpaceNameByIndex(i));
    names.emplace_back(space->getName());
    for (std::size_t alias = 0; alias < space->getNumAliases(); ++alias)
      names.emplace_back(space->getAlias(alias));
  }
  for (int i = 0; i < config.getNumRoles(); ++i) names.emplace_back(config.getRoleName(i));
  return names;
}

ocio::ConstColorSpaceRcPtr space_in(const ocio::Config& config, const std::string& file,
                                    const std::string& name) {
  if (ocio::ConstColorSpaceRcPtr space = config.getColorSpace(name.c_str())) return space;
  throw Error(ErrorCode::usage, fmt::format("{} has no colour space or role '{}'", file, name),
              suggest(name, names_in(config)), SourceLocation{"--working-space"});
}

ocio::ConstColorSpaceRcPtr texture_in(const ocio::Config& config, const std::string& file) {
  for (const char* name : texture_names)
    if (ocio::ConstColorSpaceRcPtr space = config.getColorSpace(name)) return space;
  throw Error(ErrorCode::input, "has no sRGB texture space, in which overlay colours are",
              "give the config's own one the alias srgb_texture", SourceLocation{file});
}

void convert(const std::string& file, const std::string& name, std::span<RgbSample> colors) {
  const ocio::ConstConfigRcPtr config = read_config(file);
  const ocio::ConstColorSpaceRcPtr to = space_in(*config, file, name);
  const ocio::ConstColorSpaceRcPtr from = texture_in(*config, file);
  try {
    const ocio::ConstCPUProcessorRcPtr processor =
        config->getProcessor(from, to)->getOptimizedCPUProcessor(ocio::OPTIMIZATION_NONE);
    for (RgbSample& color : colors) processor->applyRGB(color.data());
  } catch (const std::exception& error) {  // such as a missing table
    throw Error(ErrorCode::input,
                fmt::format("from '{}' to '{}': {}", from->getName(), to->getName(), error.what()),
                "", SourceLocation{file});
  }
}

}  // namespace
}  // namespace overlace

void overlace_convert_colors(const std::string& config, const std::string& name,
                             std::span<overlace::RgbSample> colors) {
  overlace::convert(config, name, colors);
}
