// SPDX-License-Identifier: Apache-2.0
// Fuzzes the size of SVG drawings: any bytes give a size that a texture can have, or an Error,
// before anything is drawn.
#include <cstddef>
#include <cstdint>

#include "graph/core/error.h"
#include "io/read/svg_process.h"
#include "io/svg/drawing.h"
#include "tests/fuzz/require.h"

/// librsvg's parser keeps entities when it refuses a drawing; overlace-svg ends then.
extern "C" const char* __lsan_default_suppressions() {
  return "leak:librsvg";
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace overlace;
  try {
    const Size texels =
        Drawing(std::string_view(reinterpret_cast<const char*>(data), size)).texels();
    require(is_drawable(texels));
  } catch (const Error& error) {
    require(error.code() == ErrorCode::input || error.code() == ErrorCode::limit);
  }
  return 0;
}
