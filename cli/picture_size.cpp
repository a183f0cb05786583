// SPDX-License-Identifier: Apache-2.0
// Parses WIDTHxHEIGHT.
#include "cli/picture_size.h"

#include <fmt/format.h>

#include <cstdio>

#include "graph/core/error.h"

namespace overlace {

Size parse_size(const std::string& text) {
  Size size;
  char rest = 0;
  if (std::sscanf(text.c_str(), "%dx%d%c", &size.width, &size.height, &rest) != 2 ||
      size.width < 1 || size.height < 1 || size.width > 65536 || size.height > 65536)
    throw Error(ErrorCode::usage, fmt::format("'{}' is not a picture size", text),
                "write it as 1920x1080");
  return size;
}

}  // namespace overlace
