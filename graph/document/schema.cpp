// SPDX-License-Identifier: Apache-2.0
// document_schema: JSON Schema of documents, made from the node registry.
#include <fmt/format.h>

#include <algorithm>

#include "graph/document/document_check.h"
#include "graph/types/values.h"

namespace overlace {
namespace {

using Array = Json::Array;
using Object = Json::Object;

Json text(std::string_view description) {
  return Object{{"type", "string"}, {"description", description}};
}

/// An object of named things: named like nodes, knobs and colours, or comments.
Json named(Json item, std::string_view description) {
  return Object{{"type", "object"},
                {"description", description},
                {"propertyNames", Object{{"pattern", "^([a-z][a-z0-9_]{0,63}$|//)"}}},
                {"patternProperties", Object{{"^//", true}}},
                {"additionalProperties", std::move(item)}};
}

Json knob_schema(bool in_patch) {
  Json knob = object_schema({{"type", Object{{"enum", string_list(knob_kinds())}}},
                             {"default", Object{{"description", "The value without a setting."},
                                                {"anyOf", Array{constant_colors().front(), true}}}},
                             {"min", Object{{"type", Array{"number", "null"}}}},
                             {"max", Object{{"type", Array{"number", "null"}}}},
                             {"required", Object{{"type", Array{"boolean", "null"}},
                                                 {"description",
                                                  "Whether nothing is rendered while this text is "
                                                  "empty."}}},
                             {"doc", text("What the knob changes.")}},
                            {});
  if (in_patch)
    knob.set("type", Array{"object", "null"});
  else
    knob.set("required", Array{"type", "default"});
  return knob;
}

Json theme_color_schema(bool in_patch) {
  Array forms = constant_colors();
  if (in_patch) forms.push_back(Object{{"type", "null"}});
  return Object{{"anyOf", std::move(forms)}};
}

Json inputs_schema(const NodeType& type) {
  Object ports;
  std::vector<std::string> required;
  for (const Port& port : type.inputs) {
    const Json name = schema_ref("node_name");
    const Json list = Object{{"type", "array"}, {"items", name}, {"minItems", 1}};
    Json schema = port.many ? Json(Object{{"anyOf", Array{list, name}}})
                            : Json(Object{{"allOf", Array{name}}});
    schema.set("description", fmt::format("{} Takes {}{}.", port.doc, accepted_text(port.stage),
                                          port.optional() ? "; optional" : ""));
    ports.emplace_back(port.name, std::move(schema));
    if (!port.optional()) required.push_back(port.name);
  }
  return object_schema(std::move(ports), required);
}

Json params_schema(const NodeType& type, Json& definitions) {
  const std::shared_ptr<void> defaults = type.make_params();
  Object params;
  for (const ParamRow& row : type.params) {
    Json schema = Object{{"description", fmt::format("{} Takes {}.", row.doc, expected_text(row))},
                         {"default", row.write(defaults.get())}};
    Json forms = value_schema(row, definitions);
    for (auto& [key, value] : forms.as_object()) schema.set(key, std::move(value));
    params.emplace_back(row.name, std::move(schema));
  }
  return object_schema(std::move(params), {});
}

Json node_type_schema(const NodeType& type, Json& definitions) {
  std::vector<std::string> required = {"type"};
  if (!std::ranges::all_of(type.inputs, &Port::optional)) required.emplace_back("inputs");
  Json schema = object_schema({{"type", Object{{"const", type.name}}},
                               {"inputs", inputs_schema(type)},
                               {"params", params_schema(type, definitions)}},
                              required);
  schema.set("description", type.doc);
  return schema;
}

/// The names of node types, each with what it does, for an editor's list.
Json node_names_schema(const Registry& registry) {
  Array names;
  for (const NodeType& type : registry.types())
    names.push_back(Object{{"const", type.name}, {"description", type.doc}});
  return Object{{"oneOf", std::move(names)}};
}

/// Whole nodes that an editor can insert, with their required inputs to fill in.
Json node_snippets(const Registry& registry) {
  Array snippets;
  for (const NodeType& type : registry.types()) {
    Object inputs;
    for (const Port& port : type.inputs)
      if (!port.optional())
        inputs.emplace_back(port.name, fmt::format("${{{}:{}}}", inputs.size() + 1, port.name));
    Object body = {{"type", type.name}};
    if (!inputs.empty()) body.emplace_back("inputs", std::move(inputs));
    snippets.push_back(
        Object{{"label", type.name}, {"description", type.doc}, {"body", std::move(body)}});
  }
  return snippets;
}

/// A document to begin with, for an empty file. What follows "^" is a snippet as it is, for Visual
/// Studio Code; there, a dollar sign is escaped.
Json document_snippet() {
  const Json document = Object{
      {"overlace", 1},
      {"title", "${1:My look}"},
      {"nodes",
       Object{{"people",
               Object{{"type", "track_input"}, {"params", Object{{"path", R"(^"\$tracks")"}}}}},
              {"boxes", Object{{"type", "draw_boxes"}, {"inputs", Object{{"tracks", "people"}}}}}}},
      {"composite", Array{"boxes"}}};
  return Array{Object{{"label", "overlace graph"},
                      {"description", "Boxes around what is tracked, to begin with."},
                      {"body", document}}};
}

/// A node by its type, so that an editor offers what that type has.
Json node_schema(const Registry& registry) {
  Array cases;
  for (const NodeType& type : registry.types()) {
    const Json is_type = Object{{"properties", Object{{"type", Object{{"const", type.name}}}}},
                                {"required", Array{"type"}}};
    cases.push_back(Object{{"if", is_type}, {"then", schema_ref("node_" + type.name)}});
  }
  return Object{{"type", "object"},
                {"required", Array{"type"}},
                {"properties", Object{{"type", schema_ref("node_type")}}},
                {"defaultSnippets", node_snippets(registry)},
                {"allOf", std::move(cases)}};
}

/// A node in a document that extends another: every part is optional, and null removes one.
Json patch_node_schema() {
  const Json object_or_null = Object{{"type", Array{"object", "null"}}};
  Json schema = object_schema(
      {{"type", schema_ref("node_type")}, {"inputs", object_or_null}, {"params", object_or_null}},
      {});
  schema.set("type", Array{"object", "null"});
  return schema;
}

Json layer_schema(Json& definitions) {
  const NodeType group = Node<GroupParams>("", Stage::drawing, "")
                             .with(entry_rows)
                             .groups([](const GroupParams& g) -> const GroupParams& { return g; });
  Json entry = params_schema(group, definitions);
  entry.find("properties")->set("node", schema_ref("node_name"));
  entry.set("required", Array{"node"});
  return Object{{"anyOf", Array{schema_ref("node_name"), std::move(entry)}}};
}

Json shared_definitions(const Registry& registry) {
  Array attributes;
  for (const AttributeInfo& info : builtin_attributes()) attributes.push_back(Json(info.name));
  Json out =
      Object{{"node_name", Object{{"type", "string"}, {"pattern", "^[a-z][a-z0-9_]{0,63}$"}}},
             {"knob_reference", Object{{"type", "string"},
                                       {"pattern", "^\\$(theme\\.)?[a-z][a-z0-9_]*$"},
                                       {"description", "The value of a knob, or a theme colour."}}},
             {"attribute", Object{{"type", "string"},
                                  {"minLength", 1},
                                  {"description", "An attribute, or a column of the track file."},
                                  {"examples", std::move(attributes)}}},
             {"series", Object{{"type", "string"},
                               {"pattern", "\\."},
                               {"description", "A number over time that a track node makes."},
                               {"examples", Array{"door.in"}}}},
             {"expression", Object{{"type", "string"},
                                   {"minLength", 1},
                                   {"maxLength", static_cast<int>(Expression::max_length)},
                                   {"description", "Arithmetic over attributes and series."},
                                   {"examples", Array{"clamp(speed / 40, 0, 1)"}}}},
             {"mapped_expression", object_schema({{"expr", schema_ref("expression")}}, {"expr"})},
             {"attribute_or_expression",
              Object{{"anyOf", Array{schema_ref("attribute"), schema_ref("mapped_expression")}}}},
             {"node_type", node_names_schema(registry)},
             {"node", node_schema(registry)},
             {"patch_node", patch_node_schema()}};
  for (const NodeType& type : registry.types())
    out.set("node_" + type.name, node_type_schema(type, out));
  return out;
}

Object root_properties(Json& definitions) {
  return {{"$schema", text("This schema.")},
          {"overlace", Object{{"const", 1}, {"description", "Version of the document format."}}},
          {"title", text("Name of the look.")},
          {"doc", text("One line about what it draws.")},
          {"extends", text("Preset or file that this document changes.")},
          {"theme", Object{{"type", "object"}}},
          {"knobs", Object{{"type", "object"}}},
          {"nodes", Object{{"type", "object"}, {"maxProperties", static_cast<int>(max_nodes)}}},
          {"composite", Object{{"type", "array"},
                               {"description", "Drawings in paint order, bottom first."},
                               {"items", layer_schema(definitions)}}},
          {"sound", Object{{"type", "array"},
                           {"description", "Nodes that are played, all at once."},
                           {"uniqueItems", true},
                           {"items", schema_ref("node_name")}}},
          {"redact", Object{{"type", "array"},
                            {"description", "Nodes that hide objects from view."},
                            {"items", schema_ref("node_name")}}}};
}

}  // namespace

Json document_schema(const Registry& registry) {
  constexpr std::string_view nodes_doc = "Nodes by name; their inputs name other nodes.";
  constexpr std::string_view knobs_doc = "What a user may adjust, used in parameters as \"$name\".";
  constexpr std::string_view theme_doc = "Colours by name, used in parameters as \"$theme.name\".";
  const auto parts = [&](Json node, bool in_patch) {
    return Object{{"nodes", named(std::move(node), nodes_doc)},
                  {"knobs", named(knob_schema(in_patch), knobs_doc)},
                  {"theme", named(theme_color_schema(in_patch), theme_doc)}};
  };
  Json definitions = shared_definitions(registry);
  Json schema = object_schema(root_properties(definitions), {"overlace"});
  schema.set("if", Object{{"required", Array{"extends"}}});
  schema.set("then", Object{{"properties", parts(schema_ref("patch_node"), true)}});
  schema.set("else", Object{{"required", Array{"nodes", "composite"}},
                            {"properties", parts(schema_ref("node"), false)}});
  schema.set("definitions", std::move(definitions));
  Json out = Object{{"$schema", "http://json-schema.org/draft-07/schema#"},
                    {"title", "overlace graph"},
                    {"defaultSnippets", document_snippet()}};
  for (auto& [key, value] : schema.as_object()) out.set(key, std::move(value));
  return out;
}

}  // namespace overlace
