// SPDX-License-Identifier: Apache-2.0
// The node reference: Markdown for the docs, text for a terminal, JSON for programs.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "graph/document/document.h"
#include "graph/document/usual_range.h"
#include "graph/types/values.h"

namespace overlace {
namespace {

bool has_range(const ParamRow& row) {
  return row.kind == ParamKind::number || row.kind == ParamKind::integer;
}

/// "0 to 64 px", "dot, ring, cross" or "".
std::string values_text(const ParamRow& row) {
  if (has_range(row)) return range_text(row.range);
  return fmt::format("{}", fmt::join(row.choices, ", "));
}

/// How a parameter may vary: "keyframes, series, map".
std::string varies_text(const ParamRow& row) {
  if (!row.animatable) return row.mappable ? "map" : "";
  return row.mappable ? "keyframes, series, map" : "keyframes, series";
}

/// The default as written in a document.
std::string default_text(const NodeType& type, const ParamRow& row) {
  return row.write(type.make_params().get()).dump();
}

/// What an input accepts, in words.
std::string takes_text(const Port& port) {
  return fmt::format("{}{}{}", port.many ? "list of " : "",
                     port.stage == Stage::drawing ? "drawings"
                     : port.stage == Stage::layer ? "drawings, layers"
                                                  : stage_name(port.stage),
                     port.optional() ? ", optional" : "");
}

std::string_view makes_text(Stage stage) {
  if (stage == Stage::drawing) return "a drawing";
  if (stage == Stage::picture) return "a new picture";
  return stage == Stage::layer ? "a layer" : stage_name(stage);
}

/// A number that is read by people, too.
Json rounded(double value) {
  return number_json(std::stod(fmt::format("{:.4g}", value)));
}

}  // namespace

std::string node_markdown(const NodeType& type) {
  std::string out =
      fmt::format("## {}\n\n{} Makes {}.\n", type.name, type.doc, makes_text(type.stage));
  auto to = std::back_inserter(out);
  if (!type.inputs.empty()) out += "\n| Input | Takes | Meaning |\n|---|---|---|\n";
  for (const Port& port : type.inputs)
    fmt::format_to(to, "| `{}` | {} | {} |\n", port.name, takes_text(port), port.doc);
  if (!type.params.empty())
    out +=
        "\n| Parameter | Type | Values | Default | Varies by | Meaning "
        "|\n|---|---|---|---|---|---|\n";
  for (const ParamRow& row : type.params)
    fmt::format_to(to, "| `{}` | {} | {} | `{}` | {} | {} |\n", row.name, kind_name(row.kind),
                   values_text(row), default_text(type, row), varies_text(row), row.doc);
  return out;
}

std::string node_help(const NodeType& type) {
  std::string out = fmt::format("{}: {}\nMakes {}.\n", type.name, type.doc, makes_text(type.stage));
  auto to = std::back_inserter(out);
  std::size_t width = 0;
  for (const Port& port : type.inputs) width = std::max(width, port.name.size());
  for (const ParamRow& row : type.params) width = std::max(width, row.name.size());
  if (!type.inputs.empty()) out += "\nInputs:\n";
  for (const Port& port : type.inputs)
    fmt::format_to(to, "  {:<{}}  {} ({})\n", port.name, width, port.doc, takes_text(port));
  if (!type.params.empty()) out += "\nParameters:\n";
  for (const ParamRow& row : type.params) {
    fmt::format_to(to, "  {:<{}}  {}\n", row.name, width, row.doc);
    std::string facts = fmt::format("{}, default {}", kind_name(row.kind), default_text(type, row));
    if (const std::string values = values_text(row); !values.empty()) facts += "; " + values;
    if (const std::string varies = varies_text(row); !varies.empty()) facts += "; takes " + varies;
    fmt::format_to(to, "  {:<{}}    {}\n", "", width, facts);
  }
  return out;
}

Json nodes_json(const Registry& registry) {
  Json types{Json::Array{}};
  for (const NodeType& type : registry.types()) {
    const std::shared_ptr<void> defaults = type.make_params();
    Json::Array inputs, params;
    for (const Port& port : type.inputs)
      inputs.push_back(Json::Object{{"name", port.name},
                                    {"stage", stage_name(port.stage)},
                                    {"many", port.many},
                                    {"optional", port.optional()},
                                    {"doc", port.doc}});
    for (const ParamRow& row : type.params) {
      Json param = Json::Object{{"name", row.name}, {"kind", kind_name(row.kind)}};
      const Json value = row.write(defaults.get());
      if (has_range(row)) {
        const UsualRange usual = usual_range(row, value);
        param.set("min", number_json(row.range.min));
        param.set("max", number_json(row.range.max));
        param.set("usual", Json::Array{rounded(usual.low), rounded(usual.high)});
        param.set("unit", unit_name(row.range.unit));
      }
      if (!row.choices.empty()) param.set("choices", string_list(row.choices));
      param.set("default", value);
      param.set("animatable", row.animatable);
      param.set("mappable", row.mappable);
      param.set("doc", row.doc);
      params.push_back(std::move(param));
    }
    types.push_back(Json::Object{{"name", type.name},
                                 {"stage", stage_name(type.stage)},
                                 {"doc", type.doc},
                                 {"inputs", std::move(inputs)},
                                 {"params", std::move(params)}});
  }
  return types;
}

}  // namespace overlace
