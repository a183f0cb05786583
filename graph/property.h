// SPDX-License-Identifier: Apache-2.0
// Values that a document can give as a constant, as keyframes over time, or as a map from an attribute.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graph/core/time.h"
#include "graph/core/vec.h"
#include "graph/data/attributes.h"

namespace overlace {

inline constexpr int max_map_stops = 16;

/// A piecewise-linear map from an attribute to a value T (float or Color), or a palette: the attribute
/// rounded to an integer, modulo the number of entries. An element without the attribute (NaN) gets
/// `missing`.
template <class T>
struct AttributeMap {
  AttributeRef attribute;
  bool palette = false;
  std::uint8_t count = 0;
  float input[max_map_stops] = {}; ///< ascending; unused by a palette
  T output[max_map_stops] = {};
  T missing{};
};

/// A property at one frame: constant, or mapped per element. Trivially copyable, so that it travels to a
/// device as it is.
template <class T>
struct FrameValue {
  T constant{};
  bool mapped = false;
  AttributeMap<T> map;

  /// The value for one element.
  [[nodiscard]] T at(const TrackView& tracks, const Element& element) const;
};
using FrameNumber = FrameValue<float>;
using FrameColor = FrameValue<Color>;

/// Shape of the way from one keyframe to the next.
enum class Easing : std::uint8_t { linear, hold, ease_in, ease_out, ease_in_out };

/// Fraction of the way covered at `t` in 0..1: quadratic for in and out, smoothstep for in_out.
[[nodiscard]] float ease(Easing easing, float t);

/// What a property needs to become numbers: the clip for percentages and seconds, the tracks for
/// attribute names.
struct BindContext {
  ClipInfo clip;
  const TrackTable* tracks = nullptr; ///< null where the node has no tracks upstream
};

/// A property as written in the document: constant, keyframes or map. T is float or Color. `bind` makes
/// it ready for a clip; from then on `at` answers frame by frame without allocating.
template <class T>
class Property {
 public:
  /// A value with its unit: percentages stay so until the frame size is known.
  struct Amount {
    T value{};
    bool percent = false; ///< of the frame height
  };
  struct Keyframe {
    double time = 0;        ///< seconds, or frames when `in_frames`
    bool in_frames = false;
    Amount amount;
    Easing easing = Easing::linear; ///< towards the next keyframe
  };
  struct Map {
    std::string attribute;
    bool palette = false;
    std::vector<float> input;
    std::vector<Amount> output; ///< 1..max_map_stops
    Amount missing;
  };

  Property() = default;
  Property(T value) : constant{value, false} {}

  /// Resolves percentages, times and attribute names. Throws Error(usage) when an attribute is not
  /// known, with the nearest name; the caller adds the place.
  void bind(const BindContext& context);

  /// The value at one frame. Precondition: bound.
  [[nodiscard]] FrameValue<T> at(const FrameTime& time) const;

  // The document's form, exactly one of them live: a map if there is one, else keyframes, else the
  // constant.
  Amount constant;
  std::vector<Keyframe> keyframes; ///< ascending in time
  std::vector<Map> map;            ///< zero or one

 private:
  struct Key {
    double seconds;
    T value;
    Easing easing;
  };
  FrameValue<T> bound_;
  std::vector<Key> bound_keys_;
};
using Number = Property<float>;
using Paint = Property<Color>;

/// A constant in percent of the frame height, for defaults.
[[nodiscard]] inline Number percent(float value) {
  Number n;
  n.constant = {value, true};
  return n;
}

extern template class Property<float>;
extern template class Property<Color>;

} // namespace overlace
