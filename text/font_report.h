// SPDX-License-Identifier: Apache-2.0
// What is known about a font, and about texts set in it, before the first frame.
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
  /// Which font was found, which fallbacks it needs, and which texts have characters in no font.
  std::vector<std::string> notes;
};

/// Opens the font (see `find_font`) and shapes the texts; looks for bold and italic members of its
/// family if texts have `markup`. A report in `memo`, which may be null, is reused as long as the
/// font file's size, modification time and inode are the same. Throws Error(usage).
[[nodiscard]] std::shared_ptr<const FontReport> report_font(const std::string& name,
                                                            std::span<const std::string_view> texts,
                                                            bool markup, Memo* memo);

}  // namespace overlace
