// SPDX-License-Identifier: Apache-2.0
// Names of outputs, made from those of inputs: out/{rel}/{stem}.mp4
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace overlace {

/// What the fields of a template stand for.
struct TemplateFields {
  std::string input;      ///< whole path of the input: {stem}, {ext}, {dir} and {hash}
  std::string rel;        ///< its folder below the folder that was searched
  std::size_t index = 0;  ///< from 1, in the order of the plan
  std::string graph;      ///< name of the preset or graph file, without folder and extension
  std::string id;         ///< of a manifest's row; may be empty
  std::map<std::string, std::string> columns{};  ///< of a manifest's row, for {col.NAME}
  /// Fields of this template alone, see OutputTemplate; by name.
  std::map<std::string, std::string> own{};
};

/// A text with fields in braces: {stem} {ext} {dir} {rel} {index:06} {id} {graph} {hash:8}
/// {col.NAME}. `{{` and `}}` stand for braces. {hash} is of the input's path, not of its content.
class OutputTemplate {
 public:
  /// `own` names fields that this template has besides. Throws Error(usage) for fields that do not
  /// exist, with the nearest name.
  explicit OutputTemplate(const std::string& text, const std::vector<std::string>& own = {});

  /// Throws Error(usage) for a column that the row does not have.
  [[nodiscard]] std::string expand(const TemplateFields& fields) const;
  /// The folders before the first field: "out" of out/{rel}/{stem}.mp4, "" where there are none.
  [[nodiscard]] std::string root() const;
  /// There is nothing to fill in.
  [[nodiscard]] bool is_plain() const { return parts_.size() == 1 && parts_.front().field.empty(); }

 private:
  struct Part {
    std::string text;       ///< that stands as it is
    std::string field{};    ///< after it; "" for none
    std::size_t width = 0;  ///< digits of a number, characters of a hash; 0 = as many as there are
  };
  [[nodiscard]] static Part field_of(const std::string& inside,
                                     const std::vector<std::string>& own);

  std::vector<Part> parts_;
};

}  // namespace overlace
