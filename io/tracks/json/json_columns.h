// SPDX-License-Identifier: Apache-2.0
// Lists beside each other in a JSON object, with an element for every box, as dumps of arrays.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "graph/core/json.h"
#include "io/tracks/json/json_rows.h"

namespace overlace {

/// Takes an object such as {"xyxy": [[…], […]], "track_id": [7, 9]} as a table with columns. Lists
/// of as many values as there are boxes are columns, also within another member such as "data"; so
/// are objects with the keys 0, 1, 2 …, as pandas prints them. Plural names ("track_ids") become
/// singular. The object must outlive it.
class JsonColumns {
 public:
  /// `rows` decides what is a box. Throws Error(input) when there are more or fewer ids, frames or
  /// times than boxes.
  JsonColumns(const Json& object, const JsonRows& rows);
  /// Whether a member could be a column of a table.
  [[nodiscard]] static bool could_hold(const Json& member);
  /// 0 when the object is no table.
  [[nodiscard]] std::size_t row_count() const { return row_count_; }
  /// An object with the values of one box. Precondition: below row_count().
  [[nodiscard]] Json row(std::size_t index) const;
  /// Whether a member of the object is a column, or holds some.
  [[nodiscard]] bool includes(std::string_view member) const;

 private:
  struct Column {
    std::string_view member;  ///< of the object
    std::string name;
    std::vector<const Json*> values;
  };

  void add(std::string_view member, std::string_view name, const Json& value, const JsonRows& rows);
  void add_nested(const Json::Object& members, const JsonRows& rows);
  [[nodiscard]] bool are_boxes(const Column& place, const JsonRows& rows) const;
  [[nodiscard]] bool any_means(std::initializer_list<NamedColumn> meanings) const;

  std::vector<Column> columns_;
  std::size_t row_count_ = 0;
};

}  // namespace overlace
