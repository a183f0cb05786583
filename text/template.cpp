// SPDX-License-Identifier: Apache-2.0
// Text templates: parsing, checking and filling in.
#include "text/template.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>
#include <utility>

#include "graph/core/error.h"
#include "graph/core/utf8.h"
#include "graph/data/id_text.h"
#include "text/markup.h"
#include "text/wall_clock.h"

namespace overlace {
namespace {

constexpr std::string_view missing_mark = "–";
constexpr std::size_t longest_spec = 12;

bool is_whole(AttributeSource source) {
  return source == AttributeSource::id || source == AttributeSource::class_index ||
         source == AttributeSource::age || source == AttributeSource::remaining;
}

/// Attributes of links are available in link scope only.
bool may_write(TemplateScope scope, AttributeSource source) {
  const bool is_of_link = source == AttributeSource::link_length ||
                          source == AttributeSource::link_age ||
                          source == AttributeSource::link_strength;
  return !is_of_link || scope == TemplateScope::link;
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// Rejects what std::format would reject, and widths that would only fill memory.
void check_spec(const std::string& spec, bool is_text, bool whole) {
  int number = 0;
  for (const char c : spec) {
    number = is_digit(c) ? number * 10 + (c - '0') : 0;
    if (number > 99) throw fmt::format_error("width or precision over 99");
  }
  if (spec.size() > longest_spec) throw fmt::format_error("specification too long");
  if (is_text)
    (void)fmt::format(fmt::runtime(spec), std::string_view());
  else if (whole)
    (void)fmt::format(fmt::runtime(spec), std::int64_t{0});
  else
    (void)fmt::format(fmt::runtime(spec), 0.0);
}

template <class T>
void append_formatted(std::string& out, const std::string& spec, const T& value) {
  fmt::vformat_to(std::back_inserter(out), spec, fmt::make_format_args(value));
}

/// At most two decimals, no trailing zeros, and no sign before 0.
void append_short(std::string& out, double value) {
  const std::size_t begin = out.size();
  fmt::format_to(std::back_inserter(out), "{:.2f}", value);
  while (out.back() == '0') out.pop_back();
  if (out.back() == '.') out.pop_back();
  if (out.compare(begin, out.npos, "-0") == 0) out.erase(begin, 1);
}

/// HH:MM:SS:FF, with frames counted at the rounded rate (SMPTE 12M without drop-frame); where the
/// rate varies, of the time at which the frame is shown.
void append_timecode(std::string& out, const std::string& spec, const FrameTime& time,
                     const ClipInfo& clip) {
  const std::int64_t fps = std::max<std::int64_t>(std::llround(clip.frame_rate.value()), 1);
  constexpr double rounding = 1e-6;  ///< of times
  const std::int64_t frame =
      has_variable_rate(clip)
          ? static_cast<std::int64_t>(time.shown_s * static_cast<double>(fps) + rounding)
          : time.frame - clip.first_frame;
  const std::int64_t seconds = frame / fps;
  std::array<char, 64> buffer{};
  const auto end = fmt::format_to_n(buffer.data(), buffer.size(), "{:02}:{:02}:{:02}:{:02}",
                                    seconds / 3600, seconds / 60 % 60, seconds % 60, frame % fps)
                       .out;
  append_formatted(out, spec, std::string_view(buffer.data(), end));
}

constexpr std::array<std::pair<std::string_view, BuiltinField>, 9> builtins{{
    {"class", BuiltinField::class_name},
    {"frame", BuiltinField::frame},
    {"frames", BuiltinField::frames},
    {"time", BuiltinField::time},
    {"timecode", BuiltinField::timecode},
    {"progress", BuiltinField::progress},
    {"rate", BuiltinField::rate},
    {"wall", BuiltinField::wall},
    {"count", BuiltinField::count},
}};

bool is_whole(BuiltinField field) {
  return field == BuiltinField::frame || field == BuiltinField::frames ||
         field == BuiltinField::count;
}
bool is_text(BuiltinField field) {
  return field == BuiltinField::class_name || field == BuiltinField::timecode;
}

/// How much of the clip has been shown by the end of a frame, in percent; NaN if its length is not
/// known.
double progress_of(const ClipInfo& clip, std::int32_t frame) {
  if (clip.frame_count <= 0) return std::numeric_limits<double>::quiet_NaN();
  return 100.0 * (frame - clip.first_frame + 1) / clip.frame_count;
}

/// Every name that a template may use, once each, for suggestions: what the object has comes first.
std::vector<std::string> field_names(TemplateScope scope, const TrackTable* table,
                                     const SeriesList* series) {
  const bool of_object = scope != TemplateScope::frame;
  std::vector<std::string> names;
  const auto add = [&](std::string_view name) {
    if (std::ranges::find(names, name) == names.end()) names.emplace_back(name);
  };
  if (of_object && table != nullptr)
    for (const AttributeColumn& column : table->attributes) add(column.name);
  if (of_object)
    for (const AttributeInfo& info : builtin_attributes())
      if (may_write(scope, info.source)) add(info.name);
  for (const auto& [name, field] : builtins)
    if (of_object || field != BuiltinField::class_name) add(name);
  if (series != nullptr)
    for (const SharedSeries& each : *series) add(each->name);
  return names;
}

/// Renames classes by a list of "class=name", all at once: a new name is not renamed again.
void rename(std::span<const std::string> names, std::vector<std::string>& classes) {
  const std::vector<std::string> before = classes;
  std::vector<Diagnostic> problems;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string& entry = names[i];
    const std::size_t sign = entry.find('=');
    if (sign == entry.npos || sign == 0)
      problems.push_back({{.file = {}, .pointer = fmt::format("names/{}", i)},
                          fmt::format("\"{}\" is not the name of a class", entry),
                          "write \"class=name\", as \"person=Mensch\""});
    else
      for (std::size_t c = 0; c < classes.size(); ++c)
        if (before[c] == entry.substr(0, sign)) classes[c] = entry.substr(sign + 1);
  }
  if (!problems.empty()) throw Error(ErrorCode::usage, std::move(problems));
}

/// Converts a byte offset to a character position, from 1, for messages.
std::size_t character_at(std::string_view text, std::size_t offset) {
  std::string_view before = text.substr(0, offset);
  std::size_t count = 1;
  for (; !before.empty(); ++count) (void)take_code_point(before);
  return count;
}

}  // namespace

TextTemplate::TextTemplate(std::string_view text, TemplateScope scope, const TrackTable* table,
                           const ClipInfo& clip, const TemplateOptions& options)
    : clip_(clip),
      clock_start_(options.clock_start),
      numbers_(options.numbers),
      markup_(options.markup) {
  const Names names{scope, table, options.series};
  if (table != nullptr) class_names_ = table->class_names;
  rename(options.names, class_names_);
  std::string literal;
  const auto end_literal = [&] {
    if (!literal.empty()) segments_.emplace_back(std::exchange(literal, {}));
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool doubled = i + 1 < text.size() && text[i + 1] == c;
    if (c != '{' && c != '}') {
      literal += c;
    } else if (doubled) {
      literal += c;
      ++i;
    } else {
      const std::size_t end = text.find_first_of("{}", i + 1);
      try {
        if (c == '}') throw Error(ErrorCode::usage, "'}' without '{'", "write '}}' for a brace");
        if (end == text.npos || text[end] == '{')
          throw Error(ErrorCode::usage, "'{' without '}'", "write '{{' for a brace");
        end_literal();
        segments_.emplace_back(parse_field(text.substr(i + 1, end - i - 1), names));
      } catch (const Error& error) {
        const Diagnostic& problem = error.problems().front();
        throw Error(ErrorCode::usage,
                    fmt::format("{} at character {} of \"{}\"", problem.message,
                                character_at(text, i), text),
                    problem.hint);
      }
      i = end;
    }
  }
  end_literal();
  if (markup_) check_markup();
  if (options.upper_case) capitalise();
}

void TextTemplate::capitalise() {
  for (std::string& name : class_names_) name = to_upper(name);
  for (Segment& segment : segments_) {
    if (auto* words = std::get_if<std::string>(&segment))
      *words = to_upper(*words);
    else
      for (std::string& text : std::get<Field>(segment).texts) text = to_upper(text);
  }
}

TextTemplate::Field TextTemplate::parse_field(std::string_view body, const Names& names) {
  Field field;
  const std::size_t colon = body.find(':');
  std::string_view name = body.substr(0, colon);
  field.plain = colon == body.npos;
  field.spec = field.plain ? "{}" : fmt::format("{{{}}}", body.substr(colon));
  field.silent = name.ends_with('?');
  if (field.silent) name.remove_suffix(1);

  const bool of_object = names.scope != TemplateScope::frame;
  bool writes_text = false;
  const auto builtin = std::find_if(builtins.begin(), builtins.end(),
                                    [name](const auto& entry) { return entry.first == name; });
  const auto attribute = of_object ? find_attribute(name, names.table) : std::nullopt;
  if (builtin != builtins.end() && (of_object || builtin->second != BuiltinField::class_name)) {
    field.value = builtin->second;
    field.whole = is_whole(builtin->second);
    writes_text = is_text(builtin->second);
    if (builtin->second == BuiltinField::wall) {
      field.spec = field.plain ? "%T" : std::string(body.substr(colon + 1));
      check_wall_format(field.spec);
      return field;
    }
  } else if (attribute && may_write(names.scope, attribute->source)) {
    writes_text = set_attribute(*attribute, names.table, field);
  } else if (is_series_name(name)) {
    field.value = names.series != nullptr ? require_series(*names.series, name) : SharedSeries();
  } else {
    throw Error(ErrorCode::usage, fmt::format("unknown field '{}'", name),
                suggest(name, field_names(names.scope, names.table, names.series)));
  }
  read_format(body, writes_text, field);
  return field;
}

bool TextTemplate::set_attribute(AttributeRef attribute, const TrackTable* table, Field& field) {
  field.value = attribute;
  field.whole = is_whole(attribute.source);
  // Ids that a file gives as text are written unchanged.
  const bool is_id = attribute.source == AttributeSource::id;
  const auto texts = is_id ? find_attribute(id_text_attribute, table) : std::optional(attribute);
  if (texts && texts->source == AttributeSource::column) {
    field.text_column = *texts;
    field.texts = table->attributes[texts->column].texts;
  }
  return !is_id && !field.texts.empty();
}

void TextTemplate::read_format(std::string_view body, bool writes_text, Field& field) {
  constexpr std::string_view integer_types = "dboxXB", number_types = "eEfFgGaA%";
  if (!field.plain && !writes_text) {
    const char type = body.back();
    if (integer_types.find(type) != integer_types.npos) field.whole = true;
    if (number_types.find(type) != number_types.npos) field.whole = false;
  }
  try {
    check_spec(field.spec, writes_text, field.whole);
  } catch (const fmt::format_error& error) {
    throw Error(ErrorCode::usage, fmt::format("bad format '{}': {}", body, error.what()),
                "for example {score:.2f} or {id:04d}");
  }
}

void TextTemplate::append_builtin(BuiltinField builtin, const Field& field,
                                  const TemplateInput& input, std::string& out) const {
  switch (builtin) {
    case BuiltinField::class_name: {
      const std::int32_t index = input.tracks->class_index[input.object.row];
      if (index < 0 || static_cast<std::size_t>(index) >= class_names_.size()) return;
      const std::string_view name = class_names_[static_cast<std::size_t>(index)];
      return append_formatted(out, field.spec, name);
    }
    case BuiltinField::timecode:
      return append_timecode(out, field.spec, input.time, clip_);
    case BuiltinField::time:
      if (field.plain) return append_formatted(out, "{:.2f}", input.time.shown_s);
      return append_number(out, field, input.time.shown_s);
    case BuiltinField::wall:
      return append_wall_clock(out, field.spec,
                               static_cast<double>(clock_start_) + input.time.shown_s);
    case BuiltinField::frame:
      return append_number(out, field, input.time.frame);
    case BuiltinField::frames:
      return clip_.frame_count > 0 ? append_number(out, field, clip_.frame_count)
                                   : append_missing(out, field);
    case BuiltinField::progress: {
      const double progress = progress_of(clip_, input.time.frame);
      return std::isnan(progress) ? append_missing(out, field)
                                  : append_number(out, field, progress);
    }
    case BuiltinField::rate:
      return append_number(out, field, clip_.frame_rate.value());
    case BuiltinField::count:
      return append_number(out, field, input.tracks != nullptr ? input.tracks->rows.size() : 0);
  }
}

void TextTemplate::append_number(std::string& out, const Field& field, double value) const {
  constexpr double most_whole = 9e18;  // fits into an int64
  const std::size_t begin = out.size();
  if (field.whole && std::abs(value) < most_whole) {
    append_formatted(out, field.spec, static_cast<std::int64_t>(std::llround(value)));
  } else if (field.whole || field.plain) {
    append_short(out, value);
  } else {
    append_formatted(out, field.spec, value);
  }
  const bool is_decimal = field.plain || std::string_view("xXbBo").find(*(field.spec.end() - 2)) ==
                                             std::string_view::npos;
  if (is_decimal) apply_number_style(numbers_, out, begin);
}

std::optional<std::string_view> TextTemplate::text_of(const Field& field,
                                                      const TemplateInput& input) {
  if (field.texts.empty()) return std::nullopt;
  const float number = attribute_value(*input.tracks, field.text_column, input.object);
  if (std::isnan(number)) return std::nullopt;
  return field.texts[static_cast<std::size_t>(number)];
}

void TextTemplate::append_missing(std::string& out, const Field& field) {
  if (!field.silent) out += missing_mark;
}

void TextTemplate::append_attribute(AttributeRef attribute, const Field& field,
                                    const TemplateInput& input, std::string& out) const {
  const bool is_id = attribute.source == AttributeSource::id;
  const float value = attribute_value(*input.tracks, attribute, input.object);
  if (std::isnan(value)) {
    append_missing(out, field);
  } else if (const auto text = text_of(field, input)) {
    append_formatted(out, is_id ? "{}" : field.spec, *text);
  } else if (field.whole && is_id) {
    // A float holds whole numbers exactly only up to 2^24, so the id is read from its own column.
    append_formatted(out, field.spec, input.tracks->id[input.object.row]);
  } else {
    append_number(out, field, static_cast<double>(value / unit_of(attribute, clip_.scale)));
  }
}

void TextTemplate::append_series(const Series* series, const Field& field, const FrameTime& time,
                                 std::string& out) const {
  const double value =
      series != nullptr ? series->at(time) : std::numeric_limits<double>::quiet_NaN();
  std::isnan(value) ? append_missing(out, field) : append_number(out, field, value);
}

void TextTemplate::format(const TemplateInput& input, std::string& out) const {
  out.clear();
  for (const Segment& segment : segments_) {
    if (const auto* literal = std::get_if<std::string>(&segment)) {
      out += *literal;
      continue;
    }
    const std::size_t begin = out.size();
    append_field(std::get<Field>(segment), input, out);
    if (markup_) escape_markup(out, begin);
  }
}

void TextTemplate::append_field(const Field& field, const TemplateInput& input,
                                std::string& out) const {
  if (const auto* builtin = std::get_if<BuiltinField>(&field.value))
    append_builtin(*builtin, field, input, out);
  else if (const auto* attribute = std::get_if<AttributeRef>(&field.value))
    append_attribute(*attribute, field, input, out);
  else
    append_series(std::get<SharedSeries>(field.value).get(), field, input.time, out);
}

void TextTemplate::check_markup() const {
  std::string tags;  // the literal texts: values of fields have no tags
  for (const Segment& segment : segments_)
    if (const auto* literal = std::get_if<std::string>(&segment)) tags += *literal;
  MarkedText text;
  read_markup(tags, text);
}

bool TextTemplate::is_builtin(std::string_view name) {
  return std::ranges::any_of(builtins, [name](const auto& entry) { return entry.first == name; });
}

bool TextTemplate::has(BuiltinField field) const {
  return std::ranges::any_of(segments_, [field](const Segment& segment) {
    const auto* written = std::get_if<Field>(&segment);
    const auto* builtin = written == nullptr ? nullptr : std::get_if<BuiltinField>(&written->value);
    return builtin != nullptr && *builtin == field;
  });
}

std::vector<std::string_view> TextTemplate::known_texts() const {
  std::vector<std::string_view> texts(class_names_.begin(), class_names_.end());
  for (const Segment& segment : segments_) {
    if (const auto* literal = std::get_if<std::string>(&segment))
      texts.emplace_back(*literal);
    else
      for (const std::string& text : std::get<Field>(segment).texts) texts.emplace_back(text);
  }
  return texts;
}

}  // namespace overlace
