// SPDX-License-Identifier: Apache-2.0
// Walks the messages of an ONNX file. The numbers are those of its fields in onnx.proto.
#include "detect/onnx_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>
#include <utility>

#include "detect/wire_reader.h"
#include "graph/core/error.h"
#include "graph/core/regular_file.h"
#include "graph/core/utf8.h"

namespace overlace {
namespace {

constexpr std::size_t most_tensors = 256;  // inputs or outputs
constexpr std::size_t most_extents = 16;
constexpr std::size_t most_name_bytes = 4096;
constexpr std::size_t most_metadata = 1024;
constexpr std::size_t most_metadata_bytes = std::size_t{1} << 20U;  // of one entry
constexpr std::size_t most_classes = 65536;
constexpr int most_nesting = 32;  // of graphs in a graph's nodes

struct ModelField {
  enum : std::uint8_t { graph = 7, opset = 8, metadata = 14, functions = 25 };
};
struct GraphField {
  enum : std::uint8_t { node = 1, initializer = 5, input = 11, output = 12, sparse = 15 };
};
struct NodeField {
  enum : std::uint8_t { attribute = 5 };
};
struct FunctionField {
  enum : std::uint8_t { node = 7 };
};
struct AttributeField {
  enum : std::uint8_t { t = 5, g = 6, tensors = 10, graphs = 11, sparse = 22, sparses = 23 };
};
struct TensorField {
  enum : std::uint8_t { name = 8, external_data = 13, data_location = 14 };
};
struct SparseField {
  enum : std::uint8_t { values = 1, indices = 2 };
};
struct ValueField {
  enum : std::uint8_t { name = 1, type = 2 };
};

class ModelReader {
 public:
  explicit ModelReader(ModelFile& model) : model_(model) {}

  void read() {
    bool has_graph = false;
    each(*model_.bytes, [&](const WireField& field) {
      if (field.number == ModelField::graph && field.has_length) {
        has_graph = true;
        read_graph(field.bytes);
      }
      if (field.number == ModelField::functions && field.has_length)
        each(field.bytes, [&](const WireField& part) {
          if (part.number == FunctionField::node && part.has_length) check_node(part.bytes, 0);
        });
      if (field.number == ModelField::opset && field.has_length) read_opset(field.bytes);
      if (field.number == ModelField::metadata && field.has_length) read_metadata(field.bytes);
    });
    std::erase_if(model_.inputs,
                  [&](const TensorInfo& input) { return weights_.contains(input.name); });
    if (!has_graph || model_.inputs.empty() || model_.outputs.empty())
      refuse("is no ONNX model: it has no graph with inputs and outputs");
  }

 private:
  [[noreturn]] void refuse(const char* why, const char* hint = "") const {
    throw Error(ErrorCode::input, why, hint, SourceLocation{model_.name});
  }

  template <class Use>
  void each(std::string_view message, const Use& use) const {
    WireReader reader(message);
    while (const auto field = reader.next()) use(*field);
    if (reader.is_damaged()) refuse("is no ONNX model, or it is damaged");
  }

  void read_graph(std::string_view graph) {
    each(graph, [&](const WireField& field) {
      if (!field.has_length) return;
      if (field.number == GraphField::input) add(model_.inputs, field.bytes);
      if (field.number == GraphField::output) add(model_.outputs, field.bytes);
      if (field.number == GraphField::initializer) weights_.insert(name_of(field.bytes));
    });
    check_graph(graph, 0);
  }

  /// Inputs of old files list their weights, too, so that there may be thousands of them.
  void add(std::vector<TensorInfo>& list, std::string_view value) {
    constexpr std::size_t most_with_weights = 100'000;
    if (list.size() >= (&list == &model_.inputs ? most_with_weights : most_tensors))
      refuse("has more inputs or outputs than any detector");
    TensorInfo info;
    each(value, [&](const WireField& field) {
      if (field.number == ValueField::name && field.has_length)
        info.name = std::string(field.bytes.substr(0, most_name_bytes));
      if (field.number == ValueField::type && field.has_length) read_type(field.bytes, info);
    });
    list.push_back(std::move(info));
  }
  /// TypeProto.tensor_type = 1, its shape = 2, and the shape's dim = 1.
  void read_type(std::string_view type, TensorInfo& info) const {
    each(type, [&](const WireField& tensor) {
      if (tensor.number != 1 || !tensor.has_length) return;
      each(tensor.bytes, [&](const WireField& shape) {
        if (shape.number != 2 || !shape.has_length) return;
        each(shape.bytes, [&](const WireField& dim) {
          if (dim.number != 1 || !dim.has_length) return;
          if (info.shape.size() >= most_extents) refuse("has a tensor of too many dimensions");
          info.shape.push_back(extent(dim.bytes));
        });
      });
    });
  }
  /// dim_value = 1; any other field names an extent that is open.
  [[nodiscard]] std::int64_t extent(std::string_view dim) const {
    std::int64_t size = any_extent;
    each(dim, [&](const WireField& field) {
      constexpr std::uint64_t most = std::uint64_t{1} << 31U;
      if (field.number == 1 && !field.has_length && field.value >= 1 && field.value <= most)
        size = static_cast<std::int64_t>(field.value);
    });
    return size;
  }

  /// OperatorSetIdProto: domain = 1, version = 2; the domain of ONNX's own operators is "".
  void read_opset(std::string_view opset) {
    bool is_own = true;
    std::int64_t version = 0;
    each(opset, [&](const WireField& field) {
      if (field.number == 1 && field.has_length)
        is_own = field.bytes.empty() || field.bytes == "ai.onnx";
      if (field.number == 2 && !field.has_length)
        version = static_cast<std::int64_t>(std::min<std::uint64_t>(field.value, 1U << 20U));
    });
    if (is_own) model_.opset = version;
  }
  /// StringStringEntryProto: key = 1, value = 2.
  void read_metadata(std::string_view entry) {
    if (model_.metadata.size() >= most_metadata || entry.size() > most_metadata_bytes) return;
    std::string key, value;
    each(entry, [&](const WireField& field) {
      if (field.number == 1 && field.has_length) key = std::string(field.bytes);
      if (field.number == 2 && field.has_length) value = std::string(field.bytes);
    });
    model_.metadata[std::move(key)] = std::move(value);
  }

  [[nodiscard]] std::string name_of(std::string_view tensor) const {
    std::string name;
    each(tensor, [&](const WireField& field) {
      if (field.number == TensorField::name && field.has_length)
        name = std::string(field.bytes.substr(0, most_name_bytes));
    });
    return name;
  }

  void check_graph(std::string_view graph, int nesting) const {
    if (nesting > most_nesting) refuse("has graphs nested too deeply");
    each(graph, [&](const WireField& field) {
      if (!field.has_length) return;
      if (field.number == GraphField::node) check_node(field.bytes, nesting);
      if (field.number == GraphField::initializer) check_tensor(field.bytes);
      if (field.number == GraphField::sparse) check_sparse(field.bytes);
    });
  }
  void check_node(std::string_view node, int nesting) const {
    each(node, [&](const WireField& attribute) {
      if (attribute.number != NodeField::attribute || !attribute.has_length) return;
      each(attribute.bytes, [&](const WireField& field) {
        if (!field.has_length) return;
        switch (field.number) {
          case AttributeField::t:
          case AttributeField::tensors:
            return check_tensor(field.bytes);
          case AttributeField::g:
          case AttributeField::graphs:
            return check_graph(field.bytes, nesting + 1);
          case AttributeField::sparse:
          case AttributeField::sparses:
            return check_sparse(field.bytes);
          default:
            return;
        }
      });
    });
  }
  void check_sparse(std::string_view sparse) const {
    each(sparse, [&](const WireField& field) {
      const bool is_tensor =
          field.number == SparseField::values || field.number == SparseField::indices;
      if (is_tensor && field.has_length) check_tensor(field.bytes);
    });
  }
  void check_tensor(std::string_view tensor) const {
    each(tensor, [&](const WireField& field) {
      const bool elsewhere = field.number == TensorField::external_data ||
                             (field.number == TensorField::data_location && field.value != 0);
      if (elsewhere)
        refuse("keeps weights in other files, which are not read",
               "save it as one file: onnx.save(model, path, save_as_external_data=False)");
    });
  }

  ModelFile& model_;
  std::set<std::string> weights_;
};

/// Reads a literal of Python: a dictionary of numbers and texts, or a list of texts.
class NameParser {
 public:
  explicit NameParser(std::string_view text) : rest_(text) {}

  std::vector<std::string> parse() {
    std::vector<std::string> names;
    skip_blanks();
    if (!take('{') && !take('[')) return {};
    for (;;) {
      skip_blanks();
      if (take('}') || take(']')) return names;
      std::size_t at = names.size();
      if (const auto number = integer()) {
        skip_blanks();
        if (!take(':') || *number >= most_classes) return {};
        at = *number;
      }
      skip_blanks();
      const auto name = quoted();
      if (!name || at >= most_classes) return {};
      if (at >= names.size()) names.resize(at + 1);
      names[at] = utf8_text(*name);
      skip_blanks();
      take(',');
    }
  }

 private:
  bool take(char wanted) {
    if (rest_.empty() || rest_.front() != wanted) return false;
    rest_.remove_prefix(1);
    return true;
  }
  void skip_blanks() {
    while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == '\n'))
      rest_.remove_prefix(1);
  }
  std::optional<std::size_t> integer() {
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), number);
    if (error != std::errc()) return std::nullopt;
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return number;
  }
  /// A backslash stands before the character that it protects.
  std::optional<std::string> quoted() {
    if (rest_.empty()) return std::nullopt;
    const char quote = rest_.front();
    if (quote != '\'' && quote != '"') return std::nullopt;
    rest_.remove_prefix(1);
    std::string text;
    while (!rest_.empty() && rest_.front() != quote) {
      if (rest_.front() == '\\' && rest_.size() > 1) rest_.remove_prefix(1);
      text += rest_.front();
      rest_.remove_prefix(1);
    }
    if (!take(quote)) return std::nullopt;
    return text;
  }

  std::string_view rest_;
};

}  // namespace

std::string TensorInfo::text() const {
  std::vector<std::string> extents;
  for (const std::int64_t extent : shape)
    extents.push_back(extent == any_extent ? "?" : fmt::format("{}", extent));
  return fmt::format("{} {}", utf8_text(name), fmt::join(extents, "x"));
}

const std::string& ModelFile::meta(const std::string& key) const {
  static const std::string none;
  const auto found = metadata.find(key);
  return found == metadata.end() ? none : found->second;
}

const TensorInfo* ModelFile::output(std::string_view wanted) const {
  const auto found = std::ranges::find(outputs, wanted, &TensorInfo::name);
  return found == outputs.end() ? nullptr : &*found;
}

ModelFile read_onnx(const std::string& path) {
  const RegularFile file(path);
  if (!file) throw Error(ErrorCode::input, file.problem(), "", SourceLocation{path});
  constexpr std::uint64_t most = std::uint64_t{1} << 31U;
  if (file.size() > most)
    throw Error(ErrorCode::limit, "is larger than 2 GiB", "", SourceLocation{path});
  return read_onnx(path, std::make_shared<const std::string>(file.read(most)));
}

ModelFile read_onnx(std::string name, std::shared_ptr<const std::string> bytes) {
  ModelFile model{.name = std::move(name), .bytes = std::move(bytes)};
  ModelReader(model).read();
  return model;
}

std::vector<std::string> parse_class_names(std::string_view text) {
  return NameParser(text).parse();
}

std::vector<std::int64_t> parse_integers(std::string_view text) {
  std::vector<std::int64_t> numbers;
  constexpr std::string_view digits = "0123456789";
  for (;;) {
    text.remove_prefix(std::min(text.size(), text.find_first_of(digits)));
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc()) return numbers;
    numbers.push_back(number);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  }
}

}  // namespace overlace
