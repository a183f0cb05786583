// SPDX-License-Identifier: Apache-2.0
// Finds the boxes in arbitrarily nested JSON, as written by scripts.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "io/tracks/format.h"
#include "io/tracks/json_rows.h"

namespace overlace {

/// Walks through a document and makes a row of every box: of an object that states a position, and
/// of a list of four to seven numbers, unless its name means something else than a box (a colour, a
/// size, a rotation). The context of a box belongs to it: the members of enclosing objects, a key
/// that is a number or a picture's name as its frame, or its index in the outermost list where
/// nothing else gives the frame. A second such key is its id.
class JsonWalk {
 public:
  using Use = std::function<void(const Json& row, std::uint64_t line)>;

  /// `rows` decides what is a box; `use` receives each row.
  JsonWalk(const JsonRows& rows, Use use) : rows_(rows), use_(std::move(use)) {}
  /// Walks through a whole file.
  void run(TrackInput& input);
  /// The number of objects with key points or outlines and no box.
  [[nodiscard]] std::uint64_t boxless() const { return boxless_; }
  /// The name of the first list of numbers that is not a box by its name; "" when there is none.
  [[nodiscard]] const std::string& other_list() const { return other_list_; }

 private:
  /// The context of a value.
  struct Surroundings {
    Json::Object members{};               ///< the innermost of each name
    std::vector<std::string> keys{};      ///< those that are numbers or picture names
    std::optional<std::int64_t> place{};  ///< index in the outermost list that is not itself a box
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
