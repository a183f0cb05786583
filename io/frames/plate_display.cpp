// SPDX-License-Identifier: Apache-2.0
// From scene-linear light to display signals: primaries, clipping, curve.
#include "io/frames/plate_display.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

namespace overlace {

PlateDisplay::PlateDisplay(const Plate& plate)
    : primaries_(plate.primaries),
      gamut_(between(plate.primaries, bt709_primaries)),
      linear_(plate.linear) {}

bool PlateDisplay::is_for(const Plate& plate) const {
  return plate.primaries == primaries_ && plate.linear == linear_;
}

Triple PlateDisplay::display(Triple rgb) const {
  if (linear_) rgb = multiply(gamut_, rgb);
  for (double& v : rgb) {
    v = unit_component(static_cast<float>(v));
    if (linear_) v = encode_srgb(v);
  }
  return rgb;
}

FramePtr PlateDisplay::shown(const AVFrame& plate) {
  constexpr double white = 65535;
  constexpr std::array planes{2, 0, 1};  // of R, G and B
  FramePtr frame = pool_.get(AV_PIX_FMT_GBRP16, {plate.width, plate.height});
  check_av(av_frame_copy_props(frame.get(), &plate), ErrorCode::internal, "frame properties");
  detach_plate(*frame);
  frame->color_trc = AVCOL_TRC_IEC61966_2_1;
  frame->color_primaries = AVCOL_PRI_BT709;
  const auto row = [](const AVFrame& of, int plane, int y) {
    return of.data[plane] + std::ptrdiff_t{of.linesize[plane]} * y;
  };
  for (int y = 0; y < plate.height; ++y) {
    std::array<const float*, 3> from{};
    std::array<std::uint16_t*, 3> to{};
    for (std::size_t i = 0; i < 3; ++i) {
      from[i] = reinterpret_cast<const float*>(row(plate, planes[i], y));
      to[i] = reinterpret_cast<std::uint16_t*>(row(*frame, planes[i], y));
    }
    for (int x = 0; x < plate.width; ++x) {
      const Triple rgb = display({from[0][x], from[1][x], from[2][x]});
      for (std::size_t i = 0; i < 3; ++i)
        to[i][x] = static_cast<std::uint16_t>(std::lround(rgb[i] * white));
    }
  }
  return frame;
}

std::vector<std::string> PlateDisplay::sentences(const Plate& plate) {
  std::vector<std::string> sentences;
  if (plate.linear)
    sentences.emplace_back(
        "scene-linear pictures are shown as an sRGB display does: BT.709 primaries, values limited "
        "to 0..1, the sRGB curve");
  if (!plate.beyond_rgb.empty())
    sentences.push_back(fmt::format("left out: {}; an output of OpenEXR pictures keeps them",
                                    fmt::join(plate.beyond_rgb, ", ")));
  return sentences;
}

}  // namespace overlace
