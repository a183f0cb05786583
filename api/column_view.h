// SPDX-License-Identifier: Apache-2.0
// Rows of a track table as columns for the caller.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "api/overlace.h"
#include "graph/data/tracks.h"

namespace overlace::api {

/// A table, and beside it what C wants otherwise: texts as pointers, lists as offsets.
class ColumnView {
 public:
  explicit ColumnView(std::shared_ptr<const TrackTable> table);

  /// The rows of some frames, without a copy. Valid as long as this lives.
  [[nodiscard]] ovl_columns of(FrameInterval frames);

 private:
  using Texts = std::vector<const char*>;
  using Offsets = std::vector<std::uint64_t>;

  void list_skeletons();
  [[nodiscard]] const std::vector<ovl_attribute>& attributes_from(std::uint32_t row);

  std::shared_ptr<const TrackTable> table_;
  std::vector<std::int32_t> frame_;
  Offsets points_, corners_, runs_;  ///< of the rows' lists; empty if there are no items
  Texts class_names_;
  std::vector<Texts> texts_, point_names_;  ///< of each attribute, of each skeleton
  std::vector<ovl_skeleton> skeletons_;
  std::map<std::uint32_t, std::vector<ovl_attribute>> attributes_;  ///< by the row they begin at
};

}  // namespace overlace::api
