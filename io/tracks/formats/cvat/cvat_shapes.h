// SPDX-License-Identifier: Apache-2.0
// The shapes of CVAT's XML, common to its files for videos and for images.
#pragma once

#include <map>
#include <string>

#include "io/tracks/detection.h"
#include "io/tracks/xml/xml_parts.h"

namespace overlace {

/// Turns CVAT's elements into detections.
class CvatShapes {
 public:
  explicit CvatShapes(TrackBuilder& builder) : builder_(builder) {}

  /// Takes a label from the task's description; a skeleton's points and bones come from its
  /// drawing.
  void declare(const XmlElement& label);

  /// Whether an element is a supported shape.
  [[nodiscard]] static bool is_shape(const XmlElement& element);
  /// Whether a shape is out of view: marked so, or a skeleton with every point out of view.
  [[nodiscard]] static bool is_outside(const XmlElement& shape);
  /// Counts an element that is not a supported shape.
  void reject(const XmlElement& element);

  /// A box, polygon, polyline, points, ellipse, skeleton or mask with its attributes and label;
  /// `label` is the track's, or "". The points of a polyline become joined key points, since
  /// outlines are closed. A mask lies in a picture of `size`.
  [[nodiscard]] Detection read(const XmlElement& shape, std::string_view label, Size size);

 private:
  void read_mask(const XmlElement& shape, Size size, Detection& detection);
  void read_line(const XmlElement& shape, Detection& detection);
  void read_skeleton(const XmlElement& shape, std::string_view label, Detection& detection);

  /// A declared skeleton, with the labels of its points.
  struct Known {
    std::int32_t number = -1;
    std::vector<std::string> points;
  };
  Known& skeleton_of(std::string_view label, const XmlElement& shape);

  TrackBuilder& builder_;
  std::map<std::string, Known, std::less<>> skeletons_;
};

}  // namespace overlace
