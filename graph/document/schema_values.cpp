// SPDX-License-Identifier: Apache-2.0
// JSON Schema of parameter values: constants, knobs, keyframes, expressions, and maps.
#include <fmt/format.h>

#include "graph/types/values.h"
#include "graph/values/colors.h"

namespace overlace {
namespace {

using Array = Json::Array;
using Object = Json::Object;

Json any_of(Array schemas) {
  return schemas.size() == 1 ? schemas.front() : Json(Object{{"anyOf", std::move(schemas)}});
}

Json list_of(Json item, std::size_t least, std::size_t most) {
  return Object{{"type", "array"},
                {"items", std::move(item)},
                {"minItems", static_cast<int>(least)},
                {"maxItems", static_cast<int>(most)}};
}

Json number_between(std::string_view type, double least, double most) {
  return Object{{"type", type}, {"minimum", number_json(least)}, {"maximum", number_json(most)}};
}

Json percentage(bool may_be_negative) {
  return Object{
      {"type", "string"},
      {"pattern", fmt::format("^{}([0-9]+\\.?[0-9]*|\\.[0-9]+)%$", may_be_negative ? "-?" : "")},
      {"description", "A percentage of the frame height."}};
}

/// A value that is the same for the whole clip.
Array constants(const ParamRow& row) {
  const Range& range = row.range;
  Array forms;
  switch (row.kind) {
    case ParamKind::number:
      forms.push_back(number_between("number", range.min, range.max));
      if (is_length(range.unit)) forms.push_back(percentage(range.min < 0));
      break;
    case ParamKind::color:
      forms = constant_colors();
      break;
    case ParamKind::integer:
      forms.push_back(number_between("integer", range.min, range.max));
      break;
    case ParamKind::boolean:
      forms.push_back(Object{{"type", "boolean"}});
      break;
    case ParamKind::text:
      return {Object{{"type", "string"}}};
    case ParamKind::file:
      return {Object{{"type", "string"}, {"format", "file-path"}}};
    case ParamKind::choice:
      forms.push_back(Object{{"enum", string_list(row.choices)}});
      break;
    case ParamKind::points: {
      const Json coordinate = Object{{"type", Array{"number", "string"}}};
      const Json pair = Object{{"type", "array"}, {"items", coordinate}};
      const Json point = Object{{"anyOf", Array{coordinate, pair}}};
      return {Object{{"type", "string"}}, Object{{"type", "array"}, {"items", point}}};
    }
    case ParamKind::text_list:
      return {Object{{"type", "array"}, {"items", Object{{"type", "string"}}}}};
  }
  forms.push_back(schema_ref("knob_reference"));
  return forms;
}

Json keyframes(const Json& value) {
  Array easings;
  for (const auto& easing : easing_names) easings.push_back(Json(easing.name));
  Json moment = number_between("number", 0, 1e9);
  Json keyframe = object_schema({{"time", moment},
                                 {"frame", moment},
                                 {"value", value},
                                 {"ease", Object{{"enum", std::move(easings)}}}},
                                {"value"});
  keyframe.set("oneOf",
               Array{Object{{"required", Array{"time"}}}, Object{{"required", Array{"frame"}}}});
  Json list = Object{{"type", "array"}, {"minItems", 1}, {"items", std::move(keyframe)}};
  return object_schema({{"keyframes", std::move(list)}}, {"keyframes"});
}

/// What a map reads: the key that names it, and the definition of its names.
struct MapSource {
  const char* key;
  const char* definition;
  bool has_texts;
};
constexpr MapSource from_attribute{"map", "attribute_or_expression", true},
    from_series{"series", "series", false}, from_expression{"map", "mapped_expression", false};

/// One form of a map.
Json map_form(const MapSource& source, const Json& value, Object outputs) {
  std::vector<std::string> required = {source.key};
  for (const auto& [key, schema] : outputs) required.push_back(key);
  outputs.emplace_back(source.key, schema_ref(source.definition));
  outputs.emplace_back("missing", value);
  return object_schema(std::move(outputs), required);
}

/// All forms of a map.
Array maps(const MapSource& source, const Json& value, bool colors) {
  const Json input = any_of({Object{{"type", "number"}}, percentage(true)});
  const Json stop =
      Object{{"type", "array"}, {"items", Array{input, value}}, {"minItems", 2}, {"maxItems", 2}};
  std::vector<Object> forms = {
      {{"from", list_of(input, 2, max_map_stops)}, {"to", list_of(value, 2, max_map_stops)}},
      {{colors ? "ramp" : "stops", list_of(stop, 1, max_map_stops)}}};
  if (source.has_texts)
    forms.push_back(
        {{"from", list_of(Object{{"type", "string"}, {"minLength", 1}}, 1, max_map_stops)},
         {"to", list_of(value, 1, max_map_stops)}});
  if (colors) {
    const Json ramp = Object{{"enum", string_list(names_of(named_ramps()))}};
    const Json palette = Object{{"enum", string_list(names_of(named_palettes()))}};
    forms.push_back({{"ramp", ramp}, {"from", list_of(input, 2, 2)}});
    forms.push_back({{"palette", any_of({palette, schema_ref("knob_reference"),
                                         list_of(value, 1, max_map_stops)})}});
  }
  Array schemas;
  for (Object& form : forms) schemas.push_back(map_form(source, value, std::move(form)));
  return schemas;
}

/// "color", or "number_0_64_px": parameters that take the same values share a definition.
std::string definition_name(const ParamRow& row) {
  if (row.kind == ParamKind::color) return "color";
  return fmt::format("number_{}_{}{}", row.range.min, row.range.max,
                     is_length(row.range.unit) ? "_px" : "");
}

}  // namespace

Json::Array constant_colors() {
  return {Object{{"type", "string"},
                 {"format", "color-hex"},  // editors show the colour
                 {"pattern", "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$"}},
          Object{{"enum", string_list(color_names())}}};
}

Json string_list(const std::vector<std::string>& texts) {
  return Array(texts.begin(), texts.end());
}

Json schema_ref(std::string_view definition) {
  return Object{{"$ref", fmt::format("#/definitions/{}", definition)}};
}

Json object_schema(Object properties, const std::vector<std::string>& required) {
  Json schema = Object{{"type", "object"}};
  if (!required.empty()) schema.set("required", string_list(required));
  schema.set("properties", std::move(properties));
  schema.set("patternProperties", Object{{"^//", true}});
  schema.set("additionalProperties", false);
  return schema;
}

Json value_schema(const ParamRow& row, Json& definitions) {
  Json constant = any_of(constants(row));
  if (!row.animatable && !row.mappable) return constant;
  const auto defined = [&](const std::string& name, Json schema) {
    if (definitions.find(name) == nullptr) definitions.set(name, std::move(schema));
    return schema_ref(name);
  };
  const std::string name = definition_name(row);
  const Json value = defined(name, constant);
  Array forms = {value};
  const bool colors = row.kind == ParamKind::color;
  if (row.animatable) {
    forms.push_back(defined(name + "_keyframes", keyframes(value)));
    forms.push_back(defined(name + "_series", any_of(maps(from_series, value, colors))));
    if (!row.mappable)
      forms.push_back(defined(name + "_frame_map", any_of(maps(from_expression, value, colors))));
    if (!colors)
      forms.push_back(defined(
          name + "_expression",
          object_schema({{"expr", schema_ref("expression")}, {"missing", value}}, {"expr"})));
  }
  if (row.mappable)
    forms.push_back(defined(name + "_map", any_of(maps(from_attribute, value, colors))));
  return any_of(std::move(forms));
}

}  // namespace overlace
