// SPDX-License-Identifier: Apache-2.0
// Expressions over the numbers of a clip: attributes of objects, series, and the frame's own.
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

/// What names of expressions are looked up in.
struct ExpressionNames {
  const ClipInfo* clip = nullptr;
  const TrackTable* tracks = nullptr;  ///< null where expressions have no objects to read
  const SeriesList* series = nullptr;  ///< null where there are none
};

/// An expression whose names are found: attributes, series (with a dot), `frame`, `time` (seconds),
/// `frame_width` and `frame_height` (pixels of the document, as all lengths in expressions are).
class BoundExpression {
 public:
  /// Throws Error(usage) with the nearest name for one that is not known, and for those of links.
  BoundExpression(std::shared_ptr<const Expression> expression, const ExpressionNames& names);

  /// Whether it reads an attribute, so that its value is an object's.
  [[nodiscard]] bool is_of_objects() const { return of_objects_; }
  /// The value at a frame. Precondition: not of objects.
  [[nodiscard]] double at(const FrameTime& time) const;
  /// The value for every row of the table that it was bound with, in that row's frame; a series of
  /// sound is read at the frame's nominal time.
  [[nodiscard]] std::vector<double> of_rows(const PresenceOp& presence) const;

 private:
  enum class OfFrame : std::uint8_t { frame, time, width, height };
  using Source = std::variant<OfFrame, AttributeRef, SharedSeries>;

  [[nodiscard]] static Source find(const std::string& name, const ExpressionNames& names);
  [[nodiscard]] double of_frame(OfFrame which, const FrameTime& time) const;

  std::shared_ptr<const Expression> expression_;
  std::vector<Source> sources_;  ///< of its names
  ClipInfo clip_;
  const TrackTable* tracks_ = nullptr;
  bool of_objects_ = false;
};

}  // namespace overlace
