// SPDX-License-Identifier: Apache-2.0
// Columns and values from JSON objects.
#include "io/tracks/json/json_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>

#include "graph/core/error.h"
#include "io/tracks/json/json_parts.h"
#include "io/tracks/rows/literals.h"

namespace overlace {
namespace {

constexpr std::size_t most_columns = 1000;

bool ends_with_one_of(std::string_view key, std::initializer_list<std::string_view> endings) {
  return std::ranges::any_of(endings, [key](std::string_view e) { return key.ends_with(e); });
}

/// Whether a name is that of places and sizes: COCO's places are left and top, Ultralytics'
/// centres.
bool names_place_and_size(std::string_view key) {
  return key.ends_with("xywh") && !key.ends_with("cxcywh");
}

/// Whether a name is Ultralytics' for fractions of the picture.
bool names_fractions(std::string_view key) {
  return ends_with_one_of(key, {"xyxyn", "xywhn"});
}

/// The form that a list's name states; nothing for a name that only says that it is a box.
std::optional<BoxList> named_form(std::string_view key) {
  if (ends_with_one_of(key, {"cxcywh", "xywhc", "xywhn"})) return BoxList::centered;
  if (ends_with_one_of(key, {"xyxy", "tlbr", "ltrb", "xyxyn"})) return BoxList::corners;
  if (ends_with_one_of(key, {"tlwh", "ltwh"})) return BoxList::sized;
  return std::nullopt;
}

/// The columns for the first four numbers of a list.
std::array<std::string_view, 4> columns_of(BoxList form) {
  switch (form) {
    case BoxList::corners:
      return {"box.x_min", "box.y_min", "box.x_max", "box.y_max"};
    case BoxList::centered:
      return {"box.cx", "box.cy", "box.width", "box.height"};
    case BoxList::sized:
      break;
  }
  return {"box.x_min", "box.y_min", "box.width", "box.height"};
}

std::string_view words_for(BoxList form) {
  switch (form) {
    case BoxList::corners:
      return "left, top, right, bottom";
    case BoxList::centered:
      return "centre x, centre y, width, height";
    case BoxList::sized:
      break;
  }
  return "left, top, width, height";
}

std::string text_of(const Json& value) {
  if (value.is_null()) return {};
  if (value.is_string()) return value.as_string();
  if (value.is_bool()) return value.as_bool() ? "1" : "0";
  return value.dump();
}

/// The column name of a member of an object in a row: its own, or both names where these say more,
/// as in "center.x". Create ML's "coordinates" are those of the centre.
std::string nested_name(std::string_view outer, std::string_view inner) {
  const bool centered = outer == "coordinates" && (inner == "x" || inner == "y");
  std::string both = fmt::format("{}.{}", centered ? "center" : outer, inner);
  return column_named(both) == NamedColumn::attribute ? std::string(inner) : both;
}

/// Whether an object of that name holds the position of the object that contains it.
bool holds_place(std::string_view key) {
  return JsonRows::names_box(key) ||
         ends_with_one_of(key, {"bounds", "rectangle", "region", "position", "geometry", "shape",
                                "center", "centre", "centroid", "left", "right", "min", "max"});
}

/// Whether a JSON object in a row holds something other than the position.
bool is_elsewhere(std::string_view key) {
  return ends_with_one_of(key, {"velocity", "speed", "world", "gps", "image", "size_m"});
}

/// Calls `column(name, value)` for every number, text and flag in a row.
void for_each_column(const Json& row,
                     const std::function<void(std::string_view, const Json&)>& column) {
  if (!row.is_object()) return;
  for (const auto& [key, value] : row.as_object()) {
    if (value.is_object()) {
      for_each_column(value, [&, &outer = key](std::string_view inner, const Json& member) {
        column(is_elsewhere(outer) ? fmt::format("{}.{}", outer, inner) : nested_name(outer, inner),
               member);
      });
    } else if (!value.is_array()) {
      column(key, value);
    }
  }
}

bool is_pair(const Json& value) {
  constexpr std::size_t two = 2;
  return value.is_array() && value.as_array().size() == two &&
         std::ranges::all_of(value.as_array(), &Json::is_number);
}

bool are_pairs(const Json& value) {
  constexpr std::size_t two = 2;
  return value.is_array() && value.as_array().size() == two &&
         std::ranges::all_of(value.as_array(), is_pair);
}

/// Four to seven values that are numbers, their texts or null; nothing for anything else.
std::optional<Json::Array> flat_box(const Json& value) {
  if (value.is_string()) {
    const auto printed = parse_literal(value.as_string());
    return printed && printed->is_array() ? flat_box(*printed) : std::nullopt;
  }
  if (!value.is_array()) return std::nullopt;
  const auto& list = value.as_array();
  if (list.size() == 1 && list.front().is_array()) return flat_box(list.front());
  if (are_pairs(value)) {
    Json::Array corners = list[0].as_array();
    corners.insert(corners.end(), list[1].as_array().begin(), list[1].as_array().end());
    return corners;
  }
  if (list.size() < BoxListProfile::fewest || list.size() > BoxListProfile::most ||
      !std::ranges::all_of(
          list, [](const Json& n) { return n.is_number() || n.is_string() || n.is_null(); }))
    return std::nullopt;
  return list;
}

}  // namespace

bool JsonRows::names_box(std::string_view key) {
  return named_form(key) || names_place_and_size(key) ||
         ends_with_one_of(key, {"bbox", "Bbox", "BBox", "box", "Box", "rect", "bounding_box", "roi",
                                "coordinates", "location"});
}

bool JsonRows::names_shape(std::string_view key) {
  constexpr std::array<std::string_view, 14> shapes = {
      "keypoints", "landmarks", "pose",    "points",     "polygon", "polygons",  "segmentation",
      "contour",   "mask",      "outline", "trajectory", "path",    "embedding", "feature"};
  return std::ranges::find(shapes, key) != shapes.end();
}

bool JsonRows::is_mapped(std::string_view name) const {
  return std::ranges::find(map_, name, &MappedColumn::name) != map_.end();
}

/// The numbers of a box in a list, without further lists or quotes around them.
std::optional<Json::Array> JsonRows::box_list(std::string_view key, const Json& value) const {
  if (!names_box(key) && !mapped_list(map_, key)) return std::nullopt;
  return flat_box(value);
}

bool JsonRows::has_box(const Json& object) const {
  if (!object.is_object()) return false;
  if (object.find("fx") != nullptr && object.find("fy") != nullptr) return false;  // a lens
  bool across = false, down = false, list = false;
  const auto look = [&](std::string_view name) {
    using enum NamedColumn;
    NamedColumn meaning = column_named(name);
    for (const MappedColumn& mapped : map_)
      if (const auto* column = std::get_if<NamedColumn>(&mapped.meaning);
          column != nullptr && mapped.name == name)
        meaning = *column;
    across = across || meaning == left || meaning == right || meaning == center_x;
    down = down || meaning == top || meaning == bottom || meaning == center_y;
  };
  for (const auto& [key, value] : object.as_object()) {
    list = list || box_list(key, value).has_value();
    if (!value.is_object() && !value.is_array()) look(key);
    if (value.is_object() && holds_place(key))
      for_each_column(value, [&, &outer = key](std::string_view inner, const Json&) {
        look(nested_name(outer, inner));
      });
  }
  return list || (across && down);
}

void JsonRows::profile(const Json& row) {
  for_each_column(row, [&](std::string_view name, const Json&) {
    if (names_.size() < most_columns && std::ranges::find(names_, name) == names_.end())
      names_.emplace_back(name);
  });
  if (!row.is_object()) return;
  constexpr std::size_t sampled = 1000;
  if (sample_.size() < sampled) sample_.push_back(row);
  for (const auto& [key, value] : row.as_object()) {
    const auto numbers = box_list(key, value);
    if (!numbers || lists_.size() >= most_columns) continue;
    const auto [entry, fresh] = lists_.try_emplace(key);
    if (fresh) entry->second.order = lists_.size();
    entry->second.pairs = entry->second.pairs || are_pairs(value);
    entry->second.profile.add(numbers_of(*numbers));
  }
}

/// The list that is the box if there are several: the one that the user names, else the first whose
/// name is clear, and pixels before fractions.
const JsonRows::BoxKey& JsonRows::choose_list() {
  const auto rank = [&](const std::string& name) {
    if (mapped_list(map_, name)) return 0;
    if (names_fractions(name)) return 3;
    return names_place_and_size(name) ? 2 : 1;
  };
  const auto chosen = std::ranges::min_element(lists_, {}, [&](const auto& entry) {
    return std::pair(rank(entry.first), entry.second.order);
  });
  list_ = chosen->first;
  return chosen->second;
}

/// What a list called xywh has before its sizes, as far as boxes stay within the picture. Else it
/// is Ultralytics' beside names of theirs.
BoxList JsonRows::form_of_places(const TrackReadOptions& options, const TrackReport& report) const {
  std::vector<std::vector<double>> boxes;
  for (const Json& row : sample_)
    if (const Json* const list = row.find(list_); list != nullptr)
      if (const auto numbers = box_list(list_, *list)) boxes.push_back(numbers_of(*numbers));
  constexpr double most = 1.25;  // boxes may reach slightly outside the picture
  const bool fractions = std::ranges::all_of(boxes, [](const auto& box) {
    return std::ranges::all_of(std::span(box).first(4), [](double n) { return !(n > most); });
  });
  const Size size = options.source_size == Size{} ? options.clip.size : options.source_size;
  PlaceFit fit(fractions ? Size{1, 1} : size);
  for (const auto& box : boxes) fit.add(box);
  if (const auto form = fit.form()) return *form;
  const auto has = [&](std::string_view name) {
    return std::ranges::find(names_, name) != names_.end();
  };
  if (has("conf") && has("cls")) return BoxList::centered;
  if (list_ != "xywh") return BoxList::sized;
  throw Error(ErrorCode::usage,
              "lists called xywh have the left and top edge or the centre of a box, and all boxes "
              "fit both",
              fmt::format("say which with --map xywh={0}, or --map cxcywh={0} for centres as "
                          "Ultralytics writes them",
                          list_),
              {.file = report.file});
}

void JsonRows::settle_list(const TrackReadOptions& options, TrackReport& report) {
  if (lists_.empty()) return;
  for (const auto& [name, list] : lists_) std::erase(names_, name);  // texts with a list
  const BoxKey& list = choose_list();
  std::optional<BoxList> form = mapped_list(map_, list_);
  if (!form) form = named_form(list_);
  if (!form && names_place_and_size(list_)) form = form_of_places(options, report);
  could_be_centres_ = !form;
  if (!form && list.pairs) form = BoxList::corners;
  if (!form) form = list.profile.form();
  if (!form && list_ == nameless_box)
    throw Error(ErrorCode::usage,
                "the lists of numbers could be corners or left, top, width, height of boxes",
                fmt::format("say which with --map xyxy={0} or --map xywh={0}", nameless_box),
                {.file = report.file});
  if (!form) form = BoxList::sized;
  for (const std::string_view column : columns_of(*form)) list_columns_.emplace_back(column);
  for (const std::string_view other : list.profile.others())
    list_columns_.push_back(other.empty() ? fmt::format("{}_{}", list_, list_columns_.size() + 1)
                                          : std::string(other));
  report.assumptions.push_back(
      fmt::format("a box in the list {} is {} (--map xyxy={}, xywh or cxcywh)", list_,
                  words_for(*form), list_));
  could_be_centres_ = could_be_centres_ && *form == BoxList::sized;
}

void JsonRows::settle(const TrackReadOptions& options, TrackReport& report) {
  settle_list(options, report);
  if (names_.empty() && list_.empty()) return;  // nothing was found
  // Beside a box in a list, "width" is the picture's; but a row's own id counts.
  names_.insert(names_.begin(), list_columns_.begin(),
                list_columns_.begin() + std::min<std::ptrdiff_t>(std::ssize(list_columns_), 4));
  for (std::size_t i = 4; i < list_columns_.size(); ++i)
    if (std::ranges::find(names_, list_columns_[i]) == names_.end())
      names_.push_back(list_columns_[i]);
  rows_.emplace(names_, options, SourceLocation{.file = report.file});
  for (const Json& row : sample_) rows_->profile(values_of(row));
  sample_.clear();
  rows_->settle();
  report.assumptions.push_back(rows_->understood());
}

void JsonRows::put(std::string_view column, const Json& value) {
  const auto found = std::ranges::find(names_, column);
  if (found == names_.end()) return;
  std::string& text = texts_[static_cast<std::size_t>(found - names_.begin())];
  if (text.empty()) text = text_of(value);
}

/// Valid until the next row.
std::span<const std::string_view> JsonRows::values_of(const Json& row) {
  texts_.assign(names_.size(), {});
  for_each_column(row, [&](std::string_view name, const Json& value) { put(name, value); });
  if (const Json* list = row.find(list_); list != nullptr)
    if (const auto numbers = box_list(list_, *list))
      for (std::size_t i = 0; i < std::min(numbers->size(), list_columns_.size()); ++i)
        put(list_columns_[i], (*numbers)[i]);
  values_.assign(texts_.begin(), texts_.end());
  return values_;
}

void JsonRows::take(const Json& row, TrackBuilder& builder, std::uint64_t line) {
  if (!rows_) return builder.reject("the row has no columns", line);
  rows_->take(values_of(row), builder, line);
}

TrackReadOptions JsonRows::reading(const TrackReadOptions& options) const {
  return rows_ ? rows_->reading() : options;
}

TrackConventions JsonRows::conventions() const {
  TrackConventions conventions;
  conventions.frame_reason = "as most tools do";
  conventions.pixel_reason = "as most tools do";
  conventions.fractions = rows_ && rows_->in_fractions();
  conventions.could_be_centres = could_be_centres_ || (rows_ && rows_->could_be_centres());
  return conventions;
}

}  // namespace overlace
