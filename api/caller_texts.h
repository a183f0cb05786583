// SPDX-License-Identifier: Apache-2.0
// Texts in the caller's memory.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace overlace::api {

/// A text that must be given. `name` is for messages. Throws Error(usage) for NULL, and for what is
/// not UTF-8.
[[nodiscard]] std::string caller_text(const char* text, const std::string& name);

/// The texts of an array, which may be NULL if it has none. Throws as caller_text.
[[nodiscard]] std::vector<std::string> caller_texts(const char* const* texts, std::size_t count,
                                                    const std::string& name);

}  // namespace overlace::api
