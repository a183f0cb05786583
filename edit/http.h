// SPDX-License-Identifier: Apache-2.0
// What is asked over HTTP, and what is answered.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace overlace {

using HttpFields = std::vector<std::pair<std::string, std::string>>;

/// One request, complete.
struct HttpRequest {
  std::string method;   ///< "GET", "POST", "PUT", "DELETE"
  std::string target;   ///< path and query, as sent
  HttpFields fields{};  ///< names in lower case
  std::string body{};

  /// The value of a field, given in lower case; "" if there is none or more than one.
  [[nodiscard]] std::string_view field(std::string_view name) const;
};

/// One answer, complete.
struct HttpResponse {
  int status = 200;
  std::string type = "application/json";
  std::string body{};
  HttpFields fields{};  ///< beside those that every answer has
};

}  // namespace overlace
