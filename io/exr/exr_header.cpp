// SPDX-License-Identifier: Apache-2.0
// Attributes by their standard names.
#include "io/exr/exr_header.h"

#include <ImfChannelList.h>
#include <ImfChromaticities.h>
#include <ImfIntAttribute.h>
#include <ImfStandardAttributes.h>
#include <ImfStringAttribute.h>

#include <array>
#include <cstddef>
#include <cstdio>
#include <optional>
#include <string>

#include "graph/data/working_spaces.h"

namespace overlace {
namespace {

Imf::Chromaticities chromaticities(const Primaries& p) {
  const auto of = [](const Chromaticity& c) { return Imath::V2f(c.x, c.y); };
  return {of(p.red), of(p.green), of(p.blue), of(p.white)};
}

std::optional<Imf::TimeCode> time_code(const std::string& text) {
  int hours = 0;
  int minutes = 0;
  int seconds = 0;
  int frames = 0;
  char separator = 0;
  const bool read = std::sscanf(text.c_str(), "%d:%d:%d%c%d", &hours, &minutes, &seconds,
                                &separator, &frames) == 5;
  if (!read || hours > 23 || frames > 39) return std::nullopt;  // SMPTE 12M has no room for more
  return Imf::TimeCode(hours, minutes, seconds, frames, separator != ':');
}

}  // namespace

Imf::Compression compression_of(ExrCompression compression) {
  constexpr std::array in_order{Imf::ZIPS_COMPRESSION, Imf::ZIP_COMPRESSION,  Imf::RLE_COMPRESSION,
                                Imf::PIZ_COMPRESSION,  Imf::DWAA_COMPRESSION, Imf::NO_COMPRESSION};
  return in_order.at(static_cast<std::size_t>(compression));
}

Imf::Header exr_header(Size size, const ColorSpec& color, const StillOptions& options,
                       const StillFacts& facts, const ExrPlate* plate) {
  const Imath::Box2i display({0, 0}, {size.width - 1, size.height - 1});
  Imf::Header header =
      plate != nullptr
          ? kept_header(*plate)
          : Imf::Header(display, display, static_cast<float>(options.pixel_aspect), {0, 0});
  header.compression() = compression_of(options.exr.compression);
  header.dataWindow() = header.displayWindow();
  Imf::addChromaticities(header, chromaticities(color.primaries));
  header.insert("imageCounter", Imf::IntAttribute(facts.number));
  if (options.frame_rate.num > 0) {
    Imf::addFramesPerSecond(header, Imf::Rational(static_cast<int>(options.frame_rate.num),
                                                  static_cast<unsigned>(options.frame_rate.den)));
  }
  if (const auto code = time_code(facts.timecode)) Imf::addTimeCode(header, *code);
  const bool is_scene = options.exr.linear && color.transfer == Transfer::linear;
  const std::string id(is_scene ? interop_id(color.primaries) : "");
  if (id.empty())
    header.erase("colorInteropID");  // the plate's
  else
    header.insert("colorInteropID", Imf::StringAttribute(id));
  if (!options.exr.linear) Imf::addComments(header, "R'G'B' as displayed, not linear light");
  add_attributes(header, options.attributes);
  return header;
}

Imath::Box2i in_file(const Imath::Box2i& window, const Imf::Header& header) {
  const Imath::V2i origin = header.displayWindow().min;
  return {window.min + origin, window.max + origin};
}

Imath::Box2i in_picture(const Imath::Box2i& window, const Imf::Header& header) {
  const Imath::V2i origin = header.displayWindow().min;
  return {window.min - origin, window.max - origin};
}

}  // namespace overlace
