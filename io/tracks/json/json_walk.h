// SPDX-License-Identifier: Apache-2.0
// Finds the boxes in arbitrarily nested JSON, as written by scripts.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "io/tracks/format.h"
#include "io/tracks/json/json_rows.h"

namespace overlace {

/// Walks through a document and makes a row of every box: of an object that states a position, of
/// each place in lists beside each other (see JsonColumns), and of a list of four to seven numbers,
/// unless its name means something else than a box (a colour, a size, a rotation). The context of a
/// box belongs to it: the members of enclosing objects; a key that is a number or a picture's name
/// as its frame, and a second one as its id, unless the name above such keys ("frames", "tracks")
/// says which they are; its index in a list of tracks as its id, or in the outermost list as its
/// frame where nothing else gives it. Roboflow's predictions have x and y of the centre.
class JsonWalk {
 public:
  using Use = std::function<void(const Json& row, std::uint64_t line)>;

  /// `rows` decides what is a box; `use` receives each row.
  JsonWalk(const JsonRows& rows, Use use) : rows_(rows), use_(std::move(use)) {}
  /// Walks through a whole file.
  void run(TrackInput& input);
  /// Walks through one of many documents, at this line of the file; `frame` is that of its boxes
  /// unless they say another.
  void take(const Json& document, std::optional<std::int64_t> frame, std::uint64_t line);
  /// Walks through the document of a line; `place` is its frame unless it says another, or is
  /// itself a box.
  void take_line(const Json& document, std::int64_t place, std::uint64_t line);
  /// The number of boxes so far.
  [[nodiscard]] std::uint64_t found() const { return found_; }
  /// The number of objects with key points or outlines and no box.
  [[nodiscard]] std::uint64_t boxless() const { return boxless_; }
  /// The name of the first list of numbers that is not a box by its name; "" when there is none.
  [[nodiscard]] const std::string& other_list() const { return other_list_; }
  /// The number of such lists so far.
  [[nodiscard]] std::uint64_t other_lists() const { return other_lists_; }

 private:
  /// What a key, or an index in a list, numbers.
  enum class Counted : std::uint8_t { unknown, frames, objects };
  struct Key {
    std::string text;
    Counted counted = Counted::unknown;
  };
  /// The context of a value.
  struct Surroundings {
    Json::Object members{};               ///< the innermost of each name
    std::vector<Key> keys{};              ///< those that are numbers or picture names
    std::string name{};                   ///< of the value
    bool centered = false;                ///< x and y are those of the centre
    std::optional<std::int64_t> frame{};  ///< of the document
    std::optional<std::int64_t> place{};  ///< index in the outermost list that is not itself a box
  };

  void walk(const Json& value, const Surroundings& around);
  void walk_members(const Json& object, Surroundings around);
  void walk_list(const Json& list, const Surroundings& around);
  void walk_member(std::string_view key, const Json& value, const Surroundings& around);
  void walk_element(const Json& element, std::int64_t place, const Surroundings& around);
  [[nodiscard]] bool is_box(const Json& value) const;
  [[nodiscard]] bool is_track(const Json& value) const;
  [[nodiscard]] static Counted counted_by(std::string_view name, const Json& numbered);
  static const Key* take_key(std::vector<const Key*>& keys, Counted counted);
  [[nodiscard]] static std::optional<std::int64_t> frame_of(const Json::Object& members,
                                                            std::vector<const Key*>& keys,
                                                            const Surroundings& around);
  void put(Json row, const Surroundings& around, std::uint64_t line);

  const JsonRows& rows_;
  Use use_;
  std::uint64_t boxless_ = 0, found_ = 0, other_lists_ = 0;
  std::uint64_t line_ = 0;  ///< of the document; 0 where its values know theirs
  std::string other_list_;
};

}  // namespace overlace
