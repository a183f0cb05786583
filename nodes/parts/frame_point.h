// SPDX-License-Identifier: Apache-2.0
// Points in the frame that may move from frame to frame.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "graph/core/error.h"
#include "graph/types/node.h"
#include "graph/values/bound_expression.h"
#include "tracking/zone.h"

namespace overlace {

/// Position of the comma between two expressions: the first one outside parentheses.
[[nodiscard]] inline std::size_t comma_between(std::string_view text) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(') ++depth;
    if (text[i] == ')') --depth;
    if (text[i] == ',' && depth == 0) return i;
  }
  return std::string_view::npos;
}

/// A point in the frame: "10% 25%" of its width and height, "64 108" in pixels, or two expressions
/// in frame scope, such as "frame_width / 2, 100 + 20 * sin(time)".
class FramePoint {
 public:
  /// `what` names the point in errors: "corner of a picture". Throws Error(usage).
  FramePoint(const std::string& text, const PrepareContext& context, std::string_view what) {
    constexpr std::string_view of_fixed = "0123456789.eE+-% ,";
    const std::size_t comma = comma_between(text);
    if (text.find_first_not_of(of_fixed) == std::string::npos || comma == std::string::npos) {
      fixed_ = parse_points(std::span(&text, 1), context.clip.size, what).front();
      return;
    }
    const ExpressionNames names{.clip = &context.clip, .series = context.series};
    const auto bound = [&](std::string part) {
      return BoundExpression(std::make_shared<const Expression>(std::move(part)), names);
    };
    try {
      moving_.emplace(bound(text.substr(0, comma)), bound(text.substr(comma + 1)));
    } catch (const Error& error) {
      const Diagnostic& problem = error.problems().front();
      throw Error(ErrorCode::usage, std::string(what) + " '" + text + "': " + problem.message,
                  problem.hint);
    }
    unit_ = context.clip.scale;
  }

  [[nodiscard]] bool moves() const { return moving_.has_value(); }
  /// In px; NaN if an expression has no value.
  [[nodiscard]] Vec2 at(const FrameTime& time) const {
    if (!moving_) return fixed_;
    return {static_cast<float>(moving_->first.at(time) * unit_),
            static_cast<float>(moving_->second.at(time) * unit_)};
  }

 private:
  Vec2 fixed_;
  std::optional<std::pair<BoundExpression, BoundExpression>> moving_;  ///< x and y
  double unit_ = 1;                                                    ///< px per document pixel
};

}  // namespace overlace
