// SPDX-License-Identifier: Apache-2.0
// OpenEXR pictures with everything they hold, from file to file.
#pragma once

#include <ImathBox.h>
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
#include "io/frames/still_encoder.h"

namespace overlace {

/// A channel as stored in the file: samples of `type`, rows of the data window without padding.
struct ExrChannel {
  std::string name;
  Imf::PixelType type;
  std::vector<std::byte> samples;
};

/// Header and channels of a single-part file.
struct ExrPlate final : Plate {
  Imf::Header header;
  std::vector<ExrChannel> channels;
  bool has_alpha = false;  ///< there is a channel A beside R, G and B
};

/// Reads a file. Throws Error(input) for kinds that cannot be drawn on (deep, multi-part, luminance
/// and chroma, subsampled, without R, G and B), Error(limit) for windows of more than `max_pixels`,
/// Iex::BaseExc for a damaged file.
[[nodiscard]] std::shared_ptr<ExrPlate> read_exr(std::span<const std::byte> file,
                                                 std::int64_t max_pixels);

/// The display window as a picture of 32-bit floats with the plate attached; transparent black
/// where the file has no pixels.
[[nodiscard]] FramePtr frame_of(std::shared_ptr<const ExrPlate> plate, FramePool& pool);

/// A channel whose samples lie in the window `data`, in another one: 0 where it has no samples.
[[nodiscard]] ExrChannel in_window(const ExrChannel& from, const Imath::Box2i& data,
                                   const Imath::Box2i& window);

/// The plate without what is beyond the scope: other channels than R, G, B and A, pixels outside
/// the display window, and attributes that may name somebody or a place.
[[nodiscard]] ExrPlate plate_within(CopyScope scope, const ExrPlate& plate);

/// The plate's header without its layout: channels, data window, line order, tiles, thumbnail. The
/// display window stays.
[[nodiscard]] Imf::Header kept_header(const ExrPlate& plate);
/// Adds text attributes to a header, replacing those of the same name.
void add_attributes(Imf::Header& header, const StillAttributes& attributes);

}  // namespace overlace
