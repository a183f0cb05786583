// SPDX-License-Identifier: Apache-2.0
// Folders whose content is trusted: nobody else may have written to them.
#pragma once

#include <string>

namespace overlace {

/// Why a folder cannot be trusted: it does not exist, is a symbolic link, belongs to somebody else,
/// or others may write to it. "" if it can.
[[nodiscard]] std::string private_folder_problem(const std::string& path);

/// Makes a folder that only this user may enter, and its parents, where they are missing. Returns
/// why it cannot be made or trusted, or "".
[[nodiscard]] std::string make_private_folder(const std::string& path);

}  // namespace overlace
