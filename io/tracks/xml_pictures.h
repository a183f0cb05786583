// SPDX-License-Identifier: Apache-2.0
// Folders with an XML annotation for every picture: Pascal VOC, LabelMe.
#pragma once

#include <optional>
#include <string_view>

#include "io/tracks/builder.h"
#include "io/tracks/format.h"
#include "io/tracks/xml_parts.h"

namespace overlace {

/// A format of this kind.
struct XmlPictures {
  std::string_view tool;                          ///< completes "pixels count from 0, "
  Size (*size_of)(const XmlElement& annotation);  ///< the picture's; 0 x 0 when not said
  std::string_view object;                        ///< name of the elements that are objects
  void (*add)(const XmlElement& object, std::int64_t frame, TrackBuilder& builder);
};

/// Reads all files of the folder. The first file's size of the picture is that of all; others are
/// remarked on.
[[nodiscard]] TrackTable read_xml_pictures(TrackInput& input, const TrackReadOptions& options,
                                           TrackReport& report, const XmlPictures& format);

/// A size from its texts; 0 x 0 for what is no picture's.
[[nodiscard]] Size picture_size(std::string_view width, std::string_view height);

/// An integer that fills a text, but for blanks around it.
[[nodiscard]] std::optional<std::int64_t> whole_number_of_text(std::string_view text);

}  // namespace overlace
