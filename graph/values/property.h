// SPDX-License-Identifier: Apache-2.0
// Values that a document gives as a constant, as keyframes over time, as an expression, or as a map
// from an attribute, a series or an expression.
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "graph/core/math.h"
#include "graph/core/memo.h"
#include "graph/core/time.h"
#include "graph/core/vec.h"
#include "graph/data/attributes.h"
#include "graph/data/series.h"
#include "graph/values/bound_expression.h"
#include "graph/values/easing.h"
#include "graph/values/presence.h"

namespace overlace {

inline constexpr int max_map_stops = 16;

/// `a` at t = 0, `b` at t = 1, each component separately, with straight alpha.
OVL_FN Color lerp(Color a, Color b, float t) {
  return {lerp(a.r, b.r, t), lerp(a.g, b.g, t), lerp(a.b, b.b, t), lerp(a.a, b.a, t)};
}

/// A map from an attribute to a value T (float or Color): piecewise linear; or a palette, indexed
/// by the attribute rounded to an integer, modulo the number of entries; or one output per
/// category. Elements without the attribute (NaN) or of another category get `missing`. Outside its
/// inputs a map keeps its first and last output; where two inputs are equal it steps.
template <class T>
struct AttributeMap {
  AttributeRef attribute;
  bool palette = false;
  bool by_category = false;
  bool identity = false;  ///< the output is the attribute itself; numbers only
  std::uint8_t count = 0;
  float input[max_map_stops] = {};  ///< ascending, or category numbers; unused by a palette
  T output[max_map_stops] = {};
  T missing{};

  /// The output for one attribute value.
  [[nodiscard]] OVL_FN T at(float value) const {
    if (value != value) return missing;
    if constexpr (std::same_as<T, float>)
      if (identity) return value;
    if (count == 0) return missing;
    if (palette) return output[palette_index(value)];
    if (by_category) return of_category(value);
    if (value < input[0]) return output[0];
    for (int i = 1; i < count; ++i) {
      if (value < input[i])
        return lerp(output[i - 1], output[i], (value - input[i - 1]) / (input[i] - input[i - 1]));
    }
    return output[count - 1];
  }

  [[nodiscard]] OVL_FN T of_category(float value) const {
    for (int i = 0; i < count; ++i)
      if (value == input[i]) return output[i];
    return missing;
  }

  [[nodiscard]] OVL_FN int palette_index(float value) const {
    constexpr float largest = 9e18F;  // fits an int64
    const auto whole = static_cast<std::int64_t>(__builtin_rintf(clamp(value, -largest, largest)));
    const auto index = static_cast<int>(whole % count);
    return index < 0 ? index + count : index;
  }
};

/// A property at one frame: constant, or mapped per element. Trivially copyable, so that it can be
/// copied to a device as it is.
template <class T>
struct FrameValue {
  T constant{};
  bool mapped = false;
  AttributeMap<T> map;

  /// The value for one element.
  [[nodiscard]] OVL_FN T at(const TrackView& tracks, const Element& element) const {
    return mapped ? map.at(attribute_value(tracks, map.attribute, element)) : constant;
  }
};
using FrameNumber = FrameValue<float>;
using FrameColor = FrameValue<Color>;

/// Allowed values of a number once it is in its unit.
struct Limits {
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
};

/// What a property needs to be bound: the clip for percentages and seconds, the tracks for
/// attribute names, the series of all track nodes, and what expressions read.
struct BindContext {
  ClipInfo clip;
  const TrackTable* tracks = nullptr;  ///< null if the node has no tracks upstream
  const SeriesList* series = nullptr;  ///< null if there are none
  /// What one unit of a number counts, unless it is a percentage: document pixels become
  /// ClipInfo::scale picture pixels, other units stay.
  float unit = 1;
  PresenceOp presence{};  ///< of the objects that the node draws
  /// Receives the values of per-object expressions, as columns to append to the attributes of
  /// `tracks`; null if nobody appends them. They are computed on the host before the first frame,
  /// so that all devices draw with the same numbers and kernels need no stack for them.
  std::vector<std::shared_ptr<const AttributeColumn>>* computed = nullptr;
  SourceMemo memo{};  ///< keeps those columns for the next plan
};

/// A property as written in the document: constant, keyframes, expression or map. T is float or
/// Color. After `bind` has prepared it for a clip, `at` gives its value at any frame without
/// allocating.
template <class T>
class Property {
 public:
  /// A value with its unit: percentages are kept until the frame size is known.
  struct Amount {
    T value{};
    bool percent = false;  ///< of the frame height
  };
  struct Keyframe {
    double time = 0;  ///< seconds, or frames when `in_frames`
    bool in_frames = false;
    Amount amount;
    Easing easing = Easing::linear;  ///< towards the next keyframe
  };
  /// From an attribute of each object, from a series, which has one value per frame, or from an
  /// expression of both. The other two are empty.
  struct Map {
    std::string attribute;
    std::string series;
    std::shared_ptr<const Expression> expression{};
    bool direct = false;      ///< the expression is the value, clamped to its limits; no outputs
    bool of_objects = false;  ///< the expression may read attributes
    bool palette = false;
    std::vector<float> input;
    bool percent_input = false;  ///< inputs are percent of the frame height, for attributes in px
    std::vector<std::string> categories;  ///< texts or classes instead of inputs
    std::vector<Amount> output;           ///< 1..max_map_stops
    Amount missing;
  };

  Property() = default;
  Property(T value) : constant{value, false} {}

  /// Resolves units, percentages, times and attribute names. A percentage that leaves `limits` at
  /// this frame size is clamped. Throws Error(usage) if an attribute or a series is unknown (with
  /// the nearest name), if categories are used with numbers, or if keyframes in frames and in
  /// seconds turn out not to ascend; the caller adds the location.
  void bind(const BindContext& context, const Limits& limits = {});

  /// Whether its value is `constant` in every frame, for every element; in percent until bound.
  [[nodiscard]] bool is_constant() const { return keyframes.empty() && map.empty(); }

  /// The value at one frame. Precondition: bound.
  [[nodiscard]] FrameValue<T> at(const FrameTime& time) const;

  /// The least and the greatest value of `at` in any frame, for any element. Precondition: bound.
  /// (A template, because Clang before 16 instantiates any other member with its class, whatever it
  /// requires.)
  template <std::same_as<T> Value = float>
  [[nodiscard]] Limits extent() const;

  // The document's form; exactly one is live: a map if there is one, else keyframes, else the
  // constant.
  Amount constant;
  std::vector<Keyframe> keyframes;  ///< ascending in time
  std::vector<Map> map;             ///< zero or one

 private:
  struct Key {
    double at;  ///< frames, or seconds if `keyed_by_time_`
    T value;
    Easing easing;
  };
  void bind_map(const BindContext& context, const Limits& limits);
  void bind_expression(const Map& source, const BindContext& context);
  [[nodiscard]] Digest column_key(const Map& source, const BindContext& context) const;
  [[nodiscard]] float held(double value) const;
  [[nodiscard]] float expressed(const FrameTime& time) const;
  [[nodiscard]] T keyed(double now) const;

  FrameValue<T> bound_;
  std::vector<Key> bound_keys_;
  bool keyed_by_time_ = false;  ///< where frames are not equally far apart
  SharedSeries bound_series_;
  std::optional<BoundExpression> bound_expression_;  ///< per frame
  double bound_unit_ = 1;                            ///< of its value
  Limits bound_limits_;
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

}  // namespace overlace
