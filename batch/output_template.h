// SPDX-License-Identifier: Apache-2.0
// Output names made from input names: out/{rel}/{stem}.mp4
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace overlace {

/// What the fields of a template stand for.
struct TemplateFields {
  std::string input;      ///< full path of the input: {stem}, {ext}, {dir} and {hash}
  std::string rel;        ///< the input's folder, relative to the folder searched
  std::size_t index = 0;  ///< from 1, in plan order
  std::string graph;      ///< name of the preset or graph file, without folder and extension
  std::string id;         ///< of a manifest row; may be empty
  std::map<std::string, std::string> columns{};  ///< of a manifest row, for {col.NAME}
  /// Additional fields of this template, by name; see OutputTemplate.
  std::map<std::string, std::string> own{};
};

/// A text with fields in braces: {stem} {ext} {dir} {rel} {index:06} {id} {graph} {hash:8}
/// {col.NAME}. `{{` and `}}` stand for braces. {hash} is of the input's path, not of its content.
class OutputTemplate {
 public:
  /// `own` names additional fields of this template. Throws Error(usage) for unknown fields, with
  /// the nearest name.
  explicit OutputTemplate(const std::string& text, const std::vector<std::string>& own = {});

  /// Throws Error(usage) for a column that the row does not have.
  [[nodiscard]] std::string expand(const TemplateFields& fields) const;
  /// The folders before the first field: "out" of out/{rel}/{stem}.mp4, "" where there are none.
  [[nodiscard]] std::string root() const;
  /// True if the template has no fields.
  [[nodiscard]] bool is_plain() const { return parts_.size() == 1 && parts_.front().field.empty(); }

 private:
  struct Part {
    std::string text;       ///< literal text
    std::string field{};    ///< that follows it; "" for none
    std::size_t width = 0;  ///< digits of a number, characters of a hash; 0 = as many as needed
  };
  [[nodiscard]] static Part field_of(const std::string& inside,
                                     const std::vector<std::string>& own);

  std::vector<Part> parts_;
};

}  // namespace overlace
