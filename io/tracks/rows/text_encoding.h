// SPDX-License-Identifier: Apache-2.0
// Text files in another encoding than UTF-8, or with other line ends than LF and CR LF.
#pragma once

#include <filesystem>
#include <istream>
#include <memory>
#include <string>
#include <string_view>

namespace overlace {

/// A file opened as UTF-8 with lines that end in LF or CR LF: UTF-16 with a byte-order mark, and
/// lines that end in CR alone, are converted in memory, where a pipe is kept as well. Throws
/// Error(input) when it cannot be opened, and for more than 1 GiB in memory.
[[nodiscard]] std::unique_ptr<std::istream> open_text(const std::filesystem::path& path);

/// The same of an open stream, from its position; null when it can be read as it is.
[[nodiscard]] std::unique_ptr<std::istream> converted_text(std::istream& stream);

/// A text as valid UTF-8: where it is not, its bytes are taken as Windows-1252, which old tools and
/// spreadsheets write and in which every byte is a character.
[[nodiscard]] std::string as_utf8(std::string_view text);

}  // namespace overlace
