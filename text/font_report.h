// SPDX-License-Identifier: Apache-2.0
// What is known of a font, and of texts in it, before the first frame.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graph/core/memo.h"
#include "text/font.h"

namespace overlace {

struct FontReport {
  FontFamily fonts;
  /// Which font it is, which others help out, and which texts no font has all characters of.
  std::vector<std::string> notes;
};

/// Opens the font (see `find_font`) and shapes the texts; looks for bold and italic members of its
/// family if texts have `markup`. A report in `memo`, which may be null, is taken while the font's
/// file has the same size and time of writing. Throws Error(usage).
[[nodiscard]] std::shared_ptr<const FontReport> report_font(const std::string& name,
                                                            std::span<const std::string_view> texts,
                                                            bool markup, Memo* memo);

}  // namespace overlace
