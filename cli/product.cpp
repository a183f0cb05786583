// SPDX-License-Identifier: Apache-2.0
// Written and flushed at once, so that a failure is noticed while its reason is known.
#include "cli/product.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "graph/core/error.h"

namespace overlace {

void print_product(std::string_view text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (written && std::fflush(stdout) == 0) return;
  throw Error(ErrorCode::output, std::strerror(errno), {}, SourceLocation{"standard output"});
}

}  // namespace overlace
