// SPDX-License-Identifier: Apache-2.0
// Which files can hold channels beside colours.
#include "io/frames/aovs.h"

#include "graph/core/error.h"

namespace overlace {

void check_aovs(const std::string& path, const AovOptions& aovs) {
  if (aovs.empty() || path.ends_with(".exr")) return;
  throw Error(ErrorCode::usage, "only OpenEXR files have channels of mattes and AOVs",
              "use a name that ends in .exr", SourceLocation{path});
}

}  // namespace overlace
