// SPDX-License-Identifier: Apache-2.0
// Parts of the picture: polygons and lines given by the user.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graph/core/vec.h"

namespace overlace {

/// Points in pixels, each written as "10% 25%" (of the picture's width and height) or "64 108"
/// (pixels). `what` names a point in errors: "corner of a zone". Throws Error(usage) for other
/// text.
[[nodiscard]] std::vector<Vec2> parse_points(std::span<const std::string> points, Size picture,
                                             std::string_view what);

/// The corners of a zone in pixels, each written as "10% 25%" (of the picture's width and height)
/// or "64 108" (in pixels); empty if there is no text. Throws Error(usage) for other text, for one
/// or two corners, and for corners on one line.
[[nodiscard]] std::vector<Vec2> parse_zone(std::span<const std::string> corners, Size picture);

/// Whether a point is in a polygon, by the even-odd rule.
[[nodiscard]] bool is_inside(std::span<const Vec2> zone, Vec2 p);

}  // namespace overlace
