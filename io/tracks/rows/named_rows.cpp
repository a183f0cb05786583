// SPDX-License-Identifier: Apache-2.0
// Boxes from named columns.
#include "io/tracks/rows/named_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "graph/data/id_text.h"
#include "io/tracks/rows/column_advice.h"

namespace overlace {
namespace {

constexpr double counts_per_second = 1000;  // of times, as frames of a file

/// Seconds as a number, "0.125s", or hours, minutes and seconds with colons between them.
std::optional<double> parse_time(std::string_view text) {
  if (text.ends_with('s')) text.remove_suffix(1);
  double seconds = 0;
  while (!text.empty()) {
    const std::size_t colon = std::min(text.find(':'), text.size());
    const auto part = parse_field(text.substr(0, colon));
    if (!part || !std::isfinite(part->value)) return std::nullopt;
    seconds = 60 * seconds + part->value;
    text.remove_prefix(std::min(colon + 1, text.size()));
  }
  return seconds;
}

/// Whether a field says that there is no value, as data frames write it.
bool is_missing(std::string_view field) {
  constexpr std::array<std::string_view, 6> words = {"", "nan", "NaN", "NA", "None", "null"};
  return std::ranges::find(words, field) != words.end();
}

}  // namespace

NamedRows::NamedRows(std::vector<std::string> names, const TrackReadOptions& options,
                     SourceLocation heading)
    : options_(options), heading_(std::move(heading)), names_(std::move(names)) {
  for (std::size_t i = 0; i < names_.size(); ++i)
    if (names_[i].empty()) names_[i] = fmt::format("column_{}", i + 1);  // a data frame's index
  meanings_ = columns_named(names_);
  if (options.format.empty() && options.columns.empty() && are_on_the_ground(names_))
    throw Error(ErrorCode::input,
                fmt::format("the columns are those of positions on the ground, in metres: {}",
                            fmt::join(names_, ", ")),
                "project them into the picture with the camera's homography, and write pixels; "
                "--tracks-format csv reads them as pixels",
                heading_);
  name_user_columns();
  find_id_columns();
  place_columns();
  const auto visible = std::ranges::find_if(names_, [](const std::string& name) {
    const std::string text = bare_name(name);
    return text == "visibility" || text == "visible";
  });
  if (visible != names_.end()) visibility_ = static_cast<std::size_t>(visible - names_.begin());
  using enum NamedColumn;
  if (!find(frame) && !find(time))
    refuse("no column or member has the frame number",
           "; with supervision's sink: sink.append(detections, {\"frame_index\": n})");
  const auto across = axis(left, right, center_x, width),
             down = axis(top, bottom, center_y, height);
  if (!across) refuse("no column has the left edge or the centre of the boxes");
  if (!down) refuse("no column has the top edge or the centre of the boxes");
  across_ = *across;
  down_ = *down;
}

void NamedRows::name_user_columns() {
  using enum NamedColumn;
  if (!options_.frame_column.empty()) name_column(frame, options_.frame_column);
  for (const auto& [meaning, name] : options_.columns)
    if (const auto* column = std::get_if<NamedColumn>(&meaning)) name_column(*column, name);
}

/// Without a usual name, the only column called like "player_id" has the ids.
void NamedRows::find_id_columns() {
  using enum NamedColumn;
  const bool mapped = std::ranges::any_of(options_.columns, [](const MappedColumn& column) {
    return column.meaning == std::variant<NamedColumn, BoxList>(id);
  });
  if (mapped) return;
  for (std::size_t i = 0; i < names_.size(); ++i)
    if (meanings_[i] == id) id_columns_.push_back(i);
  for (std::size_t i = 0; i < names_.size(); ++i)  // a row's own, beside an object's
    if (meanings_[i] == attribute && column_named(names_[i]) == id) id_columns_.push_back(i);
  const bool usual = !id_columns_.empty();
  for (const std::size_t number : object_numbers(names_))
    if (meanings_[number] == attribute) id_columns_.push_back(number);
  if (!usual && id_columns_.size() == 1) meanings_[id_columns_.front()] = id;
}

/// The first column of each meaning counts; others are attributes.
void NamedRows::place_columns() {
  using enum NamedColumn;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    if (meanings_[i] == attribute) continue;
    auto& first = at_[static_cast<std::size_t>(meanings_[i])];
    if (first)
      meanings_[i] = attribute;
    else
      first = i;
  }
  // A class has a name or a number; if a file has both, the number is an attribute.
  if (const auto number = find(class_number); number && find(class_name))
    meanings_[*number] = attribute;
  if (const auto times = find(time); times && find(frame)) meanings_[*times] = attribute;
}

void NamedRows::refuse(std::string_view message, std::string_view advice) const {
  throw Error(ErrorCode::input,
              fmt::format("{}; the columns are: {}", message, fmt::join(names_, ", ")),
              fmt::format("say what they hold, as in --map {} (--frame-column NAME for the frame "
                          "number alone){}",
                          map_line(names_), advice),
              heading_);
}

void NamedRows::name_column(NamedColumn meaning, const std::string& wanted) {
  const auto found = std::ranges::find(names_, wanted);
  if (found == names_.end())
    throw Error(ErrorCode::usage, fmt::format("there is no column '{}'", wanted),
                suggest(wanted, names_), heading_);
  std::ranges::replace(meanings_, meaning, NamedColumn::attribute);
  meanings_[static_cast<std::size_t>(found - names_.begin())] = meaning;
}

std::optional<std::size_t> NamedRows::find(NamedColumn meaning) const {
  return at_[static_cast<std::size_t>(meaning)];
}

std::optional<NamedRows::Axis> NamedRows::axis(NamedColumn near, NamedColumn far,
                                               NamedColumn center, NamedColumn size) const {
  constexpr NamedColumn nothing = NamedColumn::attribute;
  const Axis forms[] = {{0, near, far, false}, {0, near, size},    {0.5, center, size},
                        {1, far, size},        {0, near, nothing}, {0, center, nothing}};
  for (const Axis& form : forms)
    if (find(form.place) && (form.second == nothing || find(form.second))) return form;
  return std::nullopt;
}

void NamedRows::profile(std::span<const std::string_view> values) {
  values_ = values;
  if (const auto frame = this->frame(); frame && id_columns_.size() > 1) {
    std::vector<std::string_view> ids;
    for (const std::size_t column : id_columns_)
      ids.push_back(column < values.size() ? values[column] : std::string_view{});
    id_fit_.add(*frame, ids);
  }
  if (const auto value = parse_field(text(NamedColumn::time)))
    profile_.whole_times = profile_.whole_times && value->is_whole;
  else if (!is_missing(text(NamedColumn::time)))
    profile_.whole_times = false;
  const auto across = extent(across_), down = extent(down_);
  if (!across || !down) return;
  constexpr double slack = 0.25;  // boxes may reach slightly outside the picture
  const auto within = [](const Extent& e) {
    return e.near >= -slack && e.size >= 0 && e.near + e.size <= 1 + slack;
  };
  const auto whole = [](const Extent& e) {
    return e.near == std::trunc(e.near) && e.size == std::trunc(e.size);
  };
  if (across->near == 0 && across->size == 0 && down->near == 0 && down->size == 0) return;
  ++profile_.boxes;
  if (within(*across) && within(*down)) ++profile_.within_one;
  profile_.whole_places = profile_.whole_places && whole(*across) && whole(*down);
}

void NamedRows::settle() {
  settle_ids();
  if (!find(NamedColumn::frame)) check_times();
}

/// A usual name counts if its column has ids at all, then the only other column that has some.
void NamedRows::settle_ids() {
  std::vector<std::size_t> fitting;
  for (std::size_t i = 0; i < id_columns_.size(); ++i)
    if (id_fit_.fits(i)) fitting.push_back(id_columns_[i]);
  if (fitting.empty()) return;
  auto& current = at_[static_cast<std::size_t>(NamedColumn::id)];
  const bool usual = column_named(names_[fitting.front()]) == NamedColumn::id;
  if (fitting.size() > 1 && !usual)
    refuse(fmt::format("'{}' and '{}' could both have the ids of objects", names_[fitting[0]],
                       names_[fitting[1]]));
  if (current) meanings_[*current] = NamedColumn::attribute;
  current = fitting.front();
  meanings_[*current] = NamedColumn::id;
}

void NamedRows::check_times() const {
  const std::string& name = names_[*find(NamedColumn::time)];
  const bool named_by_user = std::ranges::any_of(
      options_.columns, [&](const MappedColumn& column) { return column.name == name; });
  if (profile_.whole_times && seconds_per_unit(name) == 1 && !named_by_user)
    throw Error(ErrorCode::usage,
                fmt::format("no column has the frame number, and '{}' could count seconds, "
                            "milliseconds or frames",
                            name),
                fmt::format("say --map time={0} for seconds, --map frame={0} --tracks-fps 1000 for "
                            "milliseconds, or --map frame={0}",
                            name),
                heading_);
  if (!(options_.clip.frame_rate.value() > 0))
    throw Error(ErrorCode::usage,
                fmt::format("the rows have times ({}) and no frame numbers", name),
                "give the clip with --video, or its rate with --fps", heading_);
}

TrackReadOptions NamedRows::reading() const {
  TrackReadOptions reading = options_;
  if (find(NamedColumn::frame)) return reading;
  reading.frame_rate = counts_per_second;
  reading.frame_base = 0;
  return reading;
}

/// Points are no evidence: they could be metres as well.
bool NamedRows::in_fractions() const {
  const bool sized = across_.second != NamedColumn::attribute;
  return sized && profile_.boxes > 0 && profile_.within_one == profile_.boxes &&
         !profile_.whole_places;
}

bool NamedRows::could_be_centres() const {
  const auto is_plain = [&](const Axis& axis) {
    const std::string name = bare_name(names_[*find(axis.place)]);
    return axis.share == 0 && axis.second_is_size && axis.second != NamedColumn::attribute &&
           (name.ends_with('x') || name.ends_with('y')) && options_.columns.empty();
  };
  return is_plain(across_) && is_plain(down_);
}

/// The frame of the current row; nothing when it has none.
std::optional<std::int64_t> NamedRows::frame() const {
  if (find(NamedColumn::frame)) {
    const auto number = this->number(NamedColumn::frame);
    return number && number->is_whole ? std::optional(number->whole) : std::nullopt;
  }
  const auto seconds = parse_time(text(NamedColumn::time));
  if (!seconds) return std::nullopt;
  const double unit = seconds_per_unit(names_[*find(NamedColumn::time)]);
  const double count = std::round(*seconds * unit * counts_per_second);
  if (!(std::abs(count) < max_track_frames)) return std::nullopt;
  return static_cast<std::int64_t>(count);
}

/// Whether the row's box is empty or NaN, as for an object that was not found.
bool NamedRows::is_absent() const {
  const auto missing = [&](NamedColumn column) {
    return column == NamedColumn::attribute || is_missing(text(column));
  };
  return missing(across_.place) && missing(across_.second) && missing(down_.place) &&
         missing(down_.second);
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
  const auto frame = this->frame();
  if (!frame)
    return builder.reject(find(NamedColumn::frame) ? "the frame number is not an integer"
                                                   : "the time is not a number of seconds",
                          line);
  if (is_absent())
    return builder.drop("the box is empty, as of an object that was not found", line);
  constexpr double none = std::numeric_limits<double>::quiet_NaN();  // the builder rejects it
  constexpr Extent nowhere{none, none};
  const Extent across = extent(across_).value_or(nowhere), down = extent(down_).value_or(nowhere);
  const bool sized = across_.second != NamedColumn::attribute;
  if (sized && across.near == 0 && across.size == 0 && down.near == 0 && down.size == 0)
    return builder.drop("the box is 0, 0, 0, 0, as of an object that was not found", line);
  if (is_invisible() && across.near == 0 && down.near == 0) return builder.pass_over();
  FileBox box{
      .frame = *frame, .x = across.near, .y = down.near, .width = across.size, .height = down.size};
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
  const NamedColumn frames = find(NamedColumn::frame) ? NamedColumn::frame : NamedColumn::time;
  return fmt::format("{} column {}, boxes in {}, {}{}{}{}",
                     frames == NamedColumn::frame ? "frames are in" : "frames follow the times in",
                     name(frames), axis_names(across_), axis_names(down_),
                     find(NamedColumn::id) ? ", ids in " + name(NamedColumn::id) : "",
                     attributes.empty() ? "" : "; attributes: ", attributes);
}

}  // namespace overlace
