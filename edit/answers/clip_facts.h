// SPDX-License-Identifier: Apache-2.0
// What the page shows of a clip's tracks and of what is drawn.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "gpu/matte_painter.h"
#include "graph/analysis/analyse.h"
#include "graph/core/json.h"

namespace overlace {

/// {NODE: rows} of all track nodes that have a table.
[[nodiscard]] Json row_counts(const Graph& graph, const ClipTables& tables);

/// When the objects of a track node are there: "lanes", each with "id", "class", "first" and "last"
/// frame; or, where there are more than 200 objects, "density", the objects in the frames of each
/// of at most 1,000 equal parts of the clip. "events" are what happened in the clip, such as a line
/// that was crossed: "frame", "id", "class", "event" and "name" of the first 2,000. Throws
/// Error(usage) for a node without tracks.
[[nodiscard]] Json::Object lanes(const Graph& graph, const ClipTables& tables,
                                 const std::string& node);

/// "names" of what the objects that a node reads can be mapped by: our own, and the file's columns.
/// Throws Error(usage) for a node without tracks.
[[nodiscard]] Json::Object attributes(const Graph& graph, const ClipTables& tables,
                                      const std::string& node);

/// How often values of an attribute occur among the objects that a node reads: "bins" with "low",
/// "high" and 32 "counts", or, for texts and classes, "names" and a count for each. Rows without
/// the attribute are left out. Throws Error(usage) with the nearest name.
[[nodiscard]] Json::Object histogram(const Graph& graph, const ClipTables& tables,
                                     const std::string& node, const std::string& attribute);

/// "values" of a parameter that is the same for all objects, at frames of the clip; empty for one
/// that is no number, or follows an attribute.
[[nodiscard]] Json::Object values_over_time(const Graph& graph, const ClipTables& tables,
                                            const std::string& node, const std::string& param,
                                            const Json& frames);

/// Who painted a pixel of a frame.
class PixelOwners {
 public:
  /// Where something is painted, "node" and "object": "id", "class", "score" as far as they are
  /// known. Precondition: the pixel lies in the plan's picture.
  [[nodiscard]] Json::Object at(const std::shared_ptr<const Plan>& plan, const FrameTime& time,
                                int x, int y);

 private:
  std::shared_ptr<const Plan> plan_;
  std::unique_ptr<MattePainter> painter_;  ///< of that plan
};

}  // namespace overlace
