// SPDX-License-Identifier: Apache-2.0
// OpenEXR pictures with all that they hold, from file to file.
#pragma once

#include <ImfHeader.h>
#include <ImfPixelType.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "graph/data/image.h"
#include "io/av/av.h"
#include "io/frames/frame_pool.h"
#include "io/frames/plate.h"
#include "io/write/still.h"

namespace overlace {

/// A channel as the file has it: samples of `type`, rows of the data window without padding.
struct ExrChannel {
  std::string name;
  Imf::PixelType type;
  std::vector<std::byte> samples;
};

/// Header and channels of a file of one part.
struct ExrPlate final : Plate {
  Imf::Header header;
  std::vector<ExrChannel> channels;
  bool has_alpha = false;  ///< there is a channel A beside R, G and B
};

/// Reads a file. Throws Error(input) for kinds that cannot be drawn on (deep, of several parts,
/// luminance and chroma, subsampled, without R, G and B), Error(limit) for windows of more than
/// `max_pixels`, Iex::BaseExc for a damaged file.
[[nodiscard]] std::shared_ptr<ExrPlate> read_exr(std::span<const std::byte> file,
                                                 std::int64_t max_pixels);

/// The display window as a picture of 32-bit floats, transparent black where the file has no
/// pixels, and with the plate attached.
[[nodiscard]] FramePtr frame_of(std::shared_ptr<const ExrPlate> plate, FramePool& pool);

/// The plate's header without what its layout says: channels, windows, line order,
/// tiles, thumbnail. The display window stays.
[[nodiscard]] Imf::Header kept_header(const ExrPlate& plate);
/// Gives a header texts by their names; those of the same name go.
void add_attributes(Imf::Header& header, const StillAttributes& attributes);

}  // namespace overlace
