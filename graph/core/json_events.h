// SPDX-License-Identifier: Apache-2.0
// Shared by receivers of a JSON parser's events: assembling values, and the parser's messages.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "graph/core/json.h"

namespace overlace {

/// Assembles a value from a parser's events, which come in a valid order.
class JsonAssembler {
 public:
  /// Begins an array or object; `container` is empty but has its line.
  void open(Json container) { open_.push_back({std::move(container), {}, false}); }
  /// The key of the next value.
  void key(std::string name);
  /// A value other than an array or object.
  void put(Json value);
  /// Ends the innermost container.
  void close();

  /// The number of open containers.
  [[nodiscard]] std::size_t depth() const { return open_.size(); }
  /// The innermost open container. Precondition: depth() > 0.
  [[nodiscard]] const Json& innermost() const { return open_.back().value; }
  /// JSON pointer to the next value.
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

/// nlohmann's message without its preamble and the last text read, which may be megabytes.
[[nodiscard]] std::string parser_reason(std::string_view what);

}  // namespace overlace
