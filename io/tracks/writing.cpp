// SPDX-License-Identifier: Apache-2.0
// Shared by the writers of formats.
#include "io/tracks/writing.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <limits>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "graph/core/error.h"
#include "graph/data/id_text.h"
#include "io/tracks/coco_rle.h"
#include "io/tracks/rows/column_names.h"

namespace overlace {
namespace {

bool any_present(const std::vector<float>& column) {
  return std::ranges::any_of(column, [](float value) { return !std::isnan(value); });
}

/// Whether any track has rows of different classes.
bool classes_change(const TrackTable& table) {
  std::unordered_map<TrackId, std::int32_t> first;
  for (std::uint32_t row = 0; row < table.row_count(); ++row)
    if (table.id[row] != no_id &&
        first.try_emplace(table.id[row], table.class_index[row]).first->second !=
            table.class_index[row])
      return true;
  return false;
}

/// The classes of rows, in order.
std::set<std::int32_t> classes_that_occur(const TrackTable& table) {
  std::set<std::int32_t> classes;
  for (const std::int32_t index : table.class_index)
    if (index >= 0) classes.insert(index);
  return classes;
}

/// The name of a class from 0 on; "" where it has none.
std::string_view given_name(const TrackTable& table, std::int32_t index) {
  const auto place = static_cast<std::size_t>(index);
  return place < table.class_names.size() ? table.class_names[place] : std::string_view{};
}

/// Whether a format with its own names has one for a class number.
bool has_name_for(std::int32_t index, std::span<const std::string> names) {
  const auto place = static_cast<std::size_t>(index);
  return place < names.size() && !names[place].empty();
}

std::string text_of_class(const TrackTable& table, std::int32_t index) {
  const std::string_view name = given_name(table, index);
  return name.empty() ? std::to_string(index) : std::string(name);
}

bool has_key_point_scores(const TrackTable& table) {
  return std::ranges::any_of(table.key_points.items,
                             [](const KeyPoint& point) { return !std::isnan(point.score); });
}

}  // namespace

std::vector<std::string> losses_of(const TrackTable& table, const TrackAbilities& can) {
  std::vector<std::string> lost;
  const auto reject = [&](bool able, bool present, std::string_view what) {
    if (!able && present) lost.emplace_back(what);
  };
  const auto has_class = [](std::int32_t index) { return index >= 0; };
  const bool classes = std::ranges::any_of(table.class_index, has_class);
  const auto has_id = [](TrackId id) { return id != no_id; };
  reject(can.ids, std::ranges::any_of(table.id, has_id), "ids");
  reject(!can.ids || can.missing_ids, std::ranges::find(table.id, no_id) != table.id.end(),
         "that some boxes have no id");
  reject(can.classes, classes, "classes");
  reject(!can.classes || can.missing_classes, !std::ranges::all_of(table.class_index, has_class),
         "that some boxes have no class");
  reject(!can.classes || can.class_names, classes && !table.class_names.empty(),
         "names of classes");
  reject(can.changing_classes, !can.changing_classes && classes_change(table),
         "changes of a track's class");
  reject(can.scores, any_present(table.score), "scores");
  reject(can.rotation, std::ranges::any_of(table.rotation, [](float turn) { return turn != 0; }),
         "rotation of boxes");
  reject(can.key_points, !table.key_points.empty(), "key points");
  reject(!can.key_points || can.key_point_scores, has_key_point_scores(table),
         "scores of key points");
  reject(!can.key_points || can.skeletons, !table.skeletons.empty(), "skeletons");
  reject(can.outlines, !table.outlines.empty(), "outlines");
  reject(can.masks, !table.mask_runs.empty(), "masks");
  reject(can.embeddings, table.embedding_size > 0, "embeddings");
  for (const AttributeColumn& column : table.attributes) {
    const bool named = std::ranges::find(can.attributes, column.name) != can.attributes.end();
    const bool able = column.texts.empty() ? can.numbers || named : can.texts;
    reject(able, true, fmt::format("attribute {}", column.name));
  }
  return lost;
}

bool names_attribute(std::string_view name) {
  const NamedColumn column = column_named(name);
  return column == NamedColumn::attribute || column == NamedColumn::time;  // beside a frame number
}

std::string misnamed_attribute(std::string_view name) {
  return fmt::format("attribute {}, whose name means something else", name);
}

std::vector<std::string> losses_of_named_columns(const TrackTable& table) {
  std::vector<std::string> lost = losses_of(table, {.rotation = true});
  const IdTexts ids(table);
  for (const AttributeColumn& column : table.attributes)
    if (!names_attribute(column.name) && &column != ids.column())
      lost.push_back(misnamed_attribute(column.name));
  return lost;
}

IdTexts::IdTexts(const TrackTable& table) : table_(table) {
  const auto found = std::ranges::find(table.attributes, id_text_attribute, &AttributeColumn::name);
  if (found == table.attributes.end() || found->texts.empty()) return;
  column_ = &*found;
  std::unordered_map<TrackId, std::string> text_of;
  std::unordered_map<std::string, TrackId> id_of;
  for (std::uint32_t row = 0; row < table.row_count(); ++row) {
    const TrackId id = table.id[row];
    const Json given = of(row);
    const std::string text = given.is_string() ? given.as_string() : given.dump();
    const bool is_name = (id == no_id) == given.is_null() && !text.empty() && text != "None";
    if (!is_name || text_of.try_emplace(id, text).first->second != text ||
        id_of.try_emplace(text, id).first->second != id) {
      column_ = nullptr;
      return;
    }
  }
}

Json IdTexts::of(std::uint32_t row) const {
  if (column_ != nullptr)
    if (Json text = attribute_json(*column_, row); !text.is_null()) return text;
  return table_.id[row] == no_id ? Json() : Json(table_.id[row]);
}

NumberedTracks number_tracks(const TrackTable& table) {
  NumberedTracks tracks;
  // New ids follow the highest one or, if there is no room, fill gaps.
  const TrackId highest = table.id.empty() ? no_id : std::ranges::max(table.id);
  const bool has_room = highest <= std::numeric_limits<TrackId>::max() - table.row_count() - 1;
  std::unordered_set<TrackId> taken;
  if (!has_room) taken.insert(table.id.begin(), table.id.end());
  TrackId next = has_room ? highest + 1 : 0;
  const auto free_id = [&] {
    while (taken.contains(next)) ++next;
    return next++;
  };
  std::unordered_map<TrackId, std::size_t> known;
  for_each_row(table, [&](std::int32_t frame, std::uint32_t row) {
    const TrackId id = table.id[row] == no_id ? free_id() : table.id[row];
    const auto [track, fresh] = known.try_emplace(id, tracks.rows.size());
    if (fresh) {
      tracks.rows.emplace_back();
      tracks.id.push_back(id);
    }
    std::vector<RowInFrame>& rows = tracks.rows[track->second];
    if (!rows.empty()) rows.back().goes_on = frame == rows.back().frame + 1;
    rows.push_back({frame, row});
    tracks.id_of_row.push_back(id);
  });
  return tracks;
}

const AttributeColumn* find_numbers(const TrackTable& table, std::string_view name) {
  const auto found = std::ranges::find(table.attributes, name, &AttributeColumn::name);
  return found == table.attributes.end() || !found->texts.empty() ? nullptr : &*found;
}

std::string class_text(const TrackTable& table, std::uint32_t row) {
  const std::int32_t index = table.class_index[row];
  return index < 0 ? "" : text_of_class(table, index);
}

std::vector<std::string> class_texts(const TrackTable& table) {
  std::set<std::string> names;
  for (const std::int32_t index : classes_that_occur(table))
    names.insert(text_of_class(table, index));
  return {names.begin(), names.end()};
}

bool knows_classes(const TrackTable& table, std::span<const std::string> names) {
  const auto known = [&](std::int32_t index) {
    const std::string_view name = given_name(table, index);
    return name.empty() ? !has_name_for(index, names)
                        : std::ranges::find(names, name) != names.end();
  };
  return !names.empty() && std::ranges::all_of(classes_that_occur(table), known);
}

void lose_nameless_classes(const TrackTable& table, std::span<const std::string> names,
                           std::vector<std::string>& lost) {
  if (std::ranges::any_of(classes_that_occur(table), [&](std::int32_t index) {
        return given_name(table, index).empty() && has_name_for(index, names);
      }))
    lost.emplace_back("that classes are numbers, for which the format has names");
}

std::vector<std::int32_t> class_numbers(const TrackTable& table,
                                        std::span<const std::string> names) {
  const bool known = knows_classes(table, names);
  std::vector<std::int32_t> numbers;
  for (const std::int32_t index : classes_that_occur(table)) {
    const auto place = static_cast<std::size_t>(index);
    numbers.resize(place + 1, -1);
    const std::string_view name = given_name(table, index);
    numbers[place] = known && !name.empty()
                         ? static_cast<std::int32_t>(std::ranges::find(names, name) - names.begin())
                         : index;
  }
  return numbers;
}

Size needed_size(const ClipInfo& clip, std::string_view why) {
  if (clip.size.width > 0 && clip.size.height > 0) return clip.size;
  throw Error(ErrorCode::usage, fmt::format("{} of a picture whose size is not known", why),
              "give it with --source-size 1920x1080, or name the video with --video");
}

void check_listed_frames(std::int64_t frames, std::uint64_t lists) {
  constexpr std::int64_t most_frames = 1'000'000;  // nine hours of 30 frames a second
  constexpr std::uint64_t most_entries = 100'000'000;
  if (frames > most_frames || lists * static_cast<std::uint64_t>(frames) > most_entries)
    throw Error(ErrorCode::limit,
                fmt::format("the format lists every frame, which would be {} of them, {} times",
                            frames, lists),
                "are the frame numbers right? overlace_json (.json) lists only what there is");
}

KeyPointFacts key_point_facts(const TrackTable& table) {
  KeyPointFacts facts;
  for (std::uint32_t row = 0; row < table.row_count(); ++row) {
    const auto points = table.key_points.of(row);
    facts.fewest = row == 0 ? points.size() : std::min(facts.fewest, points.size());
    facts.most = std::max(facts.most, points.size());
    for (const KeyPoint& point : points) {
      if (point.state == PointState::absent) continue;
      const bool hidden = point.state == PointState::hidden, scored = !std::isnan(point.score);
      facts.hidden = facts.hidden || hidden;
      facts.visible = facts.visible || !hidden;
      facts.scored = facts.scored || scored;
      facts.unscored = facts.unscored || !scored;
      facts.worthless = facts.worthless || point.score <= 0;
      facts.at_origin = facts.at_origin || point.at == Vec2{};
    }
  }
  return facts;
}

Json float_json(float value) {
  return std::isfinite(value) ? Json(decimal(value)) : Json();
}

double decimal(float value) {
  char text[32];
  const char* const end = std::to_chars(text, std::end(text), value).ptr;
  double shortest = 0;
  std::from_chars(text, end, shortest);
  return shortest;
}

Json attribute_json(const AttributeColumn& column, std::uint32_t row) {
  const float value = column.values[row];
  if (column.texts.empty() || std::isnan(value)) return float_json(value);
  return column.texts[static_cast<std::size_t>(value)];
}

Json attributes_json(const TrackTable& table, std::uint32_t row) {
  Json out{Json::Object{}};
  for (const AttributeColumn& column : table.attributes)
    if (Json value = attribute_json(column, row); !value.is_null())
      out.set(column.name, std::move(value));
  return out;
}

Json list_json(const std::vector<std::string>& texts) {
  return Json::Array(texts.begin(), texts.end());
}

Json skeleton_json(const Skeleton& skeleton) {
  Json bones{Json::Array{}};
  for (const Skeleton::Bone& bone : skeleton.bones)
    bones.push_back(Json::Array{bone.from + 1, bone.to + 1});
  return Json::Object{{"name", skeleton.name},
                      {"keypoints", list_json(skeleton.points)},
                      {"skeleton", std::move(bones)}};
}

Json mask_json(Size size, std::span<const std::uint32_t> runs) {
  return Json::Object{{"size", Json::Array{size.height, size.width}},
                      {"counts", encode_coco_rle(runs)}};
}

Json rings_json(std::span<const OutlinePoint> outline) {
  Json rings{Json::Array{}};
  for (std::size_t i = 0; i < outline.size(); ++i) {
    if (i == 0 || outline[i].ring != outline[i - 1].ring) rings.push_back(Json(Json::Array{}));
    Json& ring = rings.as_array().back();
    ring.push_back(float_json(outline[i].at.x));
    ring.push_back(float_json(outline[i].at.y));
  }
  return rings;
}

std::string corners_text(const Box& box) {
  const auto far_edge = [](float near, float size) {
    const double from = decimal(near);
    return fewest_digits(from + decimal(size), 0,
                         [&](double edge) { return static_cast<float>(edge - from) == size; });
  };
  return fmt::format("{} {} {} {}", box.x, box.y, far_edge(box.x, box.width),
                     far_edge(box.y, box.height));
}

std::string quoted_line(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += c;
    quoted += c == '\r' || c == '\n' ? ' ' : c;
  }
  return quoted + "\"";
}

bool breaks_line(std::string_view text) {
  return text.find_first_of("\r\n") != std::string_view::npos;
}

std::string xml_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\t':
      case '\n':
      case '\r':  // unescaped, they would become blanks in quotes
        out += fmt::format("&#{};", static_cast<int>(c));
        break;
      default:
        // XML 1.0 cannot represent other control characters.
        out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
  }
  return out;
}

}  // namespace overlace
