// SPDX-License-Identifier: Apache-2.0
// Reads rows from CSV and JSON.
#include "batch/manifest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <span>

#include "graph/core/error.h"
#include "graph/core/json.h"
#include "graph/core/regular_file.h"
#include "io/files/named_file.h"
#include "io/tracks/rows/fields.h"

namespace overlace {
namespace {

std::string extension(const std::string& path) {
  return std::filesystem::path(path).extension().string();
}

std::string text_of(const std::string& column, const Json& value) {
  if (value.is_string()) return value.as_string();
  if (value.is_number() || value.is_bool()) return value.dump();
  const bool is_command = std::ranges::find(command_columns, column) != command_columns.end();
  if (is_command && value.is_array()) return value.dump();
  throw Error(ErrorCode::usage, fmt::format("expected a text, a number or true{}, not {}",
                                            is_command ? ", or a list" : "", value.type_name()));
}

ManifestRow row_of(const Json& json, std::size_t line) {
  if (!json.is_object())
    throw Error(ErrorCode::usage, fmt::format("expected an object, not {}", json.type_name()));
  ManifestRow row{line, {}};
  for (const auto& [name, value] : json.as_object())
    if (!value.is_null()) row.columns.emplace_back(name, text_of(name, value));
  return row;
}

/// Collects rows, and the errors in others.
class Rows {
 public:
  explicit Rows(const std::string& path) : path_(path) {}

  template <class Make>
  void add(std::size_t line, const Make& make) {
    try {
      rows_.push_back(make());
    } catch (const Error& error) {
      Diagnostic problem = error.problems().front();
      problem.location = {path_, problem.location.pointer, line};
      problems_.push_back(std::move(problem));
    }
  }
  std::vector<ManifestRow> take() {
    if (!problems_.empty()) throw Error(ErrorCode::usage, std::move(problems_));
    return std::move(rows_);
  }

 private:
  std::string path_;
  std::vector<ManifestRow> rows_;
  std::vector<Diagnostic> problems_;
};

ManifestRow row_of(std::span<const std::string_view> fields, std::span<const std::string> names,
                   std::size_t line) {
  if (fields.size() > names.size())
    throw Error(ErrorCode::usage,
                fmt::format("has {} fields, and the heading {}", fields.size(), names.size()),
                "put a field with separators into double quotes");
  ManifestRow row{line, {}};
  for (std::size_t i = 0; i < fields.size(); ++i)
    if (!fields[i].empty()) row.columns.emplace_back(names[i], fields[i]);
  return row;
}

void read_fields(std::istream& file, Rows& rows) {
  FieldSplitter splitter;
  std::vector<std::string> names;
  Separator separator = Separator::comma;
  std::string line;
  for (std::size_t number = 1; std::getline(file, line); ++number) {
    if (line.ends_with('\r')) line.pop_back();
    if (number == 1 && line.starts_with("\xEF\xBB\xBF")) line.erase(0, 3);
    if (line.empty() || line.starts_with('#')) continue;
    if (names.empty()) {
      separator = separator_of(line);
      if (separator == Separator::blanks) separator = Separator::comma;  // a single column
      const auto fields = splitter.split(line, separator);
      names.assign(fields.begin(), fields.end());
    } else {
      rows.add(number, [&] { return row_of(splitter.split(line, separator), names, number); });
    }
  }
}

void read_lines(std::istream& file, const std::string& path, Rows& rows) {
  std::string line;
  for (std::size_t number = 1; std::getline(file, line); ++number)
    if (!line.empty()) rows.add(number, [&] { return row_of(parse_json(line, path), number); });
}

void read_array(std::istream& file, const std::string& path, Rows& rows) {
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const Json json = parse_json(text, path);
  if (!json.is_array())
    throw Error(ErrorCode::usage, fmt::format("expected an array, not {}", json.type_name()),
                "a list of objects, one per clip", SourceLocation{path});
  for (const Json& one : json.as_array()) rows.add(one.line, [&] { return row_of(one, one.line); });
}

}  // namespace

bool is_manifest(const std::string& path) {
  const std::string end = extension(path);
  return end == ".csv" || end == ".tsv" || end == ".jsonl" || end == ".json";
}

std::vector<ManifestRow> read_manifest(const std::string& path) {
  throw_if_missing(path, ErrorCode::usage);
  RegularFileStream file(path);
  if (!file)
    throw Error(ErrorCode::usage, fmt::format("cannot be read: {}", file.file().problem()), "",
                SourceLocation{path});
  Rows rows(path);
  const std::string end = extension(path);
  if (end == ".jsonl") {
    read_lines(file, path, rows);
  } else if (end == ".json") {
    read_array(file, path, rows);
  } else {
    read_fields(file, rows);
  }
  return rows.take();
}

}  // namespace overlace
