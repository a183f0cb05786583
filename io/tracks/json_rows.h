// SPDX-License-Identifier: Apache-2.0
// JSON objects as rows with named columns: lines of JSON, supervision's sink, files of scripts.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "graph/core/json.h"
#include "io/tracks/box_lists.h"
#include "io/tracks/named_rows.h"

namespace overlace {

/// Goes over the rows twice: first to learn the columns, since any row may lack some, then to take
/// them. A list called xyxy (or tlbr, ltrb) is a box by its corners, one called xywh, tlwh or ltwh
/// by corner and size, one called cxcywh by centre and size; one called bbox, box or rect is what
/// its numbers show. The members of an object are columns of their own.
class JsonRows {
 public:
  /// `columns` are those that the user names; they must outlive the rows.
  explicit JsonRows(const ColumnMap& columns) : map_(columns) {}
  /// Whether an object says where something is.
  [[nodiscard]] bool has_box(const Json& object) const;
  /// Learns a row's columns.
  void profile(const Json& row);
  /// Settles what the columns mean; see NamedRows. Throws Error(usage) for lists without a name
  /// whose numbers could be corners or sizes.
  void settle(const TrackReadOptions& options, TrackReport& report);
  /// Takes a row. Precondition: settled.
  void take(const Json& row, TrackBuilder& builder, std::uint64_t line);

 private:
  struct BoxKey {
    BoxListProfile profile;
    std::size_t order = 0;  ///< of appearance
  };

  [[nodiscard]] bool is_box_list(std::string_view key, const Json& value) const;
  void settle_list(TrackReport& report);
  void put(std::string_view column, const Json& value);

  const ColumnMap& map_;
  std::vector<std::string> names_;
  std::map<std::string, BoxKey, std::less<>> lists_;
  std::string list_;                       ///< the one that is the box
  std::vector<std::string> list_columns_;  ///< of its numbers
  std::optional<NamedRows> rows_;
  std::vector<std::string> texts_;  ///< of the row being taken
  std::vector<std::string_view> values_;
};

/// What scripts call a box that is a list without a name.
inline constexpr std::string_view nameless_box = "box";

/// The conventions of rows whose tools do not say.
[[nodiscard]] TrackConventions row_conventions();

}  // namespace overlace
