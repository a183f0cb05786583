// SPDX-License-Identifier: Apache-2.0
// Finds the boxes in JSON of any nesting, as scripts write it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "io/tracks/format.h"
#include "io/tracks/json_rows.h"

namespace overlace {

/// Walks through a document and makes a row of every box: of an object that says where something
/// is, and of a list of four to seven numbers, unless a name calls it something else than a box (a
/// colour, a size, a rotation). What stands around a box belongs to it: the members of the objects
/// that hold it, a key that is a number or a picture's name as its frame, its place in the
/// outermost list where nothing else says the frame. A second key is its id.
class JsonWalk {
 public:
  using Use = std::function<void(const Json& row, std::uint64_t line)>;

  /// `rows` knows what a box is; `use` takes each row.
  JsonWalk(const JsonRows& rows, Use use) : rows_(rows), use_(std::move(use)) {}
  /// Goes through a whole file.
  void run(TrackInput& input);
  /// Objects that hold key points or outlines and no box.
  [[nodiscard]] std::uint64_t boxless() const { return boxless_; }
  /// The first name of a list of numbers that is no box by its name; "" when there is none.
  [[nodiscard]] const std::string& other_list() const { return other_list_; }

 private:
  /// What stands around a value.
  struct Surroundings {
    Json::Object members{};               ///< the innermost of each name
    std::vector<std::string> keys{};      ///< that are numbers or names of pictures
    std::optional<std::int64_t> place{};  ///< in the outermost list of what is no box itself
  };

  void walk(const Json& value, const Surroundings& around);
  void walk_members(const Json& object, Surroundings around);
  void walk_list(const Json& list, const Surroundings& around);
  void put(Json row, const Surroundings& around, std::uint64_t line);

  const JsonRows& rows_;
  Use use_;
  std::uint64_t boxless_ = 0;
  std::string other_list_;
};

}  // namespace overlace
