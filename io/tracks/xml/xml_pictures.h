// SPDX-License-Identifier: Apache-2.0
// Folders with one XML annotation per picture: Pascal VOC, LabelMe.
#pragma once

#include <optional>
#include <string_view>

#include "io/tracks/builder/builder.h"
#include "io/tracks/format.h"
#include "io/tracks/xml/xml_parts.h"

namespace overlace {

/// A format of this kind.
struct XmlPictures {
  std::string_view tool;                          ///< completes "pixels count from 0, "
  Size (*size_of)(const XmlElement& annotation);  ///< the picture's size; 0 x 0 when not stated
  std::string_view object;                        ///< name of the elements that are objects
  void (*add)(const XmlElement& object, std::int64_t frame, TrackBuilder& builder);
};

/// Reads all files of the folder. The first file's picture size counts for all; others are remarked
/// on.
[[nodiscard]] TrackTable read_xml_pictures(TrackInput& input, const TrackReadOptions& options,
                                           TrackReport& report, const XmlPictures& format);

/// A size from its texts; 0 x 0 for texts that are not a picture's size.
[[nodiscard]] Size picture_size(std::string_view width, std::string_view height);

/// The integer that a text consists of, ignoring blanks around it.
[[nodiscard]] std::optional<std::int64_t> whole_number_of_text(std::string_view text);

}  // namespace overlace
