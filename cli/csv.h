// SPDX-License-Identifier: Apache-2.0
// Rows of a table as comma-separated values.
#pragma once

#include <string>

#include "graph/core/json.h"

namespace overlace {

/// The names of a row's members as the first line of a table.
[[nodiscard]] std::string csv_heading(const Json& row);
/// The values of a row as a line, quoted as in RFC 4180; null is empty. A spreadsheet would run a
/// text that begins like a formula: an apostrophe makes it a text
/// (https://owasp.org/www-community/attacks/CSV_Injection).
[[nodiscard]] std::string csv_line(const Json& row);

}  // namespace overlace
