// SPDX-License-Identifier: Apache-2.0
// Track ids that files give as text.
#pragma once

#include <string_view>

namespace overlace {

/// The attribute that holds a file's track ids where they are texts, not numbers; the ids are then
/// numbers in order of appearance.
inline constexpr std::string_view id_text_attribute = "track";

}  // namespace overlace
