// SPDX-License-Identifier: Apache-2.0
// JSON objects as rows with named columns: JSON lines, supervision's sink, files of scripts.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "graph/core/json.h"
#include "io/tracks/rows/box_lists.h"
#include "io/tracks/rows/named_rows.h"

namespace overlace {

/// Goes over the rows twice: first to learn the columns, since any row may lack some, then to take
/// them. A list called xyxy (or tlbr, ltrb) is a box by its corners, tlwh or ltwh by corner and
/// size, cxcywh by centre and size; xywh is one of the latter two, whichever keeps boxes in the
/// picture; for bbox, box or rect the numbers decide. Such a list may
/// be two corners in lists of their own, alone in another list, or a text. The members of an object
/// are separate columns.
class JsonRows {
 public:
  /// `columns` are the user's; they must outlive the rows.
  explicit JsonRows(const ColumnMap& columns) : map_(columns) {}
  /// Whether a member of that name is a box, if it is a list.
  [[nodiscard]] static bool names_box(std::string_view key);
  /// Whether a list of that name has an object's parts, as points of an outline, and no objects.
  [[nodiscard]] static bool names_shape(std::string_view key);
  /// Whether the user says what a member of that name holds.
  [[nodiscard]] bool is_mapped(std::string_view name) const;
  /// Whether an object states a position.
  [[nodiscard]] bool has_box(const Json& object) const;
  /// Learns a row's columns.
  void profile(const Json& row);
  /// Determines what the columns mean; see NamedRows. Throws Error(usage) for lists whose name does
  /// not state the form and whose numbers could be corners or sizes.
  void settle(const TrackReadOptions& options, TrackReport& report);
  /// The conventions for rows whose tools do not state any. Precondition: settled.
  [[nodiscard]] TrackConventions conventions() const;
  /// The options for the builder of the rows; see NamedRows. Precondition: settled.
  [[nodiscard]] TrackReadOptions reading(const TrackReadOptions& options) const;
  /// Takes a row. Precondition: settled.
  void take(const Json& row, TrackBuilder& builder, std::uint64_t line);

 private:
  struct BoxKey {
    BoxListProfile profile;
    bool pairs = false;     ///< [[x, y], [x, y]]
    std::size_t order = 0;  ///< order of appearance
  };

  [[nodiscard]] std::optional<Json::Array> box_list(std::string_view key, const Json& value) const;
  [[nodiscard]] const BoxKey& choose_list();
  [[nodiscard]] BoxList form_of_places(const TrackReadOptions& options,
                                       const TrackReport& report) const;
  void settle_list(const TrackReadOptions& options, TrackReport& report);
  void put(std::string_view column, const Json& value);
  std::span<const std::string_view> values_of(const Json& row);

  const ColumnMap& map_;
  std::vector<std::string> names_;
  std::vector<Json> sample_;  ///< the first rows
  std::map<std::string, BoxKey, std::less<>> lists_;
  std::string list_;                       ///< the list that is the box
  std::vector<std::string> list_columns_;  ///< of the box's numbers
  bool could_be_centres_ = false;          ///< in the list, as its name does not tell
  std::optional<NamedRows> rows_;
  std::vector<std::string> texts_;  ///< of the current row
  std::vector<std::string_view> values_;
};

/// The column name for a box that is an unnamed list.
inline constexpr std::string_view nameless_box = "box";

}  // namespace overlace
