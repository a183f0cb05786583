// SPDX-License-Identifier: Apache-2.0
// What an ONNX file says about itself: inputs, outputs and metadata. No weight is read.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace overlace {

/// A size that the file leaves open.
inline constexpr std::int64_t any_extent = -1;

/// An input or an output of a network.
struct TensorInfo {
  std::string name;
  std::vector<std::int64_t> shape;  ///< each at least 1, or any_extent

  /// "images 1x3x640x640"; "?" stands for any_extent.
  [[nodiscard]] std::string text() const;
};

/// A network's description, and the file that it is read from.
struct ModelFile {
  std::string name;                          ///< of the file, for messages
  std::shared_ptr<const std::string> bytes;  ///< the whole file
  std::int64_t opset = 0;                    ///< version of ONNX's operators; 0 = not given
  std::vector<TensorInfo> inputs, outputs;   ///< in the file's order; inputs without weights
  std::map<std::string, std::string> metadata{};

  /// "" if there is none.
  [[nodiscard]] const std::string& meta(const std::string& key) const;
  /// Null if no output has this name.
  [[nodiscard]] const TensorInfo* output(std::string_view name) const;
};

/// Reads a file. Throws Error(input) for one that cannot be read or is no model, and Error(limit)
/// for one of more than 2 GiB, which no protocol buffer has.
[[nodiscard]] ModelFile read_onnx(const std::string& path);

/// Reads the description by the fields of onnx.proto (github.com/onnx/onnx). Throws Error(input)
/// for bytes that are no ONNX model, and for one that keeps weights in other files: whoever made it
/// would choose which files are read.
[[nodiscard]] ModelFile read_onnx(std::string name, std::shared_ptr<const std::string> bytes);

/// Class names as Ultralytics writes them: a dictionary or a list of Python, {0: 'person', 1:
/// "it's"}. Numbers without a name get an empty one. Empty if the text is neither, or has numbers
/// beyond 65535.
[[nodiscard]] std::vector<std::string> parse_class_names(std::string_view text);

/// Whole numbers of a text such as "[17, 3]".
[[nodiscard]] std::vector<std::int64_t> parse_integers(std::string_view text);

}  // namespace overlace
