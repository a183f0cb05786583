// SPDX-License-Identifier: Apache-2.0
// A grid of coordinates over whatever a document paints.
#pragma once

#include <string>

namespace overlace {

/// The text of a document, found by preset name, file or its own text, with a ruler over
/// everything that it paints. Throws Error(usage).
[[nodiscard]] std::string with_ruler(const std::string& document);

}  // namespace overlace
