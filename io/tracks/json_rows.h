// SPDX-License-Identifier: Apache-2.0
// Flat JSON objects as rows with named columns: lines of JSON, supervision's sink.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "graph/core/json.h"
#include "io/tracks/named_rows.h"

namespace overlace {

/// Goes over the rows twice: first to learn the columns, since any row may lack some, then to take
/// them. A list called xyxy (or tlbr, ltrb) is a box by its corners, one called bbox, box, xywh,
/// tlwh or ltwh one by corner and size; the members of an object are columns of their own.
class JsonRows {
 public:
  /// Learns a row's columns.
  void study(const Json& row);
  /// Settles what the columns mean; see NamedRows.
  void settle(const TrackReadOptions& options, TrackReport& report);
  /// Takes a row. Precondition: settled.
  void take(const Json& row, TrackBuilder& builder, std::uint64_t line);

 private:
  std::vector<std::string> names_;
  bool lists_with_sizes_ = false;  ///< a "bbox" was taken for left, top, width, height
  std::optional<NamedRows> rows_;
  std::vector<std::string> texts_;  ///< of the row being taken
  std::vector<std::string_view> values_;
};

/// The conventions of rows whose tools do not say.
[[nodiscard]] TrackConventions row_conventions();

}  // namespace overlace
