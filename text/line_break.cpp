// SPDX-License-Identifier: Apache-2.0
// Line breaks found by libunistring.
#include "text/line_break.h"

#include <unilbrk.h>

namespace overlace {

std::span<const std::string_view> LineBreaker::pieces(
    std::string_view line, float most, const std::function<float(std::string_view)>& width_of) {
  breaks_.resize(line.size());
  u8_possible_linebreaks(reinterpret_cast<const std::uint8_t*>(line.data()), line.size(), "UTF-8",
                         breaks_.data());
  pieces_.clear();
  std::size_t begin = 0, fits = 0;  // start of the current piece; the last break that fits
  for (std::size_t end = 1; end <= line.size(); ++end) {
    if (end < line.size() && breaks_[end] != UC_BREAK_POSSIBLE) continue;
    const bool is_too_wide = width_of(trim_spaces(line.substr(begin, end - begin))) > most;
    if (is_too_wide && fits > begin) {
      pieces_.push_back(trim_spaces(line.substr(begin, fits - begin)));
      begin = fits;
    }
    fits = end;
  }
  if (begin < line.size()) pieces_.push_back(trim_spaces(line.substr(begin)));
  return pieces_;
}

std::string_view trim_spaces(std::string_view text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

}  // namespace overlace
