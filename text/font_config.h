// SPDX-License-Identifier: Apache-2.0
// Where fonts are looked for: fontconfig's folders, and the one that is installed beside this code.
#pragma once

struct _FcConfig;

namespace overlace {

/// The machine's fonts and those of the folder `fonts` beside the program or library
/// (`installed_file`), read once in the process. Where both have a font, the machine's is taken. A
/// host that uses fontconfig itself sees nothing of this. Throws Error(out_of_memory). Thread-safe.
[[nodiscard]] _FcConfig* font_config();

}  // namespace overlace
