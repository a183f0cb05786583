// SPDX-License-Identifier: Apache-2.0
// Boxes from named columns.
#include "io/tracks/named_rows.h"

#include <fmt/format.h>

#include <algorithm>

#include "graph/core/error.h"
#include "graph/data/id_text.h"

namespace overlace {
NamedRows::NamedRows(std::vector<std::string> names, const TrackReadOptions& options,
                     const std::string& file)
    : names_(std::move(names)) {
  for (std::size_t i = 0; i < names_.size(); ++i)
    if (names_[i].empty()) names_[i] = fmt::format("column_{}", i + 1);  // a data frame's index
  meanings_ = columns_named(names_);
  if (options.format.empty() && options.columns.empty() && are_on_the_ground(names_))
    throw Error(ErrorCode::input,
                fmt::format("the columns are those of positions on the ground, in metres: {}",
                            fmt::join(names_, ", ")),
                "project them into the picture with the camera's homography, and write pixels; "
                "--tracks-format csv reads them as pixels",
                {.file = file, .line = 1});
  if (!options.frame_column.empty()) name_column(NamedColumn::frame, options.frame_column, file);
  for (const auto& [meaning, name] : options.columns)
    if (const auto* column = std::get_if<NamedColumn>(&meaning)) name_column(*column, name, file);
  for (std::size_t i = 0; i < names_.size(); ++i) {
    if (meanings_[i] == NamedColumn::attribute) continue;
    auto& first = at_[static_cast<std::size_t>(meanings_[i])];
    if (first)
      meanings_[i] = NamedColumn::attribute;
    else
      first = i;
  }
  const auto visible = std::ranges::find_if(names_, [](const std::string& name) {
    const std::string text = bare_name(name);
    return text == "visibility" || text == "visible";
  });
  if (visible != names_.end()) visibility_ = static_cast<std::size_t>(visible - names_.begin());
  // A class has a name or a number; if a file has both, the number is an attribute.
  if (const auto number = find(NamedColumn::class_number); number && find(NamedColumn::class_name))
    meanings_[*number] = NamedColumn::attribute;
  if (!find(NamedColumn::frame))
    throw Error(ErrorCode::input, "no column or member has the frame number",
                fmt::format("name it with --frame-column NAME, or write the file with one; with "
                            "supervision's sink: sink.append(detections, {{\"frame_index\": n}}); "
                            "the columns are: {}",
                            fmt::join(names_, ", ")),
                {.file = file, .line = 1});
  using enum NamedColumn;
  across_ = axis(left, right, center_x, width, "left edge", file);
  down_ = axis(top, bottom, center_y, height, "top edge", file);
}

void NamedRows::name_column(NamedColumn meaning, const std::string& wanted,
                            const std::string& file) {
  const auto found = std::ranges::find(names_, wanted);
  if (found == names_.end())
    throw Error(ErrorCode::usage, fmt::format("there is no column '{}'", wanted),
                suggest(wanted, names_), {.file = file, .line = 1});
  std::ranges::replace(meanings_, meaning, NamedColumn::attribute);
  meanings_[static_cast<std::size_t>(found - names_.begin())] = meaning;
}

std::optional<std::size_t> NamedRows::find(NamedColumn meaning) const {
  return at_[static_cast<std::size_t>(meaning)];
}

NamedRows::Axis NamedRows::axis(NamedColumn near, NamedColumn far, NamedColumn center,
                                NamedColumn size, std::string_view what,
                                const std::string& file) const {
  constexpr NamedColumn nothing = NamedColumn::attribute;
  const Axis forms[] = {{0, near, far, false}, {0, near, size},    {0.5, center, size},
                        {1, far, size},        {0, near, nothing}, {0, center, nothing}};
  for (const Axis& form : forms)
    if (find(form.place) && (form.second == nothing || find(form.second))) return form;
  throw Error(ErrorCode::input,
              fmt::format("no column has the {} or the centre of the boxes", what),
              fmt::format("name it with --map, as in --map x=NAME; the columns are: {}",
                          fmt::join(names_, ", ")),
              {.file = file, .line = 1});
}

std::string_view NamedRows::text(NamedColumn meaning) const {
  const auto column = find(meaning);
  return column && *column < values_.size() ? values_[*column] : std::string_view{};
}

std::optional<ParsedNumber> NamedRows::number(NamedColumn meaning) const {
  return parse_field(text(meaning));
}

std::optional<NamedRows::Extent> NamedRows::extent(const Axis& axis) const {
  const auto place = number(axis.place);
  if (!place) return std::nullopt;
  if (axis.second == NamedColumn::attribute) return Extent{place->value, 0};
  const auto second = number(axis.second);
  if (!second) return std::nullopt;
  const double size = axis.second_is_size ? second->value : second->value - place->value;
  return Extent{place->value - axis.share * size, size};
}

/// Numbers stay numbers unless a name occurs; names are numbered in order of appearance.
std::int32_t NamedRows::class_of_row(TrackBuilder& builder, std::uint64_t line) {
  const NamedColumn column =
      find(NamedColumn::class_name) ? NamedColumn::class_name : NamedColumn::class_number;
  const std::string_view name = text(column);
  if (name.empty()) return -1;
  const auto value = plain_number(name);
  if (!classes_are_numbers_) classes_are_numbers_ = value && value->is_whole;
  if (*classes_are_numbers_ && !value) {
    builder.name_numbered_classes();
    classes_are_numbers_ = false;
  }
  return *classes_are_numbers_ ? builder.class_numbered(*value, line) : builder.class_named(name);
}

void NamedRows::take(std::span<const std::string_view> values, TrackBuilder& builder,
                     std::uint64_t line) {
  values_ = values;
  if (values.size() < names_.size())
    return builder.reject("the row has fewer fields than there are columns", line);
  const auto frame = number(NamedColumn::frame);
  if (!frame || !frame->is_whole) return builder.reject("the frame number is not an integer", line);
  const auto across = extent(across_), down = extent(down_);
  if (!across || !down) return builder.reject("the box is not made of numbers", line);
  if (is_invisible() && across->near == 0 && down->near == 0) return builder.pass_over();
  FileBox box{.frame = frame->whole,
              .x = across->near,
              .y = down->near,
              .width = across->size,
              .height = down->size};
  std::string_view id = text(NamedColumn::id);
  if (id == "None") id = {};
  const auto whole = parse_field(id);
  if (whole && !whole->is_whole) return builder.reject("the id is not an integer of 64 bits", line);
  const bool is_number = whole.has_value();
  box.id = is_number ? ids_.of(std::to_string(whole->whole)) : ids_.of(id);
  if (const auto score = number(NamedColumn::score)) box.score = static_cast<float>(score->value);
  if (const auto angle = number(NamedColumn::rotation)) box.rotation = angle->value;
  box.class_index = class_of_row(builder, line);
  if (!builder.add(box, line)) return;
  if (!id.empty() && !is_number) builder.set_text(id_text_attribute, id);
  keep_attributes(builder);
}

/// TrackNet writes balls that are not visible at 0, 0.
bool NamedRows::is_invisible() const {
  if (!visibility_ || *visibility_ >= values_.size()) return false;
  const auto value = parse_field(values_[*visibility_]);
  return value && value->value == 0;
}

void NamedRows::keep_attributes(TrackBuilder& builder) {
  for (std::size_t i = 0; i < names_.size(); ++i) {
    if (meanings_[i] != NamedColumn::attribute || values_[i].empty()) continue;
    if (const auto value = plain_number(values_[i]))
      builder.set(names_[i], value->value);
    else
      builder.set_text(names_[i], values_[i]);
  }
}

std::string NamedRows::understood() const {
  std::string attributes;
  for (std::size_t i = 0; i < names_.size(); ++i)
    if (meanings_[i] == NamedColumn::attribute)
      attributes += (attributes.empty() ? "" : ", ") + names_[i];
  const auto name = [&](NamedColumn meaning) { return names_[*find(meaning)]; };
  const auto axis_names = [&](const Axis& axis) {
    return axis.second == NamedColumn::attribute ? name(axis.place)
                                                 : name(axis.place) + ", " + name(axis.second);
  };
  return fmt::format("frames are in column {}, boxes in {}, {}{}{}", name(NamedColumn::frame),
                     axis_names(across_), axis_names(down_),
                     attributes.empty() ? "" : "; attributes: ", attributes);
}

}  // namespace overlace
