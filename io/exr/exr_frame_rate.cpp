// SPDX-License-Identifier: Apache-2.0
// Files of other kinds, and damaged ones, have none.
#include "io/exr/exr_frame_rate.h"

#include <ImfHeader.h>
#include <ImfInputFile.h>
#include <ImfStandardAttributes.h>

namespace overlace {

std::optional<Rational> exr_frame_rate(const std::string& path) {
  try {
    const Imf::InputFile file(path.c_str());
    if (!Imf::hasFramesPerSecond(file.header())) return std::nullopt;
    const Imf::Rational rate = Imf::framesPerSecond(file.header());
    if (rate.n <= 0 || rate.d == 0) return std::nullopt;
    return Rational{rate.n, rate.d};
  } catch (const Iex::BaseExc&) {
    return std::nullopt;  // whoever reads the picture reports why it cannot be read
  }
}

}  // namespace overlace
