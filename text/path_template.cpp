// SPDX-License-Identifier: Apache-2.0
// Turns a template into a pattern for file names, with a wildcard for each field.
#include "text/path_template.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "graph/core/error.h"

namespace overlace {
namespace {

/// A pattern for fnmatch, and the literal name, for names without fields.
struct NamePattern {
  std::string pattern, plain;
  bool has_fields = false;
};

/// Malformed templates are not detected here: the template parser rejects them.
NamePattern pattern_of(std::string_view name) {
  NamePattern out;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    const bool is_brace = c == '{' || c == '}';
    const bool is_doubled = is_brace && i + 1 < name.size() && name[i + 1] == c;
    if (c == '{' && !is_doubled) {
      out.has_fields = true;
      out.pattern += '*';
      i = std::min(name.find('}', i), name.size());
      continue;
    }
    if (is_doubled) ++i;
    if (std::string_view("*?[]\\").find(c) != std::string_view::npos) out.pattern += '\\';
    out.pattern += c;
    out.plain += c;
  }
  return out;
}

}  // namespace

std::vector<std::string> files_like(const std::string& path_template) {
  namespace fs = std::filesystem;
  if (path_template.empty()) return {};
  const std::size_t slash = path_template.rfind('/');
  const std::size_t begin = slash == std::string::npos ? 0 : slash + 1;
  const NamePattern folder = pattern_of(std::string_view(path_template).substr(0, begin));
  const NamePattern name = pattern_of(std::string_view(path_template).substr(begin));
  if (folder.has_fields)
    throw Error(ErrorCode::usage,
                fmt::format("\"{}\" has a field in a folder's name", path_template),
                "put all pictures into one folder, as \"icons/{class}-{state}.png\"");
  if (!name.has_fields) return {folder.plain + name.plain};

  std::error_code failure;
  std::vector<std::string> files;
  const std::string listed = folder.plain.empty() ? "." : folder.plain;
  for (fs::directory_iterator entry(listed, failure), end; !failure && entry != end;
       entry.increment(failure)) {
    const std::string file = entry->path().filename().string();
    if (::fnmatch(name.pattern.c_str(), file.c_str(), FNM_PERIOD) == 0)
      files.push_back(folder.plain + file);
  }
  if (failure)
    throw Error(ErrorCode::usage,
                fmt::format("the folder \"{}\" cannot be read: {}", listed, failure.message()),
                "is its name right, and may you list it?");
  if (files.size() > most_template_files)
    throw Error(ErrorCode::usage,
                fmt::format("\"{}\" stands for {} files, more than {}", path_template, files.size(),
                            most_template_files),
                "leave only those that are needed in the folder");
  std::ranges::sort(files);
  return files;
}

}  // namespace overlace
