// SPDX-License-Identifier: Apache-2.0
// Expressions over the numbers of a clip: attributes of objects, series, and values of the frame.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "graph/data/attributes.h"
#include "graph/data/series.h"
#include "graph/values/expression.h"
#include "graph/values/presence.h"

namespace overlace {

/// Where the names in expressions are looked up.
struct ExpressionNames {
  const ClipInfo* clip = nullptr;
  const TrackTable* tracks = nullptr;  ///< null if expressions have no objects to read
  const SeriesList* series = nullptr;  ///< null if there are none
};

/// An expression with its names resolved: attributes, series (with a dot), `frame`, `time`
/// (seconds), `frame_width` and `frame_height` (document pixels, like all lengths in expressions).
class BoundExpression {
 public:
  /// Throws Error(usage) for unknown names, with the nearest one, and for those of links.
  BoundExpression(std::shared_ptr<const Expression> expression, const ExpressionNames& names);

  /// Whether it reads an attribute, so that its value is per object.
  [[nodiscard]] bool is_of_objects() const { return of_objects_; }
  /// The value at a frame. Precondition: not of objects.
  [[nodiscard]] double at(const FrameTime& time) const;
  /// The value for every row of the table that it was bound to, in that row's frame; a series of
  /// sound is read at the frame's nominal time.
  [[nodiscard]] std::vector<double> of_rows(const PresenceOp& presence) const;

 private:
  enum class OfFrame : std::uint8_t { frame, time, width, height };
  using Source = std::variant<OfFrame, AttributeRef, SharedSeries>;

  [[nodiscard]] static Source find(const std::string& name, const ExpressionNames& names);
  [[nodiscard]] double of_frame(OfFrame which, const FrameTime& time) const;

  std::shared_ptr<const Expression> expression_;
  std::vector<Source> sources_;  ///< one per name
  ClipInfo clip_;
  const TrackTable* tracks_ = nullptr;
  bool of_objects_ = false;
};

}  // namespace overlace
