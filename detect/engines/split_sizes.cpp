// SPDX-License-Identifier: Apache-2.0
// The numbers are those of the fields in onnx.proto (github.com/onnx/onnx).
#include "detect/engines/split_sizes.h"

#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <vector>

#include "detect/wire_reader.h"

namespace overlace {
namespace {

struct ModelField {
  enum : std::uint8_t { graph = 7 };
};
struct GraphField {
  enum : std::uint8_t { node = 1, initializer = 5 };
};
struct NodeField {
  enum : std::uint8_t { input = 1, output = 2, operation = 4, attribute = 5 };
};
struct AttributeField {
  enum : std::uint8_t { name = 1, tensor = 5, integers = 8, type = 20 };
};
struct TensorField {
  enum : std::uint8_t { data_type = 2, int64_data = 7, name = 8, raw_data = 9 };
};

using Sizes = std::vector<std::int64_t>;
using SizesByName = std::map<std::string_view, Sizes>;

template <class Use>
bool each(std::string_view message, const Use& use) {
  WireReader reader(message);
  while (const auto field = reader.next()) use(*field);
  return !reader.is_damaged();
}

void put_number(std::string& out, std::uint64_t value) {
  constexpr std::uint64_t bits = 7, more = 0x80;
  for (; value >= more; value >>= bits) out += static_cast<char>(value | more);
  out += static_cast<char>(value);
}

void put_number(std::string& out, std::uint32_t field, std::uint64_t value) {
  put_number(out, std::uint64_t{field} << 3U);
  put_number(out, value);
}

void put_bytes(std::string& out, std::uint32_t field, std::string_view bytes) {
  put_number(out, std::uint64_t{field} << 3U | 2U);
  put_number(out, bytes.size());
  out += bytes;
}

/// Models, graphs and nodes have no fields of fixed size.
void put(std::string& out, const WireField& field) {
  if (field.has_length) return put_bytes(out, field.number, field.bytes);
  put_number(out, field.number, field.value);
}

/// Adds a tensor of few whole numbers to `sizes`.
void collect(std::string_view name, std::string_view tensor, SizesByName& sizes) {
  constexpr std::uint64_t int64 = 7;
  constexpr std::size_t most = 64;
  Sizes values;
  bool is_int64 = false;
  const bool whole = each(tensor, [&](const WireField& field) {
    if (field.number == TensorField::data_type) is_int64 = field.value == int64;
    if (field.number == TensorField::name && name.empty()) name = field.bytes;
    if (field.number == TensorField::int64_data) {
      WireReader packed(field.bytes);
      while (const auto value = values.size() <= most ? packed.number() : std::nullopt)
        values.push_back(static_cast<std::int64_t>(*value));
    }
    if (field.number == TensorField::raw_data &&
        field.bytes.size() <= most * sizeof(Sizes::value_type)) {
      values.resize(field.bytes.size() / sizeof(Sizes::value_type));
      std::memcpy(values.data(), field.bytes.data(), values.size() * sizeof(Sizes::value_type));
    }
  });
  if (whole && is_int64 && !values.empty() && values.size() <= most)
    sizes[name] = std::move(values);
}

struct Node {
  std::string_view operation;
  std::vector<std::string_view> inputs, outputs;
};

Node node_of(std::string_view bytes) {
  Node node;
  each(bytes, [&](const WireField& field) {
    if (field.number == NodeField::operation) node.operation = field.bytes;
    if (field.number == NodeField::input) node.inputs.push_back(field.bytes);
    if (field.number == NodeField::output) node.outputs.push_back(field.bytes);
  });
  return node;
}

/// Constants among a graph's weights and nodes.
SizesByName sizes_in(std::string_view graph) {
  SizesByName sizes;
  each(graph, [&](const WireField& field) {
    if (field.number == GraphField::initializer) collect({}, field.bytes, sizes);
    if (field.number != GraphField::node) return;
    const Node node = node_of(field.bytes);
    if (node.operation != "Constant" || node.outputs.empty()) return;
    each(field.bytes, [&](const WireField& part) {
      if (part.number != NodeField::attribute) return;
      each(part.bytes, [&](const WireField& value) {
        if (value.number == AttributeField::tensor) collect(node.outputs[0], value.bytes, sizes);
      });
    });
  });
  return sizes;
}

/// The node with its second input as the attribute "split".
std::string with_attribute(std::string_view node, const Sizes& sizes) {
  constexpr std::uint64_t integers = 7;  // AttributeProto.INTS
  std::string attribute, out;
  put_bytes(attribute, AttributeField::name, "split");
  for (const std::int64_t size : sizes)
    put_number(attribute, AttributeField::integers, static_cast<std::uint64_t>(size));
  put_number(attribute, AttributeField::type, integers);
  int input = 0;
  each(node, [&](const WireField& field) {
    if (field.number != NodeField::input || input++ == 0) put(out, field);
  });
  put_bytes(out, NodeField::attribute, attribute);
  return out;
}

/// "" if nothing changes.
std::string changed_graph(std::string_view graph) {
  const SizesByName sizes = sizes_in(graph);
  std::string out;
  bool changes = false;
  const bool whole = each(graph, [&](const WireField& field) {
    if (field.number == GraphField::node) {
      const Node node = node_of(field.bytes);
      const auto found = node.operation == "Split" && node.inputs.size() == 2
                             ? sizes.find(node.inputs[1])
                             : sizes.end();
      if (found != sizes.end()) {
        changes = true;
        return put_bytes(out, GraphField::node, with_attribute(field.bytes, found->second));
      }
    }
    put(out, field);
  });
  return whole && changes ? out : std::string();
}

}  // namespace

std::string with_split_attributes(std::string_view model) {
  std::string out;
  bool changes = false;
  const bool whole = each(model, [&](const WireField& field) {
    const std::string graph =
        field.number == ModelField::graph ? changed_graph(field.bytes) : std::string();
    if (graph.empty()) return put(out, field);
    changes = true;
    put_bytes(out, ModelField::graph, graph);
  });
  return whole && changes ? out : std::string();
}

}  // namespace overlace
