// SPDX-License-Identifier: Apache-2.0
// Writes what CVAT's XML files for videos and for images have in common.
#pragma once

#include <cstdint>
#include <map>
#include <ostream>
#include <string>
#include <vector>

#include "graph/core/time.h"
#include "graph/data/tracks.h"

namespace overlace {

/// Whether a shape has left the view. Only videos state it for whole shapes; points of a skeleton
/// state it everywhere.
enum class CvatView : std::uint8_t {
  picture,  ///< in an image: not stated
  inside,
  outside  ///< in a video
};

/// Writes rows as shapes. Each row becomes one shape: its mask, else the first ring of its outline,
/// else its key points, else its box.
class CvatWriter {
 public:
  /// Throws Error(usage) where masks do not match `clip`'s picture.
  CvatWriter(const TrackTable& table, const ClipInfo& clip);

  /// The size of the pictures; 0 x 0 if unknown.
  [[nodiscard]] Size picture() const { return picture_; }

  /// The head of a file up to the annotations, for a video of `frame_count` frames or for images.
  void write_head(bool video, int frame_count, std::ostream& out) const;

  /// Writes a row's shape on its own lines. `head` is the start of its tag's attributes. A shape
  /// that is outside has no attributes.
  void write_shape(std::uint32_t row, const std::string& head, CvatView view,
                   std::ostream& out) const;

 private:
  /// The skeleton of a label's rows: names for as many points as any row has.
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

/// What a file for videos, or for images, cannot hold.
[[nodiscard]] std::vector<std::string> cvat_losses(const TrackTable& table, bool video);

}  // namespace overlace
