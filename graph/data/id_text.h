// SPDX-License-Identifier: Apache-2.0
// Ids of tracks that files give as texts.
#pragma once

#include <string_view>

namespace overlace {

/// The attribute that holds the texts which a file gives as ids of its tracks, where they are no
/// numbers; the ids themselves are numbers then, in the order of appearance.
inline constexpr std::string_view id_text_attribute = "track";

}  // namespace overlace
