// SPDX-License-Identifier: Apache-2.0
// Reading a picture's components, for kernels that read many samples.
#pragma once

#include <cstring>

#include "gpu/kernels/picture_plane.h"

namespace overlace {

/// Where samples lie along one axis of a component's memory.
template <int count>
struct SamplePlaces {
  std::ptrdiff_t offset[count];  ///< bytes from sample 0
  bool is_there[count];

  OVL_FN SamplePlaces(const TargetPlane& plane, const int (&at)[count], bool down) {
    const int first = down ? plane.top : plane.left, end = down ? plane.bottom : plane.right;
    const std::ptrdiff_t apart = down ? plane.stride : plane.step;
    OVL_UNROLLED
    for (int i = 0; i < count; ++i) {
      offset[i] = at[i] * apart;
      is_there[i] = at[i] >= first && at[i] < end;
    }
  }
};

/// A PictureComponent with copies of the fields that describe its samples. Loading those from the
/// record again for each sample would take longer than loading the sample.
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
  /// See samples_at(). All loads are issued before the first result is needed.
  template <int columns, int rows>
  OVL_FN void samples(const int (&column)[columns], const int (&row)[rows], bool turned,
                      float (&out)[rows][columns]) const {
    // The same code reads alpha, because it is long.
    OVL_ROLLED
    for (int plane = 0; plane < (is_straight_ ? 2 : 1); ++plane) {
      float value[rows * columns];
      TargetPlane from = plane_;
      if (plane != 0) from = picture().alpha;
      load(from, SamplePlaces(from, column, turned), SamplePlaces(from, row, !turned), value);
      OVL_UNROLLED
      for (int i = 0; i < rows * columns; ++i) {
        float& sample = out[i / columns][i % columns];
        sample = plane == 0 ? value[i] : sample * (value[i] / whole_alpha(picture()));
      }
    }
  }

 private:
  template <int columns, int rows>
  OVL_FN void load(const TargetPlane& plane, const SamplePlaces<columns>& column,
                   const SamplePlaces<rows>& row, float (&out)[rows * columns]) const {
    const auto load_as = [&]<class Stored>(Stored none, const auto& value) {
      Stored stored[rows * columns];
      OVL_UNROLLED
      for (int i = 0; i < rows * columns; ++i) {
        const std::byte* at = plane.data + row.offset[i / columns] + column.offset[i % columns];
        stored[i] = none;
        if (row.is_there[i / columns] && column.is_there[i % columns])
          std::memcpy(&stored[i], at, sizeof none);
      }
      OVL_UNROLLED
      for (int i = 0; i < rows * columns; ++i) out[i] = value(stored[i]);
    };
    const auto whole = [&](unsigned bits) { return static_cast<float>(bits >> shift_); };
    switch (sample_) {
      case SampleType::u8:
        return load_as(std::uint8_t{}, whole);
      case SampleType::u16:
        return load_as(std::uint16_t{}, whole);
      case SampleType::f32:
        return load_as(0.0F, [](float value) { return value; });
      case SampleType::f16:
        return load_as(std::uint16_t{}, [](std::uint16_t half) { return half_to_float(half); });
    }
  }

  PictureComponent from_;
  TargetPlane plane_;
  SampleType sample_;
  int shift_;
  bool is_straight_;
};
OVL_FN float sample_of(const ComponentReader& from, int x, int y) {
  return from.sample(mirrored(x, from.size.width), mirrored(y, from.size.height));
}

template <int columns, int rows>
OVL_FN void samples_at(const ComponentReader& from, const int (&column)[columns],
                       const int (&row)[rows], bool turned, float (&out)[rows][columns]) {
  from.samples(column, row, turned, out);
}

/// The reader of a plane, or of a component.
OVL_FN const PlaneImage& reader_of(const PlaneImage& plane) {
  return plane;
}
OVL_FN ComponentReader reader_of(const PictureComponent& component) {
  return ComponentReader(component);
}

}  // namespace overlace
