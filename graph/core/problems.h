// SPDX-License-Identifier: Apache-2.0
// Problems: collects everything wrong with a document and throws it as one Error.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "graph/core/error.h"
#include "graph/core/json.h"

namespace overlace {

/// Problems of one document, in the order found. Only the first `max_reported` are kept; the rest
/// are counted.
class Problems {
 public:
  static constexpr std::size_t max_reported = 50;

  explicit Problems(std::string file = {}) : file_(std::move(file)) {}

  /// Something wrong with `value`, which is at `pointer`.
  void add(const Json& value, std::string_view pointer, std::string message, std::string hint = {});
  /// The problems of an error whose pointers are relative to `pointer`; those without a line get
  /// that of `value`.
  void add(const Json& value, std::string_view pointer, const Error& error);
  /// For an unknown name: adds a suggestion.
  void add_unknown(const Json& value, std::string_view pointer, std::string message,
                   std::string_view name, const std::vector<std::string>& valid);

  /// True once no more problems are kept, so that callers can skip building costly messages.
  [[nodiscard]] bool full() const { return kept_.size() >= max_reported; }
  [[nodiscard]] bool empty() const { return kept_.empty(); }
  /// Throws Error(usage) when there is any problem.
  void throw_if_any();

 private:
  std::string file_;
  std::vector<Diagnostic> kept_;
  std::size_t dropped_ = 0;
};

/// JSON pointer of a member or an element.
[[nodiscard]] std::string member_pointer(std::string_view parent, std::string_view key);
[[nodiscard]] std::string element_pointer(std::string_view parent, std::size_t index);

/// User text for a message, cut when long; quoted() adds single quotes.
[[nodiscard]] std::string shortened(std::string_view text);
[[nodiscard]] std::string quoted(std::string_view text);
/// A value for a message: scalars as written, otherwise "an array" or "an object".
[[nodiscard]] std::string shown(const Json& value);

/// True for keys that begin with "//": comments.
[[nodiscard]] bool is_comment(std::string_view key);
/// True for valid names of nodes and knobs: [a-z][a-z0-9_]*, at most 64 characters.
[[nodiscard]] bool is_name(std::string_view text);
inline constexpr std::string_view name_rule =
    "names are lower-case letters, digits and _, begin with a letter, and have at most 64 "
    "characters";

/// The text of a member; "" when it is absent, or not a string, which is reported.
[[nodiscard]] std::string text_member(const Json& object, std::string_view pointer,
                                      std::string_view key, Problems& problems);

/// Reports members of an object that are neither comments nor in `known`.
void check_keys(const Json& object, std::string_view pointer, const std::vector<std::string>& known,
                Problems& problems);

}  // namespace overlace
