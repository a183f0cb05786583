// SPDX-License-Identifier: Apache-2.0
// Reading a picture's components, for kernels that read many samples.
#pragma once

#include "gpu/kernels/picture_plane.h"

namespace overlace {

/// A component beside what says how its samples lie, as PictureComponent has them. Read from the
/// record again for each sample, that would take longer than the sample.
class ComponentReader {
 public:
  OVL_FN explicit ComponentReader(const PictureComponent& from)
      : size(from.size),
        from_(from),
        plane_(from.plane()),
        sample_(from.picture().sample),
        shift_(from.picture().shift),
        is_straight_(from.is_straight()) {}

  Size size;

  [[nodiscard]] OVL_FN ComponentReader other(int index) const {
    return ComponentReader(from_.other(index));
  }
  [[nodiscard]] OVL_FN const Target& picture() const { return from_.picture(); }
  [[nodiscard]] OVL_FN const TargetPlane& plane() const { return plane_; }
  [[nodiscard]] OVL_FN float opacity(int x, int y) const { return from_.opacity(x, y); }
  [[nodiscard]] OVL_FN float sample(int x, int y) const {
    if (!has_sample(plane_, x, y)) return 0;
    Target format;
    format.sample = sample_;
    format.shift = shift_;
    const float value = load_sample(format, sample_at(plane_, x, y));
    return is_straight_ ? value * opacity(x, y) : value;
  }

 private:
  PictureComponent from_;
  TargetPlane plane_;
  SampleType sample_;
  int shift_;
  bool is_straight_;
};
OVL_FN float sample_of(const ComponentReader& from, int x, int y) {
  return from.sample(mirrored(x, from.size.width), mirrored(y, from.size.height));
}

/// What reads a plane, or a component.
OVL_FN const PlaneImage& reader_of(const PlaneImage& plane) {
  return plane;
}
OVL_FN ComponentReader reader_of(const PictureComponent& component) {
  return ComponentReader(component);
}

}  // namespace overlace
