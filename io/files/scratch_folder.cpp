// SPDX-License-Identifier: Apache-2.0
// mkdtemp chooses the name.
#include "io/files/scratch_folder.h"

#include <stdlib.h>  // NOLINT(modernize-deprecated-headers): mkdtemp is POSIX's

#include <cerrno>
#include <cstring>
#include <string>
#include <system_error>

#include "graph/core/error.h"
#include "io/files/user_folders.h"

namespace overlace {

ScratchFolder::ScratchFolder() {
  std::error_code unknown;
  std::filesystem::path parent = environment_path("XDG_RUNTIME_DIR");
  if (!std::filesystem::is_directory(parent, unknown))
    parent = std::filesystem::temp_directory_path(unknown);
  std::string name = (parent / "overlace-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr)
    throw Error(ErrorCode::output,
                std::string("cannot make a temporary folder: ") + std::strerror(errno),
                "set TMPDIR", SourceLocation{parent.string()});
  path_ = name;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace overlace
