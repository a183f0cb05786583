// SPDX-License-Identifier: Apache-2.0
// The matrix from linear sRGB is found by converting four colours; greys reveal the curve.
#include "io/frames/plate_space.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>
#include <vector>

#include "color/linear_spaces.h"
#include "color/primaries.h"
#include "graph/core/error.h"
#include "graph/core/module.h"

namespace overlace {
namespace {

constexpr std::array<std::pair<const char*, Primaries>, 5> own_spaces{
    {{"acescg", acescg_primaries},
     {"aces2065-1", aces2065_primaries},
     {"bt709", bt709_primaries},
     {"bt2020", bt2020_primaries},
     {"p3-d65", p3_d65_primaries}}};

constexpr const char* stated_by_files = "file";
constexpr const char* linear_role = "scene_linear";
const SourceLocation working_space_option{"--working-space"};

constexpr std::size_t first_grey = 4;
constexpr std::array<RgbSample, 7> probes{{{1, 0, 0},
                                           {0, 1, 0},
                                           {0, 0, 1},
                                           {1, 1, 1},
                                           {0.5F, 0.5F, 0.5F},
                                           {0.25F, 0.25F, 0.25F},
                                           {0.75F, 0.75F, 0.75F}}};

/// Of light, relative to white: tabulated curves have steps.
constexpr double curve_tolerance = 1e-3;
constexpr double white_tolerance = 1e-4;
/// Of a matrix entry: then no colour differs by more than 10^-5.
constexpr double matrix_tolerance = 3e-6;

[[noreturn]] void refuse(const std::string& name, const std::string& why) {
  throw Error(ErrorCode::usage, fmt::format("'{}' {}", name, why),
              "name a scene-linear space, such as the role scene_linear", working_space_option);
}

void check_curve(const std::string& name, std::span<const RgbSample> samples) {
  const RgbSample& white = samples[first_grey - 1];
  for (std::size_t i = first_grey; i < probes.size(); ++i) {
    const double signal = probes[i][0], light = decode_srgb(signal);
    for (std::size_t k = 0; k < 3; ++k) {
      const double seen = samples[i][k] / white[k];
      if (std::abs(seen - light) < curve_tolerance) continue;
      refuse(name, fmt::format("is not scene-linear: sRGB's {} has {:.4f} of the light of white, "
                               "and becomes {:.4f} of it",
                               signal, light, seen));
    }
  }
}

void check_white(const std::string& name, const RgbSample& white) {
  if (std::ranges::all_of(white, [](float v) { return std::abs(v - 1) < white_tolerance; })) return;
  refuse(name, fmt::format("has a different white from sRGB: it becomes ({:.4f}, {:.4f}, {:.4f})",
                           white[0], white[1], white[2]));
}

/// From linear sRGB.
Matrix3 matrix_of(std::span<const RgbSample> samples) {
  Matrix3 matrix{};
  for (std::size_t row = 0; row < 3; ++row)
    for (std::size_t column = 0; column < 3; ++column) matrix[row][column] = samples[column][row];
  return matrix;
}

bool are_close(const Matrix3& a, const Matrix3& b) {
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t k = 0; k < 3; ++k)
      if (!(std::abs(a[i][k] - b[i][k]) <= matrix_tolerance)) return false;
  return true;
}

std::optional<Primaries> own_primaries(const std::string& name) {
  const auto* const found =
      std::ranges::find(own_spaces, name, [](const auto& space) { return space.first; });
  if (found == own_spaces.end()) return std::nullopt;
  return found->second;
}

[[noreturn]] void refuse_unknown(const std::string& name) {
  std::vector<std::string> names{stated_by_files};
  for (const auto& space : own_spaces) names.emplace_back(space.first);
  throw Error(ErrorCode::usage,
              fmt::format("there is no working space '{}' without an OpenColorIO config", name),
              suggest(name, names) + "; --ocio or the variable OCIO names a config with others",
              working_space_option);
}

Primaries primaries_in(const std::string& config, const std::string& name) {
  auto* const convert =
      module_function<decltype(overlace_convert_colors)>("ocio", "overlace_convert_colors");
  if (convert == nullptr)
    throw Error(
        ErrorCode::unavailable,
        "overlace-ocio.so, which reads OpenColorIO configs, is not installed",
        install_hint("ocio") +
            ", build it with libopencolorio-dev, or name one of overlace's own working spaces",
        SourceLocation{config});
  std::vector<RgbSample> samples(probes.begin(), probes.end());
  convert(config, name, samples);
  return primaries_of_space(name, samples);
}

}  // namespace

std::span<const RgbSample> space_probes() {
  return probes;
}

Primaries primaries_of_space(const std::string& name, std::span<const RgbSample> samples) {
  check_curve(name, samples);
  check_white(name, samples[first_grey - 1]);
  const Matrix3 matrix = matrix_of(samples);
  for (const auto& space : own_spaces)
    if (are_close(matrix, between(bt709_primaries, space.second))) return space.second;
  const Primaries primaries = primaries_made_by(matrix);
  if (!are_close(matrix, between(bt709_primaries, primaries)))
    refuse(name, "does not have three primaries");
  return primaries;
}

std::string config_of(const PlateSpace& space) {
  if (space.name == stated_by_files) return {};
  if (!space.config.empty()) return space.config;
  return space.name.empty() || own_primaries(space.name) ? "" : space.usual_config;
}

std::optional<Primaries> plate_primaries(const PlateSpace& space) {
  if (const std::string config = config_of(space); !config.empty())
    return primaries_in(config, space.name.empty() ? linear_role : space.name);
  if (space.name == stated_by_files || space.name.empty()) return std::nullopt;
  if (const auto own = own_primaries(space.name)) return own;
  refuse_unknown(space.name);
}

}  // namespace overlace
