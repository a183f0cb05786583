// SPDX-License-Identifier: Apache-2.0
// Files about pictures that say nothing of places in them.
#pragma once

#include <string_view>

namespace overlace {

/// Why there is nothing to draw in a file that begins so: captions, classes of whole pictures;
/// "" where there may be.
[[nodiscard]] std::string_view nothing_to_draw(std::string_view sample);

}  // namespace overlace
