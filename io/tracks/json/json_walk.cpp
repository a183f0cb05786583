// SPDX-License-Identifier: Apache-2.0
// Walks through JSON written by scripts.
#include "io/tracks/json/json_walk.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "graph/core/error.h"
#include "io/tracks/frame_files.h"
#include "io/tracks/json/json_columns.h"
#include "io/tracks/json/json_parts.h"
#include "io/tracks/rows/numbers.h"
#include "io/tracks/rows/picture_names.h"

namespace overlace {
namespace {

/// Whether a key is that of a frame, which it numbers: "frame_0012", "0012.jpg".
bool names_frame(std::string_view key) {
  if (!numbered_name(key).number) return false;
  const bool picture =
      std::ranges::any_of(std::array{".jpg", ".jpeg", ".png", ".bmp", ".webp", ".JPG", ".PNG"},
                          [&](std::string_view ending) { return key.ends_with(ending); });
  return picture || key.starts_with("frame") || key.starts_with("Frame") ||
         key.starts_with("img") || key.starts_with("image");
}

bool is_number_text(std::string_view key) {
  return numbered_name(key).pattern == "*";
}

bool is_box_list(const Json& value) {
  const auto list = elements(value);
  return list.size() >= BoxListProfile::fewest && list.size() <= BoxListProfile::most &&
         std::ranges::all_of(list, &Json::is_number);
}

/// Whether lists of numbers are the rows of a camera's or a volume's matrix: rotations stay within
/// ±1.
bool is_matrix(const Json& value) {
  constexpr std::size_t columns = 4;
  const auto rows = elements(value);
  return (rows.size() == 3 || rows.size() == 4) && std::ranges::all_of(rows, [](const Json& row) {
           return is_box_list(row) && elements(row).size() == columns &&
                  std::ranges::all_of(elements(row).first(columns - 1), [](const Json& number) {
                    return std::abs(number.as_number()) <= 1;
                  });
         });
}

bool has_meaning(const Json::Object& members, NamedColumn meaning) {
  return std::ranges::any_of(
      members, [&](const Json::Member& member) { return column_named(member.first) == meaning; });
}

/// Whether a list is that of Roboflow's inference, which gives the centres of boxes.
bool is_roboflow(const Json& predictions) {
  const auto list = elements(predictions);
  return !list.empty() && std::ranges::all_of(list, [](const Json& one) {
    return std::ranges::all_of(std::array{"x", "y", "width", "height", "confidence", "class"},
                               [&](std::string_view key) { return one.find(key) != nullptr; });
  });
}

/// The members of a document that could be the columns of a table. They are held until its end.
class HeldColumns {
 public:
  explicit HeldColumns(const TrackInput& input) : input_(input) {}
  /// Whether a member is one of them.
  static bool could_hold(const JsonPart& part) {
    return !names_frame(part.name()) && !is_number_text(part.name()) &&
           JsonColumns::could_hold(part.value);
  }
  void add(const JsonPart& part) {
    for (const Json& value : elements(part.value)) count(1 + elements(value).size(), part.value);
    columns_.emplace_back(part.name(), part.value);
  }
  /// Adds an element of a list that is read part by part.
  void add_element(const JsonPart& part) {
    if (part.path.size() == 1) return;
    count(1, part.value);
    if (columns_.empty() || columns_.back().first != part.path.front())
      columns_.emplace_back(part.path.front(), Json::Array{});
    columns_.back().second.push_back(part.value);
  }
  /// An element of a list as an object, if the list "columns" before has a name for each of its
  /// values, as pandas writes tables.
  [[nodiscard]] std::optional<Json> named(const Json& element) const {
    const auto columns = std::ranges::find(columns_, "columns", &Json::Member::first);
    const auto values = elements(element);
    if (columns == columns_.end() || values.size() != elements(columns->second).size())
      return std::nullopt;
    Json row = Json::Object{};
    for (std::size_t i = 0; i < values.size(); ++i)
      row.set(text_of_name(elements(columns->second)[i]), values[i]);
    row.line = element.line;
    return row;
  }
  [[nodiscard]] Json take() { return std::move(columns_); }

 private:
  static std::string text_of_name(const Json& name) {
    return name.is_string() ? name.as_string() : name.dump();
  }
  void count(std::size_t values, const Json& where) {
    constexpr std::size_t most = 10'000'000;
    if ((count_ += values) > most)
      throw Error(ErrorCode::limit,
                  fmt::format("the lists of the document have more than {} values", most),
                  "write an object for every frame or box instead of long lists",
                  {.file = input_.path.string(), .line = where.line});
  }

  const TrackInput& input_;
  Json::Object columns_;
  std::size_t count_ = 0;
};

bool names_picture(const Json::Object& members) {
  std::vector<std::string_view> keys;
  for (const auto& [key, value] : members)
    if (value.is_string()) keys.push_back(key);
  return picture_column(keys).has_value();
}

}  // namespace

/// What keys that are numbers count, by the name above them. A number above a list of boxes is that
/// of a frame, unless the name is one of tracks.
JsonWalk::Counted JsonWalk::counted_by(std::string_view name, const Json& numbered) {
  constexpr std::array<std::string_view, 3> frames = {"frames", "images", "frame_data"};
  constexpr std::array<std::string_view, 6> tracks = {"tracks",    "trajectories", "tracklets",
                                                      "track_ids", "ids",          "individuals"};
  constexpr std::array<std::string_view, 6> objects = {"objects", "players", "persons",
                                                       "people",  "labels",  "instances"};
  const auto is = [name](std::string_view other) { return name == other; };
  if (std::ranges::any_of(frames, is)) return Counted::frames;
  if (std::ranges::any_of(tracks, is)) return Counted::objects;
  return numbered.is_object() && std::ranges::any_of(objects, is) ? Counted::objects
                                                                  : Counted::unknown;
}

/// Takes the outermost key that counts this.
const JsonWalk::Key* JsonWalk::take_key(std::vector<const Key*>& keys, Counted counted) {
  const auto found = std::ranges::find(keys, counted, [](const Key* key) { return key->counted; });
  if (found == keys.end()) return nullptr;
  const Key* const key = *found;
  keys.erase(found);
  return key;
}

/// The frame of a box whose members do not give it.
std::optional<std::int64_t> JsonWalk::frame_of(const Json::Object& members,
                                               std::vector<const Key*>& keys,
                                               const Surroundings& around) {
  if (const Key* const key = take_key(keys, Counted::frames))
    return numbered_name(key->text).number;
  if (around.frame) return around.frame;
  if (const Key* const key = take_key(keys, Counted::unknown))
    return numbered_name(key->text).number;
  const bool placed = keys.empty() && !has_meaning(members, NamedColumn::time) &&
                      !has_meaning(around.members, NamedColumn::id) && !names_picture(members);
  return placed ? around.place : std::nullopt;
}

void JsonWalk::put(Json row, const Surroundings& around, std::uint64_t line) {
  Json::Object members = around.members;
  for (Json::Member& member : row.as_object()) {
    if (around.centered && (member.first == "x" || member.first == "y")) member.first += "center";
    std::erase_if(members, [&](const Json::Member& m) { return m.first == member.first; });
    members.push_back(std::move(member));
  }
  std::vector<const Key*> keys;
  for (const Key& key : around.keys) keys.push_back(&key);
  if (!has_meaning(members, NamedColumn::frame))
    if (const auto frame = frame_of(members, keys, around)) members.emplace_back("frame", *frame);
  if (!has_meaning(members, NamedColumn::id))
    for (const Counted counted : {Counted::objects, Counted::unknown})
      if (const Key* const key = take_key(keys, counted)) {
        members.emplace_back("id", key->text);
        break;
      }
  ++found_;
  use_(Json(std::move(members)), line_ > 0 ? line_ : line);
}

void JsonWalk::walk_member(std::string_view key, const Json& value, const Surroundings& around) {
  Surroundings inner = around;
  inner.name = key;
  if (names_frame(key)) {
    inner.keys.push_back({std::string(key), Counted::frames});
    return walk(value, inner);
  }
  const Counted counted = counted_by(around.name, value);
  if (is_number_text(key) || (counted == Counted::objects && numbered_name(key).number)) {
    inner.keys.push_back({std::string(key), counted});
    return walk(value, inner);
  }
  inner.centered = key == "predictions" && is_roboflow(value);
  // An object is a box if it has a list that is a box by its name.
  if (!is_box_list(value) && !is_matrix(value)) return walk(value, inner);
  if (other_lists_++ == 0) other_list_ = key;
}

void JsonWalk::walk_members(const Json& object, Surroundings around) {
  bool shaped = false;
  for (const auto& [key, value] : object.as_object()) {
    if (value.is_array() || value.is_object()) {
      shaped = shaped || JsonRows::names_shape(key);
      continue;
    }
    std::erase_if(around.members,
                  [&, &name = key](const Json::Member& m) { return m.first == name; });
    around.members.emplace_back(key, value);
  }
  const JsonColumns columns(object, rows_);
  if (shaped && columns.row_count() == 0) ++boxless_;
  for (std::size_t i = 0; i < columns.row_count(); ++i) put(columns.row(i), around, object.line);
  for (const auto& [key, value] : object.as_object())
    if ((value.is_array() || value.is_object()) && !JsonRows::names_shape(key) &&
        !columns.includes(key))
      walk_member(key, value, around);
}

/// Whether an object is a single box. One with lists beside each other is a table, if only of one
/// row.
bool JsonWalk::is_box(const Json& value) const {
  const auto is_list_of_lists = [](const Json::Member& member) {
    const auto list = elements(member.second);
    return !list.empty() && list.front().is_array();
  };
  if (!rows_.has_box(value)) return false;
  return std::ranges::none_of(value.as_object(), is_list_of_lists) ||
         JsonColumns(value, rows_).row_count() == 0;
}

/// Whether an object is a track: it has a list of boxes with their own frames or times.
bool JsonWalk::is_track(const Json& value) const {
  return value.is_object() &&
         std::ranges::any_of(value.as_object(), [&](const Json::Member& member) {
           const auto boxes = elements(member.second);
           return !boxes.empty() && rows_.has_box(boxes.front()) &&
                  (has_meaning(boxes.front().as_object(), NamedColumn::frame) ||
                   has_meaning(boxes.front().as_object(), NamedColumn::time));
         });
}

void JsonWalk::walk_element(const Json& element, std::int64_t place, const Surroundings& around) {
  const bool boxed = is_box(element) || is_box_list(element);
  const bool tracked = !boxed && is_track(element);
  if (boxed || (!tracked && around.place)) return walk(element, around);
  Surroundings inner = around;
  if (tracked)
    inner.keys.push_back({std::to_string(place), Counted::objects});
  else
    inner.place = place;
  walk(element, inner);
}

void JsonWalk::walk_list(const Json& list, const Surroundings& around) {
  std::int64_t place = 0;
  for (const Json& element : list.as_array()) walk_element(element, place++, around);
}

void JsonWalk::walk(const Json& value, const Surroundings& around) {
  if (is_box_list(value)) {
    Json row = Json::Object{{std::string(nameless_box), value}};
    return put(std::move(row), around, value.line);
  }
  if (is_box(value)) return put(value, around, value.line);
  if (value.is_object()) return walk_members(value, around);
  if (value.is_array()) walk_list(value, around);
}

void JsonWalk::take(const Json& document, std::optional<std::int64_t> frame, std::uint64_t line) {
  line_ = line;
  Surroundings around;
  around.frame = frame;
  walk(document, around);
}

void JsonWalk::take_line(const Json& document, std::int64_t place, std::uint64_t line) {
  line_ = line;
  Surroundings around;
  if (!is_box(document)) around.place = place;
  walk(document, around);
}

void JsonWalk::run(TrackInput& input) {
  // Read part by part, so that a file of many frames is never held as a whole.
  Surroundings around;
  HeldColumns columns(input);
  const auto numbered = [&](const JsonPart& part) {
    if (!part.value.is_array() && !part.value.is_object()) return columns.add_element(part);
    const std::optional<Json> row = columns.named(part.value);
    walk_element(row ? *row : part.value, std::stoll(part.name()), around);
  };
  const auto keyed = [&](const JsonPart& part) {
    if (!part.value.is_array() && !part.value.is_object()) {
      around.members.emplace_back(part.name(), part.value);
      return;
    }
    if (HeldColumns::could_hold(part)) return columns.add(part);
    Surroundings inner = around;
    if (part.path.size() > 1) inner.name = part.path.front();
    Json::Object member;
    member.emplace_back(part.name(), part.value);
    walk_members(Json(std::move(member)), inner);
  };
  visit_json(input,
             {"/#", "/frames/#", "/annotations/#", "/detections/#", "/results/#", "/data/#",
              "/frames/*", "/detections/*", "/results/*", "/data/*", "/*"},
             [&](const JsonPart& part) {
               constexpr std::size_t lists = 6;  // the patterns that are lists, which come first
               part.pattern < lists ? numbered(part) : keyed(part);
             });
  walk_members(columns.take(), around);
}

}  // namespace overlace
