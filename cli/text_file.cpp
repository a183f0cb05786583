// SPDX-License-Identifier: Apache-2.0
#include "cli/text_file.h"

#include <cstddef>
#include <span>

namespace overlace {

void save_text(const std::string& path, const OutputPolicy& policy, const WriteText& write) {
  constexpr std::size_t piece_bytes = 1U << 18U;
  AtomicOutput file(path, policy);
  std::string pending;
  const auto flush = [&] {
    file.write(std::as_bytes(std::span(pending)));
    pending.clear();
  };
  write([&](std::string_view piece) {
    pending += piece;
    if (pending.size() >= piece_bytes) flush();
  });
  flush();
  file.commit();
}

}  // namespace overlace
