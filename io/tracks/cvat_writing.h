// SPDX-License-Identifier: Apache-2.0
// Writes the parts that CVAT's XML files for videos and for images have in common.
#pragma once

#include <cstdint>
#include <map>
#include <ostream>
#include <string>
#include <vector>

#include "graph/core/time.h"
#include "graph/data/tracks.h"

namespace overlace {

/// Whether a shape has left the view. Only videos say it of whole shapes; points of a skeleton say
/// it everywhere.
enum class CvatView : std::uint8_t {
  picture,  ///< of an image: not said
  inside,
  outside  ///< of a video
};

/// Writes rows as shapes. A row is one shape: its mask, else the first ring of its outline, else
/// its key points, else its box.
class CvatWriter {
 public:
  /// Throws Error(usage) where masks are not of `clip`'s picture.
  CvatWriter(const TrackTable& table, const ClipInfo& clip);

  /// The size of the pictures; 0 x 0 when not known.
  [[nodiscard]] Size picture() const { return picture_; }

  /// The head of a file up to the annotations, for a video of so many frames or else for images.
  void write_head(bool video, int frame_count, std::ostream& out) const;

  /// A row's shape on lines of its own. `head` is the beginning of its tag's attributes. One that
  /// is outside has no attributes.
  void write_shape(std::uint32_t row, const std::string& head, CvatView view,
                   std::ostream& out) const;

 private:
  /// The skeleton that a label's rows have: names for as many points as any of them has.
  struct Drawing {
    std::vector<std::string> points;
    std::vector<Skeleton::Bone> bones;
  };

  void write_labels(std::ostream& out) const;
  void write_points(std::uint32_t row, CvatView view, std::ostream& out) const;
  void write_attributes(std::uint32_t row, std::ostream& out) const;

  const TrackTable& table_;
  Size picture_;
  std::map<std::string, Drawing> drawings_;  ///< by label
};

/// What a file for videos, or else for images, cannot hold.
[[nodiscard]] std::vector<std::string> cvat_losses(const TrackTable& table, bool video);

}  // namespace overlace
