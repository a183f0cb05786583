// SPDX-License-Identifier: Apache-2.0
// The page, as it was bundled when the program was built.
#pragma once

#include <string_view>

namespace overlace {

struct PageFile {
  std::string_view path;  ///< "/app.js"
  std::string_view type;  ///< of its content
  std::string_view text;
};

/// A file of the page; null if there is none of that path. In "/" the text STYLE_NONCE stands for
/// the nonce of the answer's content security policy.
[[nodiscard]] const PageFile* page_file(std::string_view path);

}  // namespace overlace
