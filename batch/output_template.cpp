// SPDX-License-Identifier: Apache-2.0
// Splits a template into texts and fields once, and fills it in for each clip.
#include "batch/output_template.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <utility>

#include "batch/contents.h"
#include "graph/core/error.h"

namespace overlace {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view column_prefix = "col.";

std::string column(const TemplateFields& fields, const std::string& name) {
  if (const auto found = fields.columns.find(name); found != fields.columns.end())
    return found->second;
  std::vector<std::string> names;
  for (const auto& [known, value] : fields.columns) names.push_back(known);
  throw Error(ErrorCode::usage, fmt::format("{{col.{}}}: there is no such column", name),
              suggest(name, names), SourceLocation{fields.input});
}

std::string value_of(const TemplateFields& fields, const std::string& field, std::size_t width) {
  const fs::path input = fields.input;
  if (const auto own = fields.own.find(field); own != fields.own.end()) return own->second;
  if (field == "stem") return input.stem().string();
  if (field == "ext") return input.extension().string().substr(input.has_extension() ? 1 : 0);
  if (field == "dir") return input.has_parent_path() ? input.parent_path().string() : ".";
  if (field == "rel") return fields.rel;
  if (field == "graph") return fields.graph;
  if (field == "id") return fields.id;
  if (field == "index") return fmt::format("{:0{}}", fields.index, width);
  if (field == "hash") return digest_text(fields.input).substr(0, width > 0 ? width : 32);
  return column(fields, field.substr(column_prefix.size()));
}

}  // namespace

OutputTemplate::Part OutputTemplate::field_of(const std::string& inside,
                                              const std::vector<std::string>& own) {
  std::vector<std::string> names{"stem", "ext", "dir", "rel", "index", "id", "graph", "hash"};
  names.insert(names.end(), own.begin(), own.end());
  const std::size_t colon = inside.find(':');
  Part part{.text = {}, .field = inside.substr(0, colon)};
  if (!part.field.starts_with(column_prefix) && std::ranges::find(names, part.field) == names.end())
    throw Error(ErrorCode::usage, fmt::format("there is no field '{{{}}}'", part.field),
                suggest(part.field, names));
  if (colon == std::string::npos) return part;
  const char* const end = inside.data() + inside.size();
  const auto [rest, error] = std::from_chars(inside.data() + colon + 1, end, part.width);
  const bool counts = part.field == "index" || part.field == "hash";
  if (error != std::errc() || rest != end || part.width > 32 || !counts)
    throw Error(ErrorCode::usage, fmt::format("'{{{}}}' has no such width", inside),
                "write {index:06} or {hash:8}");
  return part;
}

OutputTemplate::OutputTemplate(const std::string& text, const std::vector<std::string>& own) {
  Part part;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool doubled = i + 1 < text.size() && text[i + 1] == text[i];
    if ((text[i] == '{' || text[i] == '}') && doubled) {
      part.text += text[i++];
    } else if (text[i] == '{') {
      const std::size_t end = text.find('}', i);
      if (end == std::string::npos)
        throw Error(ErrorCode::usage, fmt::format("'{}' has a brace that is not closed", text),
                    "write {{ for a brace in a name");
      Part field = field_of(text.substr(i + 1, end - i - 1), own);
      field.text = std::exchange(part.text, {});
      parts_.push_back(std::move(field));
      i = end;
    } else {
      part.text += text[i];
    }
  }
  if (parts_.empty() || !part.text.empty()) parts_.push_back(std::move(part));
}

std::string OutputTemplate::expand(const TemplateFields& fields) const {
  std::string text;
  for (const Part& part : parts_) {
    text += part.text;
    if (!part.field.empty()) text += value_of(fields, part.field, part.width);
  }
  return text;
}

std::string OutputTemplate::root() const {
  const std::string& fixed = parts_.front().text;
  const std::size_t slash = fixed.rfind('/');
  return slash == std::string::npos ? "" : fixed.substr(0, std::max<std::size_t>(slash, 1));
}

}  // namespace overlace
