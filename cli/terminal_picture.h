// SPDX-License-Identifier: Apache-2.0
// Pictures as terminals take them: text that draws a picture at the cursor, one pixel by one.
#pragma once

#include <string>

#include "cli/rgb_picture.h"

/// Appends a picture as sixels, in 256 colours chosen for it. In the module `sixel`. Throws
/// Error(out_of_memory).
extern "C" void overlace_sixel(const overlace::RgbPicture& picture, std::string& text);

namespace overlace {

/// In kitty's protocol. The cursor stays; the picture replaces the one that this function made
/// before in the same terminal.
[[nodiscard]] std::string kitty_picture(RgbPicture picture);

/// True where sixels can be made: the module is installed.
[[nodiscard]] bool makes_sixels();
/// As sixels. The cursor moves. Precondition: makes_sixels().
[[nodiscard]] std::string sixel_picture(const RgbPicture& picture);

}  // namespace overlace
