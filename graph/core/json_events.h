// SPDX-License-Identifier: Apache-2.0
// What receivers of a JSON parser's events share: putting values together, and its complaints.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "graph/core/json.h"

namespace overlace {

/// Puts a value together from the events of a parser, which come in a valid order.
class JsonAssembler {
 public:
  /// Begins an array or object; `container` is an empty one with its line.
  void open(Json container) { open_.push_back({std::move(container), {}, false}); }
  /// The key of the next value.
  void key(std::string name);
  /// A value that is no container.
  void put(Json value);
  /// Ends the innermost container.
  void close();

  /// Containers that are open.
  [[nodiscard]] std::size_t depth() const { return open_.size(); }
  /// The innermost open container. Precondition: depth() > 0.
  [[nodiscard]] const Json& innermost() const { return open_.back().value; }
  /// JSON pointer to the value that comes next.
  [[nodiscard]] std::string pointer() const;
  /// The value, once depth() is 0 again.
  [[nodiscard]] Json take() { return std::move(root_); }

 private:
  /// An array or object that is still being read.
  struct Open {
    Json value;
    std::string key;  ///< of the member being read
    bool has_key = false;
  };
  std::vector<Open> open_;
  Json root_;
};

/// nlohmann's message without its preamble and without what it read last, which may be megabytes.
[[nodiscard]] std::string parser_reason(std::string_view what);

}  // namespace overlace
