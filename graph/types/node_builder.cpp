// SPDX-License-Identifier: Apache-2.0
// Rows of parameters: how each kind of value is read, written and bound.
#include "graph/types/node_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "graph/core/problems.h"
#include "graph/types/values.h"
#include "graph/values/points.h"

namespace overlace {
namespace detail {
namespace {

[[noreturn]] void fail_expected(std::string_view expected, const Json& value,
                                std::string hint = {}) {
  throw Error(ErrorCode::usage, fmt::format("expected {}, got {}", expected, shown(value)),
              std::move(hint), {{}, {}, value.line});
}

ParamRow plain_row(std::string_view name, ParamKind kind, std::string_view doc) {
  ParamRow row;
  row.name = name;
  row.kind = kind;
  row.doc = doc;
  row.bind = [](void*, const BindContext&) {};
  return row;
}

template <class T>
ParamRow integer_row(std::string_view name, Field<T> field, const Range& range,
                     std::string_view doc) {
  ParamRow row = plain_row(name, ParamKind::integer, doc);
  row.range = range;
  row.read = [field, row](void* p, const Json& value) {
    field.of(p) = static_cast<T>(read_integer(value, row));
  };
  row.write = [field](const void* p) { return Json(field.of(p)); };
  return row;
}

}  // namespace

NodeBuilder::NodeBuilder(std::string_view name, Stage stage, std::string_view doc) {
  type_.name = name;
  type_.stage = stage;
  type_.doc = doc;
}

Port& NodeBuilder::port(std::string_view name, Stage stage, bool many, std::string_view doc) {
  type_.inputs.push_back({std::string(name), stage, many, std::string(doc)});
  return type_.inputs.back();
}

void NodeBuilder::number(std::string_view name, Field<Number> field, const Range& range,
                         Varies varies, std::string_view doc) {
  ParamRow row = number_row(name, range, varies, doc);
  row.read = [field, row](void* p, const Json& value) { read_number(field.of(p), value, row); };
  row.write = [field](const void* p) { return write_number(field.of(p)); };
  row.bind = [field, range](void* p, const BindContext& context) {
    field.of(p).bind(range.bound_in(context), range.limits());
  };
  type_.params.push_back(std::move(row));
}

void NodeBuilder::color(std::string_view name, Field<Paint> field, Varies varies,
                        std::string_view doc) {
  ParamRow row = color_row(name, varies, doc);
  row.read = [field, row](void* p, const Json& value) { read_paint(field.of(p), value, row); };
  row.write = [field](const void* p) { return write_paint(field.of(p)); };
  row.bind = [field](void* p, const BindContext& context) { field.of(p).bind(context); };
  type_.params.push_back(std::move(row));
}

void NodeBuilder::integer(std::string_view name, Field<int> field, const Range& range,
                          std::string_view doc) {
  type_.params.push_back(integer_row(name, field, range, doc));
}

void NodeBuilder::integer(std::string_view name, Field<std::int64_t> field, const Range& range,
                          std::string_view doc) {
  type_.params.push_back(integer_row(name, field, range, doc));
}

void NodeBuilder::transition(std::string_view name, Field<int> field, const Range& range,
                             std::string_view doc) {
  integer(name, field, range, doc);
  type_.params.back().bind = [field](void* p, const BindContext& context) {
    if (context.tracks != nullptr && context.tracks->frame_count() == 1) field.of(p) = 0;
  };
}

void NodeBuilder::boolean(std::string_view name, Field<bool> field, std::string_view doc) {
  ParamRow row = plain_row(name, ParamKind::boolean, doc);
  row.read = [field](void* p, const Json& value) { field.of(p) = read_bool(value); };
  row.write = [field](const void* p) { return Json(field.of(p)); };
  type_.params.push_back(std::move(row));
}

void NodeBuilder::text(std::string_view name, Field<std::string> field, std::string_view doc) {
  ParamRow row = plain_row(name, ParamKind::text, doc);
  row.read = [field](void* p, const Json& value) { field.of(p) = read_text(value); };
  row.write = [field](const void* p) { return Json(field.of(p)); };
  type_.params.push_back(std::move(row));
}

void NodeBuilder::text_list(std::string_view name, Field<std::vector<std::string>> field,
                            std::string_view doc) {
  ParamRow row = plain_row(name, ParamKind::text_list, doc);
  row.read = [field](void* p, const Json& value) { field.of(p) = read_text_list(value); };
  row.write = [field](const void* p) { return string_list(field.of(p)); };
  type_.params.push_back(std::move(row));
}

void NodeBuilder::points(std::string_view name, Field<std::vector<std::string>> field,
                         std::size_t least, std::string_view doc) {
  ParamRow row = plain_row(name, ParamKind::points, doc);
  row.read = [field, least](void* p, const Json& value) {
    field.of(p) = read_points(value, least);
  };
  row.write = [field](const void* p) { return string_list(field.of(p)); };
  type_.params.push_back(std::move(row));
}

void NodeBuilder::choice(std::string_view name, Field<unsigned char> field, const Choices& choices,
                         std::string_view doc) {
  ParamRow row = plain_row(name, ParamKind::choice, doc);
  for (const auto& choice : choices) row.choices.emplace_back(choice.name);
  row.read = [field, choices, names = row.choices](void* p, const Json& value) {
    field.of(p) = choices[read_choice(value, names)].value;
  };
  row.write = [field, choices](const void* p) {
    const auto found = std::find_if(choices.begin(), choices.end(), [&](const auto& choice) {
      return choice.value == field.of(p);
    });
    return found == choices.end() ? Json() : Json(std::string(found->name));
  };
  type_.params.push_back(std::move(row));
}

void NodeBuilder::files(std::string_view name, Field<std::string> field,
                        std::vector<std::string> (*files_of)(const std::string&),
                        FileContent content, std::string_view doc) {
  text(name, field, doc);
  ParamRow& row = type_.params.back();
  row.kind = ParamKind::file;
  row.content = content;
  row.files = [field, files_of](const void* p) { return files_of(field.of(p)); };
}

void NodeBuilder::name_or_file(std::string_view name, Field<std::string> field,
                               bool (*is_file)(const std::string&), std::string_view doc) {
  text(name, field, doc);
  type_.params.back().files = [field, is_file](const void* p) {
    return is_file(field.of(p)) ? std::vector{field.of(p)} : std::vector<std::string>();
  };
}

ParamRow number_row(std::string_view name, const Range& range, Varies varies,
                    std::string_view doc) {
  ParamRow row;
  row.name = name;
  row.kind = ParamKind::number;
  row.range = range;
  row.animatable = varies != Varies::never;
  row.mappable = varies == Varies::with_object;
  row.doc = doc;
  return row;
}

ParamRow color_row(std::string_view name, Varies varies, std::string_view doc) {
  ParamRow row = number_row(name, {}, varies, doc);
  row.kind = ParamKind::color;
  return row;
}

std::int64_t read_integer(const Json& value, const ParamRow& row) {
  const bool whole = value.is_number() && std::trunc(value.as_number()) == value.as_number();
  if (!whole || value.as_number() < row.range.min || value.as_number() > row.range.max)
    fail_expected(expected_text(row), value);
  return static_cast<std::int64_t>(value.as_number());
}

bool read_bool(const Json& value) {
  if (!value.is_bool()) fail_expected("true or false", value);
  return value.as_bool();
}

std::string read_text(const Json& value) {
  if (!value.is_string()) fail_expected("a string", value);
  return value.as_string();
}

std::vector<std::string> read_text_list(const Json& value) {
  if (!value.is_array())
    fail_expected("a list of strings", value,
                  value.is_string() ? fmt::format("write [{}]", value.dump()) : "");
  Problems problems;
  std::vector<std::string> list;
  for (std::size_t i = 0; i < value.as_array().size(); ++i) {
    const Json& item = value.as_array()[i];
    if (item.is_string())
      list.push_back(item.as_string());
    else
      problems.add(item, element_pointer({}, i), "expected a string, got " + shown(item));
  }
  problems.throw_if_any();
  return list;
}

std::size_t read_choice(const Json& value, const std::vector<std::string>& choices) {
  const std::string expected = fmt::format("one of {}", fmt::join(choices, ", "));
  if (!value.is_string()) fail_expected(expected, value);
  const auto found = std::find(choices.begin(), choices.end(), value.as_string());
  if (found == choices.end()) {
    const std::string near = nearest_name(value.as_string(), choices);
    fail_expected(expected, value, near.empty() ? "" : fmt::format("did you mean '{}'?", near));
  }
  return static_cast<std::size_t>(found - choices.begin());
}

std::vector<std::string> file_itself(const std::string& path) {
  return path.empty() ? std::vector<std::string>() : std::vector{path};
}

}  // namespace detail
}  // namespace overlace
