// SPDX-License-Identifier: Apache-2.0
// FreeType's usual options without compressed fonts.
#include <freetype/config/ftoption.h>
#undef FT_CONFIG_OPTION_USE_ZLIB
#undef FT_CONFIG_OPTION_USE_LZW
